import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sharedApp, startApp } from '../../support/app'
import { growContent } from '../../support/grown-content'
import { readContent } from '../../support/shipped-content'

describe('with some megabytes of fixtures', async () => {
  const content = growContent(await readContent(), 950)
  const { slug, category } = content.courses[7] as (typeof content.courses)[number]
  const api = sharedApp({ content })
  const decoders: Record<string, (body: Buffer) => Buffer> = {
    identity: (body) => body,
    br: brotliDecompressSync,
    gzip: gunzipSync,
  }

  const rows: [string, string, object | undefined, unknown][] = [
    ['GET', '/api/get-data', undefined, [content]],
    ['GET', '/api/get-blogs', undefined, content.blogs],
    ['POST', '/api/get-courses-by-category', {}, { courses: content.courses, category: null }],
    [
      'POST',
      '/api/get-courses-by-category',
      { slug: category },
      {
        courses: content.courses.filter((course) => course.category === category),
        category: content.courses_categories.find((each) => each.slug === category),
      },
    ],
    ['POST', '/api/get-news', { ugarit_news: false }, content.news.filter((item) => !item.ugarit_news)],
    ['POST', '/api/get-course', { slug }, content.courses[7]],
  ]

  test.each(rows)(
    '%s %s %j answers with the fixtures, and the home data in every encoding',
    async (method, url, payload, expected) => {
      for (const [encoding, decode] of Object.entries(decoders).slice(0, url === '/api/get-data' ? 3 : 1)) {
        // The second answer comes from the cache that the first has filled.
        for (const _ of ['first', 'second']) {
          const answer = await api.app.inject({
            method: method as 'GET' | 'POST',
            url,
            headers: { 'accept-encoding': encoding },
            ...(payload && { payload }),
          })
          expect([answer.statusCode, answer.headers['content-encoding'] ?? 'identity']).toStrictEqual([200, encoding])
          // Vitest's own comparison takes seconds for objects of this size.
          expect(isDeepStrictEqual(JSON.parse(String(decode(answer.rawPayload))), { data: expected })).toBe(true)
        }
      }
    },
  )

  test('a cached representation is a 304; HEAD has the same headers without a body', async () => {
    const first = await api.app.inject({ method: 'HEAD', url: '/api/get-data' })
    const { etag, vary } = first.headers
    expect([first.statusCode, first.body, vary]).toStrictEqual([200, '', 'Accept-Encoding'])
    const again = await api.app.inject({ url: '/api/get-data', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body, again.headers.etag]).toStrictEqual([304, '', etag])
  })

  test('a fault in a large file is reported with its line', async () => {
    const { fixturesDir } = api.config
    const file = join(fixturesDir, 'blogs.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/\]\s*$/, ',]'))
    await expect(startApp({ config: { ...api.config } })).rejects.toThrow(/blogs\.json \(whole file\).*line \d+/)
    await writeFile(file, text)
  })
})
