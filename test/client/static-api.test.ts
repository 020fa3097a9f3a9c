import { expect, onTestFinished, test, vi } from 'vitest'
import { longAway } from '../../client/data/query-client'
import { createStaticApi } from '../../client/data/static-api'
import { stopClock } from '../support/clock'
import { generateContent } from '../support/generated-content'

const content = generateContent({ seed: 31, size: 6 })

/** Creates the API of an export whose host `fetch` stands for, with the home data that an earlier visit has stored, if any. */
function startApi(stored?: typeof content) {
  const fetch = vi.fn(async () => Response.json({ data: [content] }))
  const page = new EventTarget()
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  onTestFinished(() => void vi.unstubAllGlobals())
  const api = createStaticApi('ugarit', {
    read: async () => stored && { home: stored, at: 0 },
    storedText: async () => undefined,
  })
  const fetches = async (signal?: AbortSignal) => {
    await api({ queryKey: ['blogs', undefined], ...(signal && { signal }) })
    return fetch.mock.calls.length
  }
  return { api, fetch, fetches, page }
}

const failure = () => Promise.reject(new TypeError('fetch failed'))

test('a static export makes its answers from one file with the home data', async () => {
  const { api, fetch } = startApi()
  expect(await api({ queryKey: ['blogs', undefined] })).toStrictEqual(content.blogs)
  await expect(api({ queryKey: ['blog', { slug: 'none' }] })).rejects.toMatchObject({ operation: 'blog', status: 404 })
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/get-data.json', expect.objectContaining({ method: 'GET' }))
})

test('the file is fetched again after five minutes, a cancelled call, or a failure that leaves nothing', async () => {
  const advance = stopClock()
  const { fetch, fetches } = startApi()
  fetch.mockImplementationOnce(failure)
  await expect(fetches()).rejects.toMatchObject({ kind: 'network' })
  const leaving = new AbortController()
  expect([await fetches(leaving.signal), await fetches()]).toStrictEqual([2, 2])
  advance(longAway)
  expect(await fetches()).toBe(2)
  advance(1)
  expect(await fetches()).toBe(3)
  leaving.abort()
  expect(await fetches()).toBe(4)
})

test('offline the last file stands in, and is asked for once in ten seconds until the network is back', async () => {
  const advance = stopClock()
  const { api, fetch, fetches, page } = startApi()
  await fetches()
  fetch.mockImplementation(failure)
  advance(longAway + 1)
  expect(await api({ queryKey: ['blogs', undefined] })).toStrictEqual(content.blogs)
  expect([await fetches(), await fetches(), await fetches()]).toStrictEqual([2, 2, 2])
  advance(10_001)
  expect(await fetches()).toBe(3)
  page.dispatchEvent(new Event('online'))
  expect(await fetches()).toBe(4)
})

test('offline the home data of an earlier visit stands in', async () => {
  const { api, fetch, fetches } = startApi(content)
  fetch.mockImplementation(failure)
  expect(await api({ queryKey: ['blogs', undefined] })).toStrictEqual(content.blogs)
  expect(await fetches()).toBe(1)
})
