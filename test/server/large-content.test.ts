import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { growContent } from '../../scripts/bench/grown-content'
import { readLargeList } from '../../server/content/large-fixtures'
import { build, shared } from '../helper'
import { readContent } from '../shipped-content'

/** A list whose first item alone makes it large. */
const padding = `{"slug":"padding","text":"${'x'.repeat(4_100_000)}"}`

describe('a large list is read as JSON.parse reads it, and its bytes are JSON of the same:', () => {
  test.each([
    `[${padding}]`,
    `\uFEFF [ ${padding} ,\t{ "a" : [ 1 , 2.50e3 , { } , [ ] , null , true ] , "b" : { "c" : -0 } }\r\n]\n`,
    `[${padding},{"q":"a \\" b \\\\","s":"\\u0041 \\\\\\" , ] }","ar":"نصٌّ 👩🏽‍💻"}]`,
    `[${padding},{"a":1,"a":2,"__proto__":{"x":1}}]`,
    `[${padding},{}]`,
  ])('%#', async (text) => {
    const known = new WeakMap<object, Buffer>()
    const list = await readLargeList(Buffer.from(text), known)
    const expected = JSON.parse(text.replace(/^\uFEFF/, '')) as object[]
    expect(list).toStrictEqual(expected)
    expect(JSON.parse(String(known.get(list as object)))).toStrictEqual(expected)
    expect(list?.map((item) => JSON.parse(String(known.get(item))))).toStrictEqual(expected)
  })

  test.each([
    ['no list', padding],
    ['a list of a string too', `[${padding},"a"]`],
    ['a list of a list too', `[${padding},[{}]]`],
    ['a comma too many', `[${padding},]`],
    ['a comma at first', `[,${padding}]`],
    ['two commas', `[${padding},,{}]`],
    ['no comma', `[${padding}{}]`],
    ['something after it', `[${padding}] {}`],
    ['a second list', `[${padding}][]`],
    ['an end too many', `[${padding}]]`],
    ['no end', `[${padding},{}`],
    ['another end', `[${padding}}`],
    ['brackets that cross', `[${padding},{"a":[}]}]`],
    ['a string without end', `[${padding},{"a":"b}]`],
    ['a string that ends in a backslash', `[${padding},{"a":"\\`],
    ['numbers with nothing but space between', `[${padding},{"a":1 2}]`],
    ['a name cut by a space', `[${padding},{"a":tr ue}]`],
    ['a line break in a string', `[${padding},{"a":"\n"}]`],
    ['a comment', `[${padding},{}/**/]`],
    ['what is small', '[{}]'],
    ['nothing', ' '.repeat(4_100_000)],
  ])('%s is left to JSON.parse', async (_, text) => {
    expect(await readLargeList(Buffer.from(text), new WeakMap())).toBeUndefined()
  })

  test('bytes that are no UTF-8 are left to it too', async () => {
    expect(await readLargeList(Buffer.from(`[${padding},{"a":"é"}]`, 'latin1'), new WeakMap())).toBeUndefined()
  })
})

describe('with lists of more than 4 MB', async () => {
  const content = growContent(await readContent(), 950)
  const { slug, category } = content.courses[7] as (typeof content.courses)[number]
  const api = shared({ content })
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
    '%s %s %j answers what the fixtures hold, the home data in every encoding',
    async (method, url, payload, expected) => {
      for (const [encoding, decode] of Object.entries(decoders).slice(0, url === '/api/get-data' ? 3 : 1)) {
        // The second answer is made of what the first has left.
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

  test('what a browser has already is a 304; HEAD tells the same without a body', async () => {
    const first = await api.app.inject({ method: 'HEAD', url: '/api/get-data' })
    const { etag, vary } = first.headers
    expect([first.statusCode, first.body, vary]).toStrictEqual([200, '', 'Accept-Encoding'])
    const again = await api.app.inject({ url: '/api/get-data', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body, again.headers.etag]).toStrictEqual([304, '', etag])
  })

  test('a fault in a large file is told as in a small one', async () => {
    const { fixturesDir } = api.config
    const file = join(fixturesDir, 'blogs.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/\]\s*$/, ',]'))
    await expect(build({ config: { ...api.config } })).rejects.toThrow(/blogs\.json \(whole file\).*line \d+/)
    await writeFile(file, text)
  })
})
