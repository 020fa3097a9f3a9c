import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { segment } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { hostileTexts } from '../../growth/hostile-shapes'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { sitePagesInTurn } from '../../support/site-pages'
import { answersOf, siteOver } from '../api/other-api'

const content = generateContent({ seed: 5, size: 2 })

/** The content with another text in the texts of every item. Slugs, categories and pictures stay. */
function withTexts(text: string): HomeData {
  const unchanged = /^(?:slug|id|image|category|event_type|.*_news|date|goals)$/
  return JSON.parse(JSON.stringify(content), (key, value) =>
    typeof value === 'string' && key !== '' && !unchanged.test(key) && !/^\d+$/.test(key) ? text : value,
  ) as HomeData
}

/** The addresses of one page of each kind, a search, a feed, a calendar and the site map. */
const addresses = [
  ...new Map(sitePagesInTurn(content).map(({ name, path }) => [name, path])).values(),
  ...['/courses?q=a', '/ar/courses?q=كلم', '/news.xml', '/calendar.ics', '/sitemap.xml'],
]

const names = ['lone surrogates', 'percents', 'nested elements', 'unclosed formatting', 'backslashes', 'vowel signs']
const shapes = [
  ...Array.from(hostileTexts(1_000)).filter(([name]) => names.includes(name)),
  ['a title with half of a character', 'A \ud800 B'] as const,
]

test.each(shapes)('with %s in every text of an API, each page stands', { timeout: 120_000 }, async (_, text) => {
  const { app, lines } = await siteOver(answersOf(withTexts(text)), { config: { logLevel: 'warn' } })
  for (const address of addresses) {
    const { statusCode, body, headers } = await app.inject(address)
    expect([address, [200, 404].includes(statusCode), headers['x-page']]).toEqual([address, true, undefined])
    // A lone surrogate would be written as the bytes of U+FFFD, and as an escape in the hydration data.
    expect(body).not.toMatch(/\\ud[89a-f][\da-f]{2}(?!\\u)/i)
  }
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('a body that cannot be made is left out, and the log says of which page and why', async () => {
  const [first] = content.courses
  const courses = content.courses.map((course) =>
    course === first ? { ...course, en_body: '<div>'.repeat(10_000), ar_body: '' } : course,
  )
  const path = `/courses/${segment(String(first?.slug))}`
  const { request, lines } = await startApp({
    content: { ...content, courses },
    distDir: currentBuild(),
    config: { logLevel: 'warn' },
  })
  const { text } = await request.get(path).expect(200)
  expect(text).toContain('<h1')
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      url: path,
      msg: 'a part of the page is left out',
      err: expect.objectContaining({ message: 'more than 512 elements open at once' }),
    }),
  )
})
