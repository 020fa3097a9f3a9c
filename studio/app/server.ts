import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type FixtureName, fixtureNames, isListFile } from '#contract/fixture-files'
import type { Paths } from '#contract/paths'
import type { Violation } from '#contract/violations'
import type { ContentFile, OutdatedText } from '../server/content-files'

/** The kinds in the order of the studio's menu: lists first. */
export const orderedKinds = [...fixtureNames].sort((a, b) => Number(isListFile(b)) - Number(isListFile(a)))

/** The pages that show the items of each kind. */
export const itemPages = {
  ...({ courses: 'course', courses_categories: 'courseCategory', blogs: 'blog', news: 'newsItem' } as const),
  ...({ events: 'event', team: 'whoWeAre', goals: 'whoWeAre', site: 'contactUs' } as const),
} satisfies Record<FixtureName, keyof Paths>

export type Item = Record<string, unknown>

export type StudioContent = {
  product: string
  files: Record<FixtureName, ContentFile>
  pictures: string[]
  outdated: OutdatedText[]
  /** Says why it is not known which texts are out of date. */
  translationProblem?: string
}

/** A response that is no success. `status` is its code. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
  constructor(
    readonly status: number,
    message: string,
    /** The problem document. */
    readonly answer: unknown,
  ) {
    super(message)
  }
}

/** Sends a request with a JSON body or a file. Rejects with the text of the server's problem document. */
export async function ask<Answer>(path: string, init: { method?: string; body?: unknown } = {}): Promise<Answer> {
  const { method, body } = init
  const isFile = body instanceof Blob
  const response = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && {
      headers: { 'content-type': isFile ? body.type || 'image/png' : 'application/json' },
      body: isFile ? body : JSON.stringify(body),
    }),
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as Answer // unchecked: the studio's client and server are built from the same sources
  const { detail, errors = [] } = answer as { detail?: string; errors?: Violation[] }
  const texts = errors.slice(0, 5).map(({ pointer, expected, found }) => `${pointer}: ${expected}, ${found}`)
  throw new ResponseError(response.status, [detail ?? response.statusText, ...texts].join('\n'), answer)
}

type Asked = { body?: unknown; refetchInterval?: number; enabled?: boolean }

/** Returns the server's response. Fetches it again every 3 s, because other programs may change the files. */
export function useAnswer<Answer>(path: string, { body, ...options }: Asked = {}) {
  return useQuery({
    queryKey: keyOf(path, body),
    queryFn: () => ask<Answer>(path, { body }),
    refetchInterval: 3_000,
    ...options,
  })
}

/** Makes a query key. Casts it, because the site's client registers its own type of keys for the whole program. */
export function keyOf(...parts: unknown[]): QueryKey {
  return parts as unknown as QueryKey
}
