import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { OperationName } from '#contract/operations'
import { createApiCall } from './api-call'
import { type Answer, ContentError, type ContentSource, noAnswer } from './content-source'

export type RemoteSourceOptions = {
  /** Address of the API without `/api`. */
  address: string
  product: string
  /** Answers when the API fails and has given no good answer before. */
  fallback?: ContentSource
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Longest duration of a call with its wait for a turn, in milliseconds. */
  timeout?: number
  /** Most bytes that are read of a response. */
  mostBytes?: number
}

type LastGood = { data: object; fetchedAt: number; length: number }

/** How long an answer is fresh, in milliseconds. */
const freshTime = 10_000

/** How long a page that shows a stale answer or the fallback is cached, in milliseconds. */
const retryTime = 2_000

/** How long to wait for a call when there is a last good answer, in milliseconds. */
const stalePatience = 3_000

/** How long to wait, in milliseconds, when the API has been silent for longer: enough for one that is back to answer. */
const leastPatience = 500

/** Calls in flight at a time. */
const mostCalls = 16

/** Last good answers cached: their number, and their length as text. */
const mostAnswers = 1_000
const mostText = 64 * 2 ** 20

/**
 * An API elsewhere. Identical calls in flight are joined, answers are fresh for some seconds, and the last good answer stands in
 * when the API fails. Its silence is remembered for the host: later asks wait only for the rest of their time.
 */
export function createRemoteSource(options: RemoteSourceOptions): ContentSource {
  const { fallback, log, timeout = 8_000 } = options
  const call = createApiCall(options)
  const lastGood = new LRUCache<string, LastGood>({
    max: mostAnswers,
    maxSize: mostText,
    sizeCalculation: ({ length }) => length,
  })
  const inFlight = new Map<string, Promise<Answer>>()
  const inTurn = pLimit(mostCalls)
  /** Operations that failed when last called, and the whole host. */
  const failing = new Set<OperationName | 'host'>()
  /** Start of the earliest call since the host last responded, by `performance.now()`. */
  let silentSince: number | undefined

  async function fetchAnswer(key: string, name: OperationName, payload: unknown): Promise<Answer> {
    silentSince ??= performance.now()
    const signal = AbortSignal.timeout(timeout)
    try {
      const { data, length } = await inTurn(() => call(name, payload, signal))
      silentSince = undefined
      if (failing.delete('host')) log.info('the API answers again')
      if (failing.delete(name)) log.info({ operation: name }, `the API answers ${name} again`)
      const fetchedAt = Date.now()
      // An item that is gone must not come back when the API fails.
      if (data) lastGood.set(key, { data, fetchedAt, length })
      else lastGood.delete(key)
      return { data, by: 'upstream', freshUntil: fetchedAt + freshTime }
    } catch (error) {
      if (error instanceof ContentError && error.kind !== 'late') silentSince = undefined
      throw error
    } finally {
      inFlight.delete(key)
    }
  }

  function tellFailure(name: OperationName, { message, kind }: ContentError): void {
    const subject = kind === 'unusable' ? name : 'host'
    if (failing.has(subject)) return
    failing.add(subject)
    const instead = fallback ? 'last good answers or the fixtures stand in' : 'last good answers stand in'
    log.warn({ operation: name }, `the API ${message} (${name}): ${instead}`)
  }

  async function answerInstead(
    key: string,
    name: OperationName,
    payload: unknown,
    error: ContentError,
  ): Promise<Answer> {
    tellFailure(name, error)
    const { message: reason } = error
    const freshUntil = Date.now() + retryTime
    const last = lastGood.get(key)
    if (last) return { data: last.data, by: 'upstream', staleSince: last.fetchedAt, reason, freshUntil }
    if (!fallback) throw error
    return { ...(await fallback.ask(name, payload)), reason, freshUntil }
  }

  function freshAnswer(key: string): Answer | undefined {
    const { data, fetchedAt = 0 } = lastGood.get(key) ?? {}
    const freshUntil = fetchedAt + freshTime
    return data && Date.now() < freshUntil ? { data, by: 'upstream', freshUntil } : undefined
  }

  return {
    isRemote: true,
    isCostly: (name, payload) => !freshAnswer(keyOf(name, payload)),
    onChange: (listener) => fallback?.onChange(listener),
    ask: async (name, payload, patience = timeout) => {
      const key = keyOf(name, payload)
      const fresh = freshAnswer(key)
      if (fresh) return fresh
      const fetching = inFlight.get(key) ?? fetchAnswer(key, name, payload)
      inFlight.set(key, fetching)
      const silence = silentSince === undefined ? 0 : performance.now() - silentSince
      const longest = lastGood.has(key) ? Math.min(patience, stalePatience) : patience
      try {
        return await within(Math.max(leastPatience, longest - silence), fetching)
      } catch (error) {
        if (error instanceof ContentError) return answerInstead(key, name, payload, error)
        throw error
      }
    },
  }
}

function keyOf(name: OperationName, payload: unknown): string {
  return JSON.stringify([name, payload])
}

/** Rejects with a ContentError when the call takes longer; the call goes on. */
async function within<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ContentError(noAnswer, 'late')), milliseconds).unref()
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
