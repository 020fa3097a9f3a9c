import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { TSchema } from 'typebox'
import { type Answers, createAnswers } from '#contract/answers'
import { isObject } from '#contract/json'
import type { OperationName } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { type ApiCallOptions, createApiCall } from './api-call'
import { type Answer, ContentError, type ContentSource, defaultRetryAfter, noAnswer } from './content-source'

export type RemoteSourceOptions = ApiCallOptions & {
  /** The source that answers if the API fails and no earlier response is cached. */
  fallback?: ContentSource
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** The longest duration of a call, including its time in the queue, in milliseconds. */
  timeout?: number
}

/** A response of the API. Its times are those of `performance.now()`, because the wall clock can be set back. */
type GoodAnswer = Answer & { freshUntil: number }

/** The time for which a response is fresh, in milliseconds. */
const freshTime = 10_000

/** The timeout of a call while a stale response is cached, in milliseconds. */
const staleTimeout = 3_000

/** The shortest timeout while the API does not respond, in milliseconds. It is long enough to notice that the API works again. */
const minTimeout = 500

/** The maximum number of concurrent calls. */
const maxCalls = 16

/** The maximum number of calls in the queue. Requests that would add more get no call, so that their keys cannot fill the memory. */
const maxQueued = 1_000

/** The maximum number of cached responses, and of the characters of all of them together. */
const maxAnswers = 1_000
const maxText = 64 * 2 ** 20

/** The maximum number of characters in the keys of calls for items that do not exist. */
const maxKeyText = 2 ** 20

/**
 * Creates a content source that calls a remote API. Joins identical calls in flight, caches responses for `freshTime`, and serves
 * the last good response while the API fails. While the host does not respond, the timeout of later calls is shorter. While the API
 * asks to wait, no call is made.
 */
export function createRemoteSource(options: RemoteSourceOptions): ContentSource {
  const { fallback, log, product, timeout = 8_000 } = options
  const { call, pauseError } = createApiCall(options)
  const { payloads } = createSchemas(product)
  const lastGood = new LRUCache<string, GoodAnswer>({ max: maxAnswers, maxSize: maxText })
  /** When the API answered that an item does not exist (404), by the call's key. */
  const missingSince = new LRUCache<string, number>({
    max: maxAnswers,
    maxSize: maxKeyText,
    sizeCalculation: (_, key) => key.length,
  })
  /** The digest of the response that an answer's data were read from. */
  const digests = new WeakMap<object, string>()
  const inFlight = new Map<string, Promise<Answer>>()
  const inTurn = pLimit(maxCalls)
  /** The operations whose last response was unusable, and `host` if the host did not respond. */
  const failing = new Set<OperationName | 'host'>()
  /** The start of the first call without a reply, by `performance.now()`. `undefined` after a reply, even after an error. */
  let silentSince: number | undefined
  let homeAnswers: ({ home: object } & Answers) | undefined

  async function fetchAnswer(key: string, name: OperationName, payload: object): Promise<Answer> {
    silentSince ??= performance.now()
    const signal = AbortSignal.timeout(timeout)
    try {
      // Retries after a delay only if nothing else can be answered, and only at the beginning of an outage.
      const retriesLater = !lastGood.has(key) && !failing.has('host') && !failing.has(name)
      const retryUntil = performance.now() + (retriesLater ? timeout : 0)
      const { data: received, length, digest } = await inTurn(() => call(name, payload, { signal, retryUntil }))
      silentSince = undefined
      if (failing.delete('host')) log.info('the API answers again')
      if (failing.delete(name)) log.info({ operation: name }, `the API answers ${name} again`)
      const fetchedAt = performance.now()
      // Keeps the object of an unchanged response, because its search index and its representations are cached for the object.
      const last = lastGood.get(key)?.data
      const data = received && last && digests.get(last) === digest ? last : received
      if (data) digests.set(data, digest)
      const answer: GoodAnswer = { data, by: 'upstream', freshUntil: fetchedAt + freshTime }
      // Deletes an item that the API no longer has (404). Otherwise the item would come back while the API fails.
      if (data) lastGood.set(key, answer, { size: length })
      else {
        lastGood.delete(key)
        missingSince.set(key, fetchedAt)
      }
      return answer
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      if (error.kind !== 'timeout') silentSince = undefined
      throw error
    } finally {
      inFlight.delete(key)
    }
  }

  function logFailure(name: OperationName, { message, kind, retryAfter }: ContentError): void {
    const subject = kind === 'unusable' && retryAfter === undefined ? name : 'host'
    if (failing.has(subject)) return
    failing.add(subject)
    const instead = fallback ? 'last good answers or the fixtures stand in' : 'last good answers stand in'
    log.warn({ operation: name }, `the API ${message} (${name}): ${instead}`)
  }

  /**
   * Returns the last good response, else the fallback's, else the item from the last good home data. Rejects with the error if there
   * is none of them, because a fallback does not know which items the API has.
   */
  async function answerInstead(name: OperationName, payload: object, error: ContentError): Promise<Answer> {
    logFailure(name, error)
    const key = callKey(name, payload)
    const instead = { reason: error.message, freshUntil: performance.now() + defaultRetryAfter }
    const last = lastGood.get(key)
    if (last) return { ...last, staleSince: fetchTime(last), ...instead }
    if (!fallback) throw error
    const substitute = await fallback.ask(name, payload)
    if (substitute.data) return { ...substitute, ...instead }
    const home = lastGood.get(homeKey)
    const data = home && fetchTime(home) > (missingSince.get(key) ?? 0) && answerFromHome(home.data, name, payload)
    if (!data) throw error
    return { data, by: 'upstream', staleSince: fetchTime(home), ...instead }
  }

  function answerFromHome(data: unknown, name: OperationName, payload: object): object | undefined {
    const home = Array.isArray(data) && isObject(data[0]) ? data[0] : {}
    if (homeAnswers?.home !== home) homeAnswers = { home, ...createAnswers(home, product) }
    return homeAnswers.answer(name, payload)
  }

  function freshAnswer(key: string): Answer | undefined {
    const last = lastGood.get(key)
    return last && performance.now() < last.freshUntil ? last : undefined
  }

  return {
    isRemote: true,
    isCostly: (name, payload) => !pauseError() && !freshAnswer(callKey(name, knownFields(payloads[name], payload))),
    onChange: (listener) => fallback?.onChange(listener),
    ask: async (name, given, maxWait = timeout) => {
      const payload = knownFields(payloads[name], given)
      const key = callKey(name, payload)
      const fresh = freshAnswer(key)
      if (fresh) return fresh
      if (!inFlight.has(key) && inTurn.pendingCount >= maxQueued)
        return answerInstead(name, payload, new ContentError('has too many calls in its queue', 'unreachable'))
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

function fetchTime({ freshUntil }: GoodAnswer): number {
  return freshUntil - freshTime
}

const homeKey = callKey('homeData', {})

function callKey(name: OperationName, payload: object): string {
  return JSON.stringify([name, payload])
}

/** Returns only the fields of the payload that the schema names, in its order, so that equal calls have equal keys. */
function knownFields(schema: TSchema | undefined, payload: unknown): object {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  const given = { ...(payload as Record<string, unknown> | undefined) }
  const fields = Object.keys(properties).filter((field) => Object.hasOwn(given, field))
  return Object.fromEntries(fields.map((field) => [field, given[field]]))
}

/** Rejects with a ContentError if the call takes more than `milliseconds`, but does not cancel the call. */
function within<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const timedOut = wait(milliseconds, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new ContentError(noAnswer, 'timeout')
  })
  return Promise.race([call, timedOut]).finally(() => timer.abort())
}
