import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Api, ApiError, type ApiErrorKind } from '../../client/data/api'
import { homeQuery, type Query } from '../../client/data/queries'
import { createQueryClient, isPassing, retryDelay, retryNow, settled } from '../../client/data/query-client'
import { generateContent } from '../support/generated-content'

const failure = (kind: ApiErrorKind, status = 0) => new ApiError('blogs', kind, status, 'x')
const queryKey: Query = ['blogs', undefined]
const blogs = { queryKey }

test.each([
  [failure('network'), true],
  [failure('timeout'), true],
  [failure('status', 500), true],
  [failure('status', 503), true],
  [failure('status', 429), true],
  [failure('status', 408), true],
  [failure('status', 404), false],
  [failure('status', 400), false],
  [failure('status', 403), false],
  [failure('shape', 200), false],
  [failure('shape', 404), false],
  [new TypeError('a fault of our own'), false],
])('%s may pass: %s', (error, expected) => {
  expect(isPassing(error)).toBe(expected)
})

test('the delay before a retry grows to half a minute, with jitter, and is never shorter than Retry-After', () => {
  const delays = Array.from({ length: 12 }, (_, failureCount) => retryDelay(failureCount, failure('network')))
  expect(delays[0]).toBeLessThan(400)
  for (const [index, delay] of delays.entries()) {
    const middle = index === 0 ? 300 : Math.min(1_200 * 1.5 ** (index - 1), 30_000)
    expect(Math.abs(delay - middle)).toBeLessThanOrEqual(middle / 4)
  }
  expect(new Set(Array.from({ length: 9 }, () => retryDelay(1, failure('network')))).size).toBeGreaterThan(1)
  const busy = new ApiError('blogs', 'status', 429, 'x', { retryAfter: 30_000 })
  expect(retryDelay(0, busy)).toBe(30_000)
})

describe('a call', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  /** A query client over an API that fails with these errors in turn and then answers. */
  function failing(...errors: ApiError[]) {
    const api = vi.fn(async () => {
      const error = errors.shift()
      if (error) throw error
      return ['answer']
    })
    return { client: createQueryClient(api as Api), calls: api.mock.calls }
  }

  /** Observes the query for so many milliseconds, as a page does. */
  async function observe(client: ReturnType<typeof createQueryClient>, milliseconds: number) {
    const observer = new QueryObserver(client, blogs)
    onTestFinished(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(milliseconds)
    return observer.getCurrentResult()
  }

  test('that fails once is retried at once', async () => {
    const { client, calls } = failing(failure('status', 503))
    expect(await observe(client, 600)).toMatchObject({ status: 'success', data: ['answer'] })
    expect(calls).toHaveLength(2)
  })

  test.each([failure('status', 404), failure('status', 403), failure('shape', 200)])(
    'that failed with %s is not retried',
    async (error) => {
      const { client, calls } = failing(...Array(99).fill(error))
      expect(await observe(client, 3_600_000)).toMatchObject({ status: 'error', error })
      expect(calls).toHaveLength(1)
    },
  )

  test('that keeps failing is retried ever less often, and no longer after some minutes', async () => {
    const { client, calls } = failing(...Array(999).fill(failure('status', 500)))
    await observe(client, 40_000)
    expect(calls.length).toBeGreaterThan(4)
    expect(calls.length).toBeLessThan(12)
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    const { length } = calls
    expect(client.getQueryState(queryKey)?.status).toBe('error')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(calls).toHaveLength(length)
  })

  test('is not retried before Retry-After, and not at all after a long one', async () => {
    const busy = (retryAfter: number) => new ApiError('blogs', 'status', 429, 'x', { retryAfter })
    const { client, calls } = failing(busy(30_000))
    await observe(client, 29_000)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(calls).toHaveLength(2)
    const patient = failing(busy(3_600_000))
    await observe(patient.client, 7_200_000)
    expect(patient.calls).toHaveLength(1)
  })

  test('that several callers make at once is sent once', async () => {
    const { client, calls } = failing()
    expect(await Promise.all([client.query(blogs), client.query(blogs)])).toHaveLength(2)
    expect(calls).toHaveLength(1)
  })

  test('is settled with its answer, or when the quick retry has failed too', async () => {
    const good = failing(failure('network'))
    const answered = settled(good.client, queryKey)
    await vi.advanceTimersByTimeAsync(600)
    await answered
    expect(good.client.getQueryData(queryKey)).toStrictEqual(['answer'])
    const bad = failing(...Array(99).fill(failure('network')))
    const failed = settled(bad.client, queryKey)
    await vi.advanceTimersByTimeAsync(600)
    await failed
    expect(bad.client.getQueryState(queryKey)).toMatchObject({ data: undefined, fetchFailureCount: 2 })
  })

  test('that hangs is cancelled when the visitor leaves, unless a component observes it', async () => {
    const hanging = () => new Promise<never>(() => undefined)
    for (const [isObserved, fetchStatus] of [
      [false, 'idle'],
      [true, 'fetching'],
    ] as const) {
      const client = createQueryClient(hanging as Api)
      if (isObserved) onTestFinished(new QueryObserver(client, { ...blogs, enabled: false }).subscribe(() => undefined))
      const leaving = new AbortController()
      const done = settled(client, queryKey, leaving.signal)
      leaving.abort()
      await done
      expect(client.getQueryState(queryKey)?.fetchStatus).toBe(fetchStatus)
    }
  })

  test('that hangs is sent again on demand', async () => {
    let count = 0
    const api = () => (count++ === 0 ? new Promise<never>(() => undefined) : Promise.resolve(['answer']))
    const client = createQueryClient(api as Api)
    void settled(client, queryKey)
    await retryNow(client, queryKey)
    expect(client.getQueryData(queryKey)).toStrictEqual(['answer'])
  })

  test('for the home data is made once', async () => {
    const content = generateContent({ seed: 9, size: 3 })
    const homeData = vi.fn(async () => [content])
    const client = createQueryClient(homeData as Api)
    for (let count = 0; count < 3; count++) {
      expect(await client.query({ queryKey: homeQuery })).toStrictEqual([content])
      await vi.advanceTimersByTimeAsync(3_600_000)
    }
    expect(homeData).toHaveBeenCalledTimes(1)
  })
})
