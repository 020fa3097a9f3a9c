import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { OperationName } from '#contract/operations'
import { type ApiCallOptions, createApiCall } from './api-call'
import { type Answer, ContentError, type ContentSource, noAnswer } from './content-source'

export type RemoteSourceOptions = ApiCallOptions & {
  /** The source that answers if the API fails and no earlier response is cached. */
  fallback?: ContentSource
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** The longest duration of a call, including its time in the queue, in milliseconds. */
  timeout?: number
}

type GoodAnswer = Answer & { freshUntil: number }

/** The time for which a response is fresh, in milliseconds. */
const freshTime = 10_000

/** The time for which a page with stale or fallback data is cached, in milliseconds. */
const retryTime = 2_000

/** The timeout of a call while a stale response is cached, in milliseconds. */
const staleTimeout = 3_000

/** The shortest timeout while the API does not respond, in milliseconds. It is long enough to notice that the API works again. */
const minTimeout = 500

/** The maximum number of concurrent calls. */
const mostCalls = 16

/** The maximum number of cached responses, and of the characters of all of them together. */
const mostAnswers = 1_000
const mostText = 64 * 2 ** 20

/**
 * Creates a content source that calls a remote API. Joins identical calls in flight, caches responses for `freshTime`, and serves
 * the last good response while the API fails. While the host does not respond, the timeout of later calls is shorter.
 */
export function createRemoteSource(options: RemoteSourceOptions): ContentSource {
  const { fallback, log, timeout = 8_000 } = options
  const call = createApiCall(options)
  const lastGood = new LRUCache<string, GoodAnswer>({ max: mostAnswers, maxSize: mostText })
  const inFlight = new Map<string, Promise<Answer>>()
  const inTurn = pLimit(mostCalls)
  /** The operations whose last response was unusable, and `host` if the host did not respond. */
  const failing = new Set<OperationName | 'host'>()
  /** The start of the first call without a reply, by `performance.now()`. `undefined` after a reply, even after an error. */
  let silentSince: number | undefined

  async function fetchAnswer(key: string, name: OperationName, payload: unknown): Promise<Answer> {
    silentSince ??= performance.now()
    const signal = AbortSignal.timeout(timeout)
    try {
      const { data, length } = await inTurn(() => call(name, payload, signal))
      silentSince = undefined
      if (failing.delete('host')) log.info('the API answers again')
      if (failing.delete(name)) log.info({ operation: name }, `the API answers ${name} again`)
      const answer: GoodAnswer = { data, by: 'upstream', freshUntil: Date.now() + freshTime }
      // Deletes an item that the API no longer has (404). Otherwise the item would come back while the API fails.
      if (data) lastGood.set(key, answer, { size: length })
      else lastGood.delete(key)
      return answer
    } catch (error) {
      if (error instanceof ContentError && error.kind !== 'timeout') silentSince = undefined
      throw error
    } finally {
      inFlight.delete(key)
    }
  }

  function logFailure(name: OperationName, { message, kind }: ContentError): void {
    const subject = kind === 'unusable' ? name : 'host'
    if (failing.has(subject)) return
    failing.add(subject)
    const instead = fallback ? 'last good answers or the fixtures stand in' : 'last good answers stand in'
    log.warn({ operation: name }, `the API ${message} (${name}): ${instead}`)
  }

  /** Returns the last good response, else the fallback's response. Rejects with the error if there is neither. */
  async function answerInstead(name: OperationName, payload: unknown, error: ContentError): Promise<Answer> {
    logFailure(name, error)
    const instead = { reason: error.message, freshUntil: Date.now() + retryTime }
    const last = lastGood.get(keyOf(name, payload))
    if (last) return { ...last, staleSince: last.freshUntil - freshTime, ...instead }
    if (!fallback) throw error
    return { ...(await fallback.ask(name, payload)), ...instead }
  }

  function freshAnswer(key: string): Answer | undefined {
    const last = lastGood.get(key)
    return last && Date.now() < last.freshUntil ? last : undefined
  }

  return {
    isRemote: true,
    isCostly: (name, payload) => !freshAnswer(keyOf(name, payload)),
    onChange: (listener) => fallback?.onChange(listener),
    ask: async (name, payload, maxWait = timeout) => {
      const key = keyOf(name, payload)
      const fresh = freshAnswer(key)
      if (fresh) return fresh
      const fetching = inFlight.get(key) ?? fetchAnswer(key, name, payload)
      inFlight.set(key, fetching)
      const silence = silentSince === undefined ? 0 : performance.now() - silentSince
      const longest = lastGood.has(key) ? Math.min(maxWait, staleTimeout) : maxWait
      try {
        return await within(Math.max(minTimeout, longest - silence), fetching)
      } catch (error) {
        if (error instanceof ContentError) return answerInstead(name, payload, error)
        throw error
      }
    },
  }
}

function keyOf(name: OperationName, payload: unknown): string {
  return JSON.stringify([name, payload])
}

/** Rejects with a ContentError if the call takes more than `milliseconds`, but does not cancel the call. */
function within<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = wait(milliseconds, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new ContentError(noAnswer, 'timeout')
  })
  return Promise.race([call, late]).finally(() => timer.abort())
}
