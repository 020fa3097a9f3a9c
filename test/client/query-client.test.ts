import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Api, ApiError, type ApiErrorKind, createApi } from '../../client/data/api'
import { homeQuery, type Query } from '../../client/data/queries'
import { createQueryClient, meaningOf } from '../../client/data/query-client'
import { generateContent } from '../generated-content'

const failure = (kind: ApiErrorKind, status = 0) => new ApiError('blogs', kind, status, 'x')
const queryKey: Query = ['blogs', undefined]
const blogs = { queryKey }

test.each([
  [failure('status', 404), 'missing'],
  [failure('network'), 'passing'],
  [failure('status', 500), 'passing'],
  [failure('status', 503), 'passing'],
  [failure('status', 429), 'passing'],
  [failure('status', 408), 'passing'],
  [failure('status', 400), 'lasting'],
  [failure('status', 403), 'lasting'],
  [failure('shape', 200), 'lasting'],
  [failure('shape', 404), 'lasting'],
  // It has already been waited for.
  [failure('timeout'), 'lasting'],
  [new TypeError('a fault of our own'), 'lasting'],
])('%s is %s', (error, meaning) => {
  expect(meaningOf(error)).toBe(meaning)
})

describe('a call', () => {
  let onLine = true
  beforeEach(() => {
    onLine = true
    vi.useFakeTimers()
    vi.stubGlobal('navigator', {
      get onLine() {
        return onLine
      },
    })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
  })

  /** A query client over an API that fails with these errors, one after the other, and then answers. */
  function failing(...errors: ApiError[]) {
    const api = vi.fn(async () => {
      const error = errors.shift()
      if (error) throw error
      return ['answer']
    })
    return { client: createQueryClient(api as Api), calls: api.mock.calls }
  }

  const outcome = async (answer: Promise<unknown>) => {
    const settled = answer.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(600)
    return settled
  }

  test('that fails in passing is made once more', async () => {
    const { client, calls } = failing(failure('status', 503))
    expect(await outcome(client.query(blogs))).toStrictEqual(['answer'])
    expect(calls).toHaveLength(2)
  })

  test('is not, without a line', async () => {
    onLine = false
    const error = failure('network')
    const { client, calls } = failing(error)
    expect(await outcome(client.query(blogs))).toBe(error)
    expect(calls).toHaveLength(1)
  })

  test.each([failure('status', 404), failure('status', 400), failure('shape', 200)])(
    'that has failed with %s is not',
    async (error) => {
      const { client, calls } = failing(error)
      expect(await outcome(client.query(blogs))).toBe(error)
      expect(calls).toHaveLength(1)
    },
  )

  test('of several at once is one', async () => {
    const { client, calls } = failing()
    expect(await outcome(Promise.all([client.query(blogs), client.query(blogs)]))).toHaveLength(2)
    expect(calls).toHaveLength(1)
  })

  test('after a failure has less time, and then ever more', async () => {
    // Never answers but gives way to its signal, as the platform's does.
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', reject))
    const client = createQueryClient(createApi({ baseUrl: '', fetch }))
    const times: number[] = []
    for (let count = 0; count < 3; count++) {
      const start = Date.now()
      void client.query(blogs).catch(() => times.push(Date.now() - start))
      await vi.advanceTimersByTimeAsync(20_000)
    }
    const [first = 0, second = 0, third = 0] = times
    expect(first).toBeGreaterThan(third)
    expect(third).toBeGreaterThan(second)
  })

  test('that takes longer than three seconds counts as failed until it is answered', async () => {
    let arrive: (answer: Response) => void = () => undefined
    const late = new Promise<Response>((resolve) => {
      arrive = resolve
    })
    const client = createQueryClient(createApi({ baseUrl: '', fetch: () => late }))
    const answer = client.query(blogs)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(client.getQueryState(queryKey)?.error).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    expect(client.getQueryState(queryKey)?.error).toMatchObject({ kind: 'timeout' })
    arrive(Response.json({ data: ['the answer'] }))
    expect(await answer).toStrictEqual(['the answer'])
    expect(client.getQueryState(queryKey)?.error).toBeNull()
  })

  test('for the home data is made once, and its answer is stored with its time', async () => {
    const content = generateContent({ seed: 9, size: 3 })
    const homeData = vi.fn(async () => [content])
    const write = vi.fn(async () => undefined)
    const client = createQueryClient(homeData as Api, { read: async () => undefined, write })
    for (let count = 0; count < 3; count++) {
      expect(await client.query({ queryKey: homeQuery })).toStrictEqual([content])
      await vi.advanceTimersByTimeAsync(3_600_000)
    }
    expect(homeData).toHaveBeenCalledTimes(1)
    expect(write.mock.calls).toStrictEqual([[{ home: content, at: client.getQueryState(homeQuery)?.dataUpdatedAt }]])
  })
})
