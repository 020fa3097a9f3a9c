import type { Answers, OperationName, QueryKey } from '#contract/operations'
import { type Answer, ContentError, type ContentSource, defaultRetryAfter } from '../api/content-source'
import type { AgedAnswer, ApiError } from './render'

/** The longest wait for content, in milliseconds. Then the app shell is sent, which calls the API from the browser. */
const contentTimeout = 3_000

/** The age and origin of a page's answers. Times are those of `performance.now()`. */
export type PageOrigin = {
  /** False if an answer is missing. */
  isComplete: boolean
  hasTimedOut: boolean
  /** The longest time that the source asks to wait after a failed call, in milliseconds. */
  retryAfter: number
  /** The fetch time of the oldest stale answer. */
  staleSince: number | undefined
  freshUntil: number | undefined
  /** The answer that `x-answered-by` describes: one from the fixtures, else a stale or fallback one, else the first. */
  told: Answer | undefined
  /** The home data in the list that the API returns. */
  home: object | undefined
}

/**
 * Asks a content source for the answers of one page, which is made at the time `now` or the present. `origin` sums up the age and origin
 * of the answers that have come.
 */
export function createPageAnswers(source: ContentSource, Failure: typeof ApiError, now?: number) {
  const calls: { name: OperationName; answer?: Answer; error?: ContentError }[] = []

  async function ask<Name extends OperationName>([name, payload]: QueryKey<Name>): Promise<AgedAnswer<Name>> {
    const call: (typeof calls)[number] = { name }
    calls.push(call)
    const answer = await source.ask(name, payload, contentTimeout).catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error
      call.error = error
      throw new Failure(name, 'network', 0, error.message, { cause: error })
    })
    call.answer = answer
    const { data, staleSince } = answer
    if (data === undefined) throw new Failure(name, 'status', 404, 'not found')
    return {
      data: data as Answers[Name],
      // The browser compares this time with its own clock, so it is in milliseconds since 1970.
      ...(staleSince !== undefined && {
        staleSince: Math.round((now ?? Date.now()) - (performance.now() - staleSince)),
      }),
    }
  }

  function origin(): PageOrigin {
    const answers = calls.flatMap(({ answer }) => answer ?? [])
    const errors = calls.flatMap(({ error }) => error ?? [])
    return {
      isComplete: answers.length === calls.length,
      hasTimedOut: errors.some(({ kind }) => kind === 'timeout'),
      retryAfter: Math.max(defaultRetryAfter, ...errors.map(({ retryAfter = 0 }) => retryAfter)),
      staleSince: earliest(answers.map(({ staleSince }) => staleSince)),
      freshUntil: earliest(answers.map(({ freshUntil }) => freshUntil)),
      told: answers.find(({ by }) => by === 'fixtures') ?? answers.find(({ reason }) => reason) ?? answers[0],
      home: calls.find(({ name, answer }) => name === 'homeData' && answer)?.answer?.data,
    }
  }

  return { ask, origin }
}

function earliest(times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}
