import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { Fault } from '#contract/faults'
import type { HomeData } from '#contract/schemas'
import type { ContentFile } from '../server/content-files'

/** A kind of content. Its name is also the name of its file. */
export type Kind = keyof HomeData

export const kinds: Kind[] = ['courses', 'courses_categories', 'news', 'blogs', 'events', 'team', 'goals']

export type Item = Record<string, unknown>

/** The parts of a field's JSON Schema that the form reads. */
export type FieldSchema = { type?: string; description?: string; pattern?: string; enum?: string[] }

export type StudioContent = {
  product: string
  schemas: Record<Kind, { properties: Record<string, FieldSchema>; required: string[] }>
  files: Record<Kind, ContentFile>
  pictures: string[]
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
  const { detail, errors = [] } = answer as { detail?: string; errors?: Fault[] }
  const places = errors.slice(0, 5).map(({ pointer, expected, found }) => `${pointer}: ${expected}, ${found}`)
  throw new Error([detail ?? response.statusText, ...places].join('\n'))
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
