import type { QueryKey } from '@tanstack/react-query'
import type { Fault } from '#contract/faults'
import type { HomeData } from '#contract/schemas'

/** A kind of content. Its name is also the name of its file. */
export type Kind = keyof HomeData

export const kinds: Kind[] = ['courses', 'courses_categories', 'news', 'blogs', 'events', 'team', 'goals']

export type Item = Record<string, unknown>

/** An item's JSON schema, as far as the form reads it. */
export type FieldSchema = { type?: string; description?: string; pattern?: string; enum?: string[] }
type ItemSchema = { properties: Record<string, FieldSchema>; required?: string[] }

export type StudioContent = {
  product: string
  schemas: Record<Kind, ItemSchema & { items?: ItemSchema }>
  files: Record<Kind, { value?: unknown; digest: string; fault?: Fault }>
  pictures: string[]
}

export type FileFault = Fault & { file: string }

export type Change = { kind: Kind; value: unknown; digest: string }

export type PlannedFile = { kind: Kind; before: string; after: string; isStale: boolean }

/** A problem document of the server, or a failed connection. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** Sends a request as JSON and reads the JSON of the answer; rejects with a ServerError. */
export async function ask<Answer>(path: string, init: { method?: string; body?: unknown } = {}): Promise<Answer> {
  const response = await send(path, init)
  return (response.status === 204 ? undefined : await response.json()) as Answer // the server's own types
}

export async function send(
  path: string,
  { method, body }: { method?: string; body?: unknown } = {},
): Promise<Response> {
  const isFile = body instanceof Blob
  const response = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && {
      headers: { 'content-type': isFile ? body.type || 'image/png' : 'application/json' },
      body: isFile ? body : JSON.stringify(body),
    }),
  }).catch((error: Error) => {
    throw new ServerError(error.message, 0)
  })
  if (response.ok) return response
  const { detail, errors } = (await response.json().catch(() => ({}))) as { detail?: string; errors?: Fault[] }
  const places = (errors ?? []).slice(0, 5).map(({ pointer, expected, found }) => `${pointer}: ${expected}, ${found}`)
  throw new ServerError([detail ?? response.statusText, ...places].join('\n'), response.status)
}

/** Makes a query key. Casts it, because the site's client registers its own keys for the whole program. */
export function keyOf(...parts: unknown[]): QueryKey {
  return parts as unknown as QueryKey
}
