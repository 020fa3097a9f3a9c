import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../make-folder'
import { type FixtureFiles, fixtureKeys } from './load'
import type { Content } from './look-ups'

export type LastGood = ReturnType<typeof createLastGood>

const draftName = /^[\da-f]{12}\.jsonl\.[\da-f-]{36}$/

/** Age in milliseconds at which a draft is left over from a killed process and deleted. */
const longestCopying = 60 * 60 * 1_000

/**
 * Copies the last valid fixtures to `cacheDir`, so that the server can start with invalid ones. Each product and fixtures folder has
 * a file of its own, with a line of JSON for each kind. Several processes may share it.
 */
export function createLastGood(cacheDir: string, { fixturesDir, product }: { fixturesDir: string; product: string }) {
  const key = createHash('sha1').update(`${product} ${fixturesDir}`).digest('hex').slice(0, 12)
  const path = join(cacheDir, 'content', `${key}.jsonl`)
  return {
    /** Returns `undefined` if there is no copy, or a spoilt one. */
    read: async (): Promise<FixtureFiles | undefined> => {
      try {
        const lines = (await readFile(path, 'utf8')).trim().split('\n')
        const kinds = lines.map((line) => JSON.parse(line) as { key: string; changed: string; value: unknown })
        const raw = Object.fromEntries(kinds.map(({ key, value }) => [key, value]))
        const changed = Object.fromEntries(kinds.map(({ key, changed }) => [key, new Date(changed)]))
        return { raw, changed } as FixtureFiles // a copy without a kind is refused by the check
      } catch {
        return undefined
      }
    },
    /** Replaces the copy in one step, because another process may read or write it, and a power cut must not leave none. */
    keep: async (content: Content): Promise<void> => {
      const draft = `${path}.${randomUUID()}`
      await makeFolder(dirname(path))
      await removeOldDrafts(dirname(path)).catch(() => undefined)
      try {
        await writeFile(draft, linesOf(content), { flush: true })
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (draftName.test(name) && (await stat(path)).mtimeMs < Date.now() - longestCopying) await rm(path)
  }
}

/** One kind at a time, because the text of all takes too much memory. */
function* linesOf({ homeData: [home], changed }: Content): Generator<string> {
  for (const key of fixtureKeys) yield `${JSON.stringify({ key, changed: changed[key], value: home[key] })}\n`
}
