import { describe, expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp } from '../../support/app'
import { tagsOf, textOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'

const content = await readContent()
const site = sharedApp({ distDir: currentBuild() })

const statusOf = (html: string) =>
  Array.from(html.slice(html.indexOf('<main')).matchAll(/<p role="status"[^>]*>(.*?)<\/p>/g), ([, text]) => text)[0]

const noteOf = (html: string) => /<p role="status" class="search-note">(.*?)<\/p>/.exec(html)?.[1]

describe.each(['en', 'ar'] as const)('searching by address in %s', (locale) => {
  const paths = createPaths({ locale, product: 'ugarit' })

  test.each([
    ['courses', paths.courses(), content.courses],
    ['blogs', paths.blogs(), content.blogs],
    ['free workshops', paths.freeWorkshops(), content.events.filter((event) => event.event_type === 'free_workshop')],
    ['AI news', paths.aiNews(), content.news.filter((item) => !item.ugarit_news)],
  ])('%s finds an item by its title in either language, and keeps the words in the field', async (_, path, list) => {
    const item = firstOf([...list].reverse(), ({ en_title, ar_title }) => en_title && ar_title)
    for (const title of [item.en_title ?? '', item.ar_title ?? '']) {
      const { status, text } = await site.request.get(path).query({ q: title.toUpperCase() })
      expect(status).toBe(200)
      const main = text.slice(text.indexOf('<main'))
      expect(tagsOf(main, 'a').some(({ href }) => href?.endsWith(`/${item.slug}`))).toBe(true)
      expect(tagsOf(main, 'article').length).toBeLessThan(list.length)
      const [field] = tagsOf(main, 'input')
      expect(field).toMatchObject({ type: 'search', name: 'q', value: title.toUpperCase() })
      expect(statusOf(main)).toMatch(/\d|نتيجة|نتيجتان|result/)
    }
  })

  test('the field stands in a plain form with a label, which sends to the same page', async () => {
    const { text } = await site.request.get(paths.courses())
    const main = text.slice(text.indexOf('<main'))
    expect(tagsOf(main, 'form')).toEqual([{}])
    expect(tagsOf(main, 'label')).toEqual([{ for: tagsOf(main, 'input')[0]?.id }])
    expect(textOf(main, 'label')).toBe({ en: "Find what you're interested in", ar: 'ابحث عمّا يهمّك' }[locale])
  })

  test('a search without results says so and links back', async () => {
    const category = firstOf(content.courses_categories).slug
    const path = paths.courseCategory(category)
    const { status, text } = await site.request.get(path).query({ q: 'zzz' })
    expect(status).toBe(200)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(tagsOf(main, 'article')).toEqual([])
    expect(statusOf(main)).toBe({ en: 'No results', ar: 'لا نتائج' }[locale])
    const links = tagsOf(main, 'a').map(({ href }) => href)
    expect(links).toContain(path)
    expect(links).toContain(`${paths.courses()}?q=zzz`)
  })

  test('load more and the categories keep the words', async () => {
    const { text } = await site.request.get(paths.courses()).query({ q: 'learning' })
    const links = tagsOf(text.slice(text.indexOf('<main')), 'a').map(({ href }) => href)
    expect(links).toContain(`${paths.courses()}?q=learning&show=14`)
    for (const { slug } of content.courses_categories)
      expect(links).toContain(`${paths.courseCategory(slug)}?q=learning`)
  })

  test('a word that is not there finds its other forms, says so, and marks them', async () => {
    const [query, found, note] = {
      en: ['algorithmed', 'Algorithms', 'Nothing for “algorithmed”; shown: Algorithms'],
      ar: ['بالخوارزمية', 'الخوارزميات', 'لا شيء عن «بالخوارزمية»؛ المعروض: الخوارزميات'],
    }[locale] as [string, string, string]
    const { text } = await site.request.get(paths.courses()).query({ q: query })
    const main = text.slice(text.indexOf('<main'))
    expect(main).toContain(`<mark>${found}</mark>`)
    expect(noteOf(main)).toBe(note)
  })

  test('a query with markup is shown as text', async () => {
    const { text } = await site.request.get(paths.blogs()).query({ q: '"><script>alert(1)</script>' })
    expect(text).not.toContain('<script>alert')
  })
})

test.each([
  [1, 'نتيجة واحدة'],
  [2, 'نتيجتان'],
  [3, '3 نتائج'],
  [11, '11 نتيجة'],
])('%i results are counted in Arabic as "%s"', async (count, words) => {
  // Tries broad and narrow searches until one finds this number of items.
  const queries = new Set(
    [...content.courses, ...content.courses].flatMap(({ en_title = '', tags }) => [...en_title.split(' '), ...tags]),
  )
  for (const q of ['شبكات', 'لغة', ...queries]) {
    const { text } = await site.request.get('/ar/courses').query({ q, show: 700 })
    if (tagsOf(text, 'article').length !== count) continue
    expect(statusOf(text)).toBe(words)
    return
  }
  expect.fail(`no word of the shipped courses finds ${count}`)
})
