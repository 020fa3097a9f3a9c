import type { OperationName } from '#contract/operations'
import type { Store } from '../content/store'
import type { Handlers } from './handlers'

/** An operation's answer. `data` is undefined if there is no such item. */
export type Answer = {
  data: object | undefined
  by: 'upstream' | 'fixtures'
  /** When a last good answer was fetched, in milliseconds since 1970; set if the API fails now. */
  staleSince?: number
  /** Why the API did not give this answer just now. */
  reason?: string
  /** When to ask again, in milliseconds since 1970; unset for fixtures, which tell by `onChange`. */
  freshUntil?: number
}

/** The one way to content: fixtures (below), or an API elsewhere (`remote-source.ts`). */
export type ContentSource = {
  /** Rejects with a ContentError when no answer can be had within `patience` milliseconds. */
  ask: (operation: OperationName, payload: unknown, patience?: number) => Promise<Answer>
  isRemote: boolean
  /** True when to ask is to call another server. */
  isCostly: (operation: OperationName, payload: unknown) => boolean
  /** Calls back when fixtures that answers were made from have changed. */
  onChange: (listener: () => void) => void
}

/** An answer cannot be had; the message is the reason, such as "answered 500". */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  /** `late`: no response in time, `unreachable`: no connection, `unusable`: a response that is no answer. */
  constructor(
    message: string,
    readonly kind: 'late' | 'unreachable' | 'unusable' = 'unusable',
  ) {
    super(message)
  }
}

export const noAnswer = 'gave no answer in time'

export function createFixturesSource(store: Store, handlers: Handlers): ContentSource {
  return {
    // Callers have checked the payload, or made it for this operation.
    ask: async (name, payload) => ({ data: handlers[name](store.content(), payload as never), by: 'fixtures' }),
    isRemote: false,
    isCostly: () => false,
    onChange: store.onChange,
  }
}

/** The response headers that tell the origin of an answer, and its age if it is stale. */
export function originHeaders({ by, reason, staleSince }: Answer): Record<string, string> {
  // Header values are ASCII; a reason may quote the API's response.
  const because = reason?.replace(/[^ -~]+/g, '?').slice(0, 300)
  return {
    'x-answered-by': by,
    ...(because && { 'x-answered-because': `the upstream ${because}` }),
    ...(staleSince && { age: ageSince(staleSince) }),
  }
}

/** The value of an `Age` header: whole seconds (RFC 9111, 5.1). */
export function ageSince(time: number): string {
  return String(Math.max(0, Math.floor((Date.now() - time) / 1_000)))
}
