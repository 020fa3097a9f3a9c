import type { OperationName } from '#contract/operations'
import type { Store } from '../content/store'

/** An operation's response. `data` is undefined if there is no such item. */
export type Answer = {
  data: object | undefined
  by: 'upstream' | 'fixtures'
  /** The fetch time of a stale response, by `performance.now()`. Set only while the API fails. */
  staleSince?: number
  /** Why the response is stale or a fallback, such as "answered 500". */
  reason?: string
  /** When the response becomes stale, by `performance.now()`; unset for fixtures, whose changes call `onChange`. */
  freshUntil?: number
}

/** The interface for reading content, either from the fixtures (below) or from a remote API (`remote-source.ts`). */
export type ContentSource = {
  /** Rejects with a ContentError if there is no response within `timeout` milliseconds. */
  ask: (operation: OperationName, payload: unknown, timeout?: number) => Promise<Answer>
  isRemote: boolean
  /** True if `ask` would call another server. */
  isCostly: (operation: OperationName, payload: unknown) => boolean
  /** Calls the listener after each change of the fixtures. */
  onChange: (listener: () => void) => void
}

/** A failed call of the content source. The message is the reason, such as "answered 500". */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  /**
   * No response in time is a `timeout`, no connection or no room in the queue `unreachable`, and an error status or invalid response
   * `unusable`.
   */
  constructor(
    message: string,
    readonly kind: 'timeout' | 'unreachable' | 'unusable' = 'unusable',
    /** The time that the API asks to wait, in milliseconds. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

export const noAnswer = 'gave no answer in time'

export function createFixturesSource(store: Store): ContentSource {
  return {
    ask: async (name, payload) => ({ data: store.content().answer(name, payload), by: 'fixtures' }),
    isRemote: false,
    isCostly: () => false,
    onChange: store.onChange,
  }
}

/** The response headers that name the source of the data, and the age of stale data. */
export function originHeaders({ by, reason, staleSince }: Answer): Record<string, string> {
  // Header values must be ASCII, but a reason may quote text of the API.
  const because = reason?.replace(/[^ -~]+/g, '?').slice(0, 300)
  return {
    'x-answered-by': by,
    ...(because && { 'x-answered-because': `the upstream ${because}` }),
    ...(staleSince !== undefined && { age: ageSince(staleSince) }),
  }
}

/** The value of an `Age` header: the whole seconds since `time` by `performance.now()` (RFC 9111, 5.1). */
export function ageSince(time: number): string {
  return String(Math.max(0, Math.floor((performance.now() - time) / 1_000)))
}

/** When to ask again after a failure whose end is unknown, in milliseconds. */
export const defaultRetryAfter = 2_000

/** The value of a `Retry-After` header: whole seconds, at least one. */
export function retryAfterIn(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds / 1_000)))
}
