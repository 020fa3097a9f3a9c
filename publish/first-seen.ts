import { createHash } from 'node:crypto'
import type { HomeData } from '#contract/schemas'

let seen = { digest: '', at: new Date(0) }

/** When this process has first seen another API's content as it is: nothing there tells when it has changed. */
export function firstSeen(home: HomeData): Date {
  const digest = createHash('sha256').update(JSON.stringify(home)).digest('base64')
  if (digest !== seen.digest) seen = { digest, at: new Date() }
  return seen.at
}
