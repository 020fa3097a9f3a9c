/* The public types of the package. The sources use them as well. */

import type { Answers, OperationName, Payloads, Scenario } from './contract.js'

export type { Answers, OperationName, Payloads, Scenario } from './contract.js'

export type Options = {
  /** The address of the site, `SITE` of the environment or http://localhost:3000 by default. */
  site?: string | undefined
  /** The time at which pages are made, and at which `Date.now()` of the browser stands. */
  now?: string | Date | undefined
  /** A page or context of Playwright, whose requests get the headers of the world. */
  page?: { setExtraHTTPHeaders: (headers: Record<string, string>) => Promise<void> } | undefined
  /** `SCENARIOS_TOKEN` of the server, if it has one. */
  token?: string | undefined
}

/** A scenario that only the requests with its `headers` see. Its key tells their calls from those of other tests. */
export type World = {
  site: string
  key: string
  headers: Record<string, string>
  /** Like `fetch`, for an address of the site, with the headers of the world. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Calls an operation, and resolves to its `data`. Rejects with the detail of an error status. */
  call: <Name extends OperationName>(
    operation: Name,
    ...payload: undefined extends Payloads[Name] ? [payload?: Payloads[Name]] : [payload: Payloads[Name]]
  ) => Promise<Answers[Name]>
  /** Removes the world's calls, and its scenario if the test has defined it. */
  end: () => Promise<void>
}

/** Calls of an operation, or of all. */
type CallsOf<Name extends OperationName> = {
  operation?: Name
  /** Values that the payload has. */
  payload?: Partial<NonNullable<Payloads[Name]>>
  slug?: string
}

/** An expected call. Without a count it is expected at least once. */
export type ExpectedCall = {
  [Name in OperationName]: CallsOf<Name> & {
    method?: 'GET' | 'POST'
    /** A status, or a class of them such as `5xx`. */
    status?: number | `${1 | 2 | 3 | 4 | 5}xx`
    from?: 'fixtures' | 'upstream' | 'scenario' | 'fault' | 'refused'
    scenario?: string
    times?: number
    atLeast?: number
    atMost?: number
    never?: boolean
  }
}[OperationName]

export type Expectation = {
  inOrder?: boolean
  /** How long to wait for calls, in milliseconds. */
  within?: number
  /** Only calls after this time, or after the call with this number. */
  since?: string | number
}

/** Chooses scenarios by name, or defines one for this test. Rejects if one of them, or the time, cannot be used. */
export function useScenario(scenario: string | readonly string[] | Scenario, options?: Options): Promise<World>

/** Rejects with the nearest calls and their differences, in at most five lines, if the calls of the world are others. */
export function expectCalls(world: World, calls: readonly ExpectedCall[], expectation?: Expectation): Promise<void>

/** The calls to release. */
export type ReleasedCalls = { [Name in OperationName]: CallsOf<Name> }[OperationName]

/**
 * Releases the calls of the world that a behaviour with `hold` holds, and resolves to their number. Without `calls` it releases all. Waits
 * up to `within` milliseconds, 5000 by default, for the first of them, and rejects if none comes.
 */
export function releaseCalls(world: World, calls?: ReleasedCalls, options?: { within?: number }): Promise<number>
