import type { OperationName } from '#contract/operations'
import type { HomeData } from '#contract/schemas'
import { type Api, ApiError } from './api'
import { answerFromHome } from './home-answers'

/**
 * What a failed call means is decided here and nowhere else:
 * - `missing`: the API has answered that there is no such thing. That is an answer: nothing stands in for it.
 * - `passing`: it may well succeed in a moment, so it is tried again; all eleven operations only read, also those that POST.
 * - `lasting`: asking the same again gains nothing at once.
 * Whatever isn't `missing` is answered from the kept home data where that has it, and the visitor is told.
 */
export function meaningOf(error: unknown): 'missing' | 'passing' | 'lasting' {
  if (!(error instanceof ApiError)) return 'lasting'
  const { kind, status } = error
  if (kind === 'status' && status === 404) return 'missing'
  // 408, 425 and 429 ask for another try by name (RFC 9110, 8470, 6585).
  const isPassing = kind === 'network' || (kind === 'status' && (status >= 500 || [408, 425, 429].includes(status)))
  return isPassing ? 'passing' : 'lasting'
}

/** The home data as it is at hand, and the time (as `Date.now()` gives it) at which the API gave it. */
export type KeptHome = { home: HomeData; at: number }

/** What the loaders are told about the calls of one navigation, by its signal. */
export type Keeping = {
  /** When what stood in for an answer was fetched. */
  keptAt: WeakMap<AbortSignal, number>
  /** Navigations that have something better to show than a stand-in. */
  isRefused: WeakSet<AbortSignal>
  /** Those that show a stand-in already: they lose nothing by waiting for the answer. */
  isPatient: WeakSet<AbortSignal>
  /** What is no navigation, but fetched ahead of one: its failures are nobody's yet. */
  isAhead: WeakSet<AbortSignal>
  /** When the server gave the page that the browser has opened, as `Date.now()` gives it. */
  servedAt: number
  /** Gives what answers a navigation before the API does, if there is anything (`client/data/early-answers.ts`). */
  answerEarly?: (
    name: OperationName,
    payload: unknown,
    answer: Promise<unknown>,
    signal: AbortSignal,
  ) => Promise<Early | undefined>
  /** Which did: by the navigation, by the page's data until the API has said that it is right, and by what shows that page anew. */
  early: WeakMap<object, Early>
}

/** What stands for an answer that is on its way. */
export type Early = {
  found: unknown
  answer: Promise<unknown>
  /** Whether the answer says the same, once it has come; `false` also for a failure. */
  verdict: Promise<boolean>
  /** What is shown of a page made of it, or later of the answer: then the page `before`, where they say the same. */
  shows: (pageData: object, before: unknown) => unknown
}

export function createKeeping(servedAt = performance.timeOrigin): Keeping {
  return {
    keptAt: new WeakMap(),
    isRefused: new WeakSet(),
    isPatient: new WeakSet(),
    isAhead: new WeakSet(),
    early: new WeakMap(),
    servedAt,
  }
}

/** How long a passing failure is given before the one other try, in milliseconds; a random part of it more spreads visitors. */
const pause = 250

/** How long an answer is waited for while there is a kept one, in milliseconds. */
export const patience = 3_000

type Options = { signal?: AbortSignal }
type Call = (payload: unknown, options?: Options) => Promise<unknown>

/** The API with each of its calls as `wrap` makes it. */
export function everyCall(api: Api, wrap: (name: OperationName, call: Call) => Call): Api {
  return Object.fromEntries(
    (Object.keys(api) as OperationName[]).map((name) => [name, wrap(name, api[name] as Call)]),
  ) as Api // same keys, same calls
}

/** A call to be made once more. */
export type Again = (signal: AbortSignal) => Promise<unknown>

/**
 * The API with one other try for what failed in passing, given up with the page that asked. `noteFailure` is told of each call
 * of a page, known by its signal, that has failed for good: whoever keeps the page fresh makes that until it succeeds, and needs
 * no other. That is also who tries again when it is not `isHopeful`: there is no line, or something to show meanwhile.
 */
export function tryAgain(
  api: Api,
  noteFailure: (again: Again, signal: AbortSignal) => void,
  isHopeful: () => boolean | Promise<boolean> = () => true,
): Api {
  return everyCall(api, (_, call) => async (payload, options) => {
    const { signal } = options ?? {}
    const attempt = () => call(payload, options)
    try {
      return await attempt().catch(async (error: unknown) => {
        if (meaningOf(error) !== 'passing' || signal?.aborted || !(await isHopeful())) throw error
        await wait(pause * (1 + Math.random()))
        if (signal?.aborted) throw signal.reason
        return attempt()
      })
    } catch (error) {
      if (signal && !signal.aborted && meaningOf(error) !== 'missing')
        noteFailure((own) => call(payload, { signal: own }), signal)
      throw error
    }
  })
}

/**
 * The API with the kept home data standing in for what it fails to answer, or does not in time; and with early answers where there
 * are some. `noteLate` is told of an answer that is still on its way, as `noteFailure` is of a failure.
 */
export function standIn(
  api: Api,
  product: string,
  keeping: Keeping,
  kept: () => Promise<KeptHome | undefined>,
  noteLate: (again: Again, signal: AbortSignal) => void,
): Api {
  const { keptAt, isRefused, isPatient } = keeping
  return everyCall(api, (name, call) => async (payload, options) => {
    const { signal } = options ?? {}
    const underway = signal && keeping.early.get(signal)?.answer
    const answer = underway ?? call(payload, options)
    if (!signal || isRefused.has(signal)) return answer
    const early = await keeping.answerEarly?.(name, payload, answer, signal)
    if (early) {
      keeping.early.set(signal, early)
      return early.found
    }
    // Noted when it failed, but that counted for the page before it was shown anew.
    underway?.catch(() => noteLate((own) => call(payload, { signal: own }), signal))
    const instead = async () => {
      const { home, at } = (await kept()) ?? {}
      const found = home && answerFromHome(home, product, name, payload)
      if (found === undefined || signal.aborted) return undefined
      keptAt.set(signal, at ?? 0)
      return found
    }
    const onLate = isPatient.has(signal) ? undefined : () => noteLate(() => answer, signal)
    // What is underway has been waited for.
    return answerOr(answer, instead, onLate, underway ? 0 : patience)
  })
}

/**
 * The answer; or, when that fails, what `instead` finds; else the answer as it ends. The same when it takes longer than
 * `limit` in milliseconds, which is told by `onLate`; without that it may take as long as it likes.
 */
export async function answerOr<T>(
  answer: Promise<T>,
  instead: () => Promise<T | undefined>,
  onLate?: () => void,
  limit = patience,
): Promise<T> {
  const late = Symbol('late')
  let timer: ReturnType<typeof setTimeout> | undefined
  const lateness = new Promise<typeof late>((resolve) => {
    if (onLate) timer = setTimeout(resolve, limit, late)
  })
  try {
    const first = await Promise.race([answer, lateness])
    if (first !== late) return first
    answer.catch(() => undefined)
    onLate?.()
  } catch (error) {
    if (meaningOf(error) === 'missing') throw error
  } finally {
    clearTimeout(timer)
  }
  return (await instead()) ?? answer
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
