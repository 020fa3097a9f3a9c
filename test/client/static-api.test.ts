import { expect, onTestFinished, test, vi } from 'vitest'
import { createStaticApi } from '../../client/data/static-api'
import { stopClock } from '../support/clock'
import { generateContent } from '../support/generated-content'

const content = generateContent({ seed: 31, size: 6 })

test('a static export makes its answers from one file with the home data', async () => {
  const fetch = vi.fn(async () => Response.json({ data: [content] }))
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const api = createStaticApi('ugarit')
  expect(await api({ queryKey: ['blogs', undefined] })).toStrictEqual(content.blogs)
  await expect(api({ queryKey: ['blog', { slug: 'none' }] })).rejects.toMatchObject({ operation: 'blog', status: 404 })
  expect(fetch).toHaveBeenCalledWith('/api/get-data.json', expect.objectContaining({ method: 'GET' }))
})

test('the file is fetched again after ten seconds, a cancelled call or a failure', async () => {
  const advance = stopClock()
  const fetch = vi.fn(async () => Response.json({ data: [content] }))
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const api = createStaticApi('ugarit')
  const leaving = new AbortController()
  const fetches = async (signal?: AbortSignal) => {
    await api({ queryKey: ['blogs', undefined], ...(signal && { signal }) })
    return fetch.mock.calls.length
  }
  expect([await fetches(leaving.signal), await fetches()]).toStrictEqual([1, 1])
  advance(10_000)
  expect(await fetches()).toBe(1)
  advance(1)
  expect(await fetches()).toBe(2)
  leaving.abort()
  expect(await fetches()).toBe(3)
  advance(10_001)
  fetch.mockRejectedValueOnce(new TypeError('fetch failed'))
  await expect(fetches()).rejects.toMatchObject({ kind: 'network' })
  expect(await fetches()).toBe(5)
})
