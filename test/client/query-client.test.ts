import { focusManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { QueryKey } from '#contract/operations'
import { type Api, ApiError, type ApiErrorKind } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { createQueryClient, isFailing, isPassing, retryDelay, retryNow, settled } from '../../client/data/query-client'

const failure = (kind: ApiErrorKind, status = 0) => new ApiError('blogs', kind, status, 'x')
const queryKey: QueryKey = ['blogs', undefined]
const blogs = { queryKey }

const statuses = (...all: number[]) => all.map((status) => failure('status', status))

test.each([
  [true, [failure('network'), ...statuses(500, 503, 429, 425, 408)]],
  [
    false,
    [...statuses(404, 400, 403), failure('shape', 200), failure('shape', 404), new TypeError('our own violation')],
  ],
])('whether each failure may pass is %s: %s', (expected, errors) => {
  for (const error of errors) expect([error, isPassing(error)]).toStrictEqual([error, expected])
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

test.each([
  [true, 'error', 0, 'idle'],
  [true, 'pending', 2, 'fetching'],
  [true, 'pending', 1, 'paused'],
  [false, 'pending', 1, 'fetching'],
  [false, 'pending', 0, 'paused'],
] as const)('that a query fails is %s: %s, failed %i times, %s', (expected, status, failureCount, fetchStatus) => {
  expect(isFailing({ status, failureCount, fetchStatus })).toBe(expected)
})

describe('a call', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  /** Makes a query client with an API that fails with these errors in turn, and then answers. */
  function failing(...errors: ApiError[]) {
    const api = vi.fn(async () => {
      const error = errors.shift()
      if (error) throw error
      return ['answer']
    })
    return { client: createQueryClient(api as Api), calls: api.mock.calls }
  }

  /** Observes the query for some milliseconds, as a page does. */
  async function observe(client: ReturnType<typeof createQueryClient>, milliseconds: number) {
    const observer = new QueryObserver(client, blogs)
    onTestFinished(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(milliseconds)
    return observer.getCurrentResult()
  }

  const busy = (retryAfter: number) => new ApiError('blogs', 'status', 429, 'x', { retryAfter })
  test.each<[fact: string, errors: ApiError[], milliseconds: number, calls: number, result: object]>([
    ['that fails once is retried at once', statuses(503), 600, 2, { status: 'success', data: ['answer'] }],
    ['that failed for good is not retried', statuses(404), 3_600_000, 1, { status: 'error' }],
    ['is not retried before Retry-After', [busy(30_000)], 29_000, 1, { status: 'pending' }],
    ['is retried after it', [busy(30_000)], 31_000, 2, { status: 'success' }],
    ['is not retried if that is long', [busy(3_600_000)], 7_200_000, 1, { status: 'error' }],
  ])('%s', async (_, errors, milliseconds, count, expected) => {
    const { client, calls } = failing(...errors)
    expect(await observe(client, milliseconds)).toMatchObject(expected)
    // The next page that shows the query does not repeat the calls either.
    await observe(client, 0)
    expect(calls).toHaveLength(count)
  })

  test('that keeps failing is retried ever less often, and no longer after some minutes', async () => {
    const { client, calls } = failing(...Array(999).fill(failure('status', 500)))
    await observe(client, 0)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(calls.length).toBeGreaterThan(4)
    expect(calls.length).toBeLessThan(12)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(client.getQueryState(queryKey)).toMatchObject({ status: 'error', fetchStatus: 'idle' })
    expect(calls).toHaveLength(15)
  })

  test('is settled with its answer, or when the quick retry has failed too', async () => {
    for (const [failures, state] of [
      [1, { data: ['answer'] }],
      [99, { data: undefined, fetchFailureCount: 2 }],
    ] as const) {
      const { client } = failing(...Array(failures).fill(failure('network')))
      const done = settled(client, queryKey)
      await vi.advanceTimersByTimeAsync(600)
      await done
      expect(client.getQueryState(queryKey)).toMatchObject(state)
    }
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
      void settled(client, homeQuery)
      const done = settled(client, queryKey, leaving.signal)
      leaving.abort()
      await done
      expect(client.getQueryState(queryKey)?.fetchStatus).toBe(fetchStatus)
      expect(client.getQueryState(homeQuery)?.fetchStatus).toBe('fetching')
    }
  })

  test('that hangs is sent again on demand, as one that was answered is', async () => {
    const api = vi.fn(async () => ['answer']).mockImplementationOnce(() => new Promise(() => undefined))
    const client = createQueryClient(api as Api)
    void settled(client, queryKey)
    await retryNow(client, queryKey)
    expect(client.getQueryData(queryKey)).toStrictEqual(['answer'])
    await vi.advanceTimersByTimeAsync(60_000)
    await settled(client, queryKey)
    expect(api).toHaveBeenCalledTimes(2)
    await retryNow(client, queryKey)
    expect(api).toHaveBeenCalledTimes(3)
  })

  test.each([
    ['four minutes, when it failed', statuses(404), 4, 2],
    ['four minutes', [], 4, 1],
    ['six minutes', [], 6, 2],
    ['a clock that was set back', [], -6, 2],
  ])('of a page is made again when the visitor comes back to the tab after %s', async (_, errors, minutes, count) => {
    const { client, calls } = failing(...errors)
    client.mount()
    onTestFinished(() => {
      client.unmount()
      focusManager.setFocused(undefined)
    })
    focusManager.setFocused(false)
    await observe(client, Math.max(0, minutes) * 60_000)
    if (minutes < 0) vi.setSystemTime(Date.now() + minutes * 60_000)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(calls).toHaveLength(count)
  })

  test('for the home data is made once', async () => {
    const { client, calls } = failing()
    for (let count = 0; count < 3; count++) {
      expect(await client.query({ queryKey: homeQuery })).toStrictEqual(['answer'])
      await vi.advanceTimersByTimeAsync(3_600_000)
    }
    expect(calls).toHaveLength(1)
  })
})
