import { expect, onTestFinished, test, vi } from 'vitest'
import { createStaticApi } from '../../client/data/static-api'
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
