import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Locale, locales, otherLocale } from '#contract/locales'
import { createPaths, type Paths } from '#contract/paths'
import ar from '../../../client/language/messages/ar.json'
import en from '../../../client/language/messages/en.json'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { envelope, type OtherAnswer, otherApi } from '../api/other-api'

const content = await readContent()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
/** Lets the server's fresh answers expire. */
const later = () => vi.setSystemTime(Date.now() + 60_000)

type Item = Record<string, unknown>

/** The kinds of item with their own pages: one item, and the operations that return it. */
const kinds = {
  course: { item: firstOf(content.courses), one: '/api/get-course', list: '/api/get-courses-by-category' },
  blog: { item: firstOf(content.blogs), one: '/api/get-blog', list: '/api/get-blogs' },
  event: { item: firstOf(content.events), one: '/api/get-event', list: '/api/get-events' },
  newsItem: { item: firstOf(content.news), one: '/api/get-next-new', list: '/api/get-news' },
}

/** All forms of an empty field. */
const nothings = [undefined, null, '', '   ', [], {}]

const rows = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
  const fields = Object.keys(kinds[kind].item).filter((field) => field !== 'slug')
  // Each field alone, once absent and once in another empty form; then all fields together in every form.
  const alone = fields.flatMap((field, index) =>
    [nothings[0], nothings[1 + (index % 5)]].map((nothing) => ({ absent: [field], nothing })),
  )
  return { kind, absences: [...alone, ...nothings.map((nothing) => ({ absent: fields, nothing }))] }
})

describe('missing fields leave no empty elements', () => {
  test.each(rows)('$kind', async ({ kind, absences }) => {
    const { item, one, list } = kinds[kind]
    let changed: Item = {}
    const answer = (path: string): OtherAnswer => {
      if (path === one) return envelope(changed)
      if (path === list) return envelope(kind === 'course' ? { courses: [changed], category: null } : [changed])
      return { status: 503, text: '{}' }
    }
    const api = await otherApi(answer)
    const { app } = await startApp({ distDir: currentBuild(), config: { baseUrl: api.url, imageBase: '/images/' } })
    for (const [row, { absent, nothing }] of absences.entries()) {
      later()
      changed = { ...item, ...Object.fromEntries(absent.map((field) => [field, nothing])) }
      const locale = row % 2 === 0 ? 'en' : 'ar'
      const paths = createPaths({ locale, product: 'ugarit' })
      const lists = { course: paths.courses, blog: paths.blogs, event: paths.freeWorkshops, newsItem: paths.aiNews }
      for (const path of [paths[kind](item.slug), lists[kind]()]) {
        // Pages with an unknown query are not cached.
        const { statusCode, body } = await app.inject(`${path}?case=${row}`)
        const told = `${path} without ${absent}: ${JSON.stringify(nothing)}`
        expect([told, statusCode]).toEqual([told, 200])
        // A live region is present before it has a message.
        const shown = body
          .slice(body.indexOf('<main'), body.indexOf('</main>'))
          .replace(/<p role="status"[^>]*><\/p>/g, '')
        expect(shown, told).not.toMatch(/>\s*(?:null|undefined|NaN|\[object)|Invalid Date/)
        expect(shown, told).not.toMatch(/<(h\d|p|dd|dt|li|ul|dl|bdi|time|figure|article)(?: [^>]*)?>\s*<\/\1>/)
      }
    }
  })
})

const labels = { en, ar }

/** The places of bilingual texts: their record, its fields, and the pages that show each of them. */
type Bilingual = {
  kind: string
  /** The texts' record in the test's home data. */
  recordOf: (home: Record<string, unknown>) => Item
  fields: Record<string, (paths: Paths) => { path: string; hasNotice?: true }[]>
}

const slugs = { course: kinds.course.item.slug, category: firstOf(content.courses_categories).slug }
const first = (list: unknown) => firstOf(list as Item[])
const items: Bilingual[] = [
  ['course', 'courses', (paths: Paths) => paths.courses()],
  ['blog', 'blogs', (paths: Paths) => paths.blogs()],
  ['event', 'events', (paths: Paths) => paths.freeWorkshops()],
  ['newsItem', 'news', (paths: Paths) => paths.productNews()],
].map(([kind, key, listOf]) => {
  const pathOf = (paths: Paths) => paths[kind as keyof typeof kinds](kinds[kind as keyof typeof kinds].item.slug)
  const onPage = (paths: Paths) => ({ path: pathOf(paths), hasNotice: true as const })
  const inList = (paths: Paths) => ({ path: (listOf as (paths: Paths) => string)(paths) })
  return {
    kind: kind as string,
    recordOf: (home) => first(home[key as string]),
    fields: {
      title: (paths) => [onPage(paths), inList(paths), { path: paths.home() }],
      description: (paths) => [inList(paths)],
      body: (paths) => [onPage(paths)],
      ...(kind !== 'course' && { author: (paths: Paths) => [onPage(paths)] }),
    },
  }
})

const bilingual: Bilingual[] = [
  ...items,
  {
    kind: 'category',
    recordOf: (home) => first(home.courses_categories),
    fields: { name: (paths) => [{ path: paths.courseCategory(slugs.category) }, { path: paths.contactUs() }] },
  },
  {
    kind: 'goals',
    recordOf: (home) => home.goals as Item,
    fields: {
      who_we_are: (paths) => [{ path: paths.whoWeAre(), hasNotice: true }, { path: paths.home() }],
      mission: (paths) => [{ path: paths.ourMission(), hasNotice: true }, { path: paths.home() }],
    },
  },
  {
    kind: 'team',
    recordOf: (home) => first(home.team),
    fields: {
      name: (paths) => [{ path: paths.whoWeAre() }],
      headline: (paths) => [{ path: paths.whoWeAre() }],
      bio: (paths) => [{ path: paths.whoWeAre() }],
    },
  },
]

describe('a missing translation shows the other language, marked, with a notice on an item page', () => {
  test.each(bilingual)('$kind', async ({ recordOf, fields }) => {
    let home: Record<string, unknown> = {}
    const of = (key: string, slug: string) => (home[key] as Item[]).find((item) => item.slug === slug)
    const answers: Record<string, () => unknown> = {
      '/api/get-data': () => [home],
      '/api/get-courses-by-category': () => ({
        courses: home.courses,
        category: of('courses_categories', slugs.category),
      }),
      '/api/get-blogs': () => home.blogs,
      '/api/get-events': () => home.events,
      '/api/get-news': () => home.news,
      '/api/get-course': () => of('courses', slugs.course),
      '/api/get-blog': () => of('blogs', kinds.blog.item.slug),
      '/api/get-event': () => of('events', kinds.event.item.slug),
      '/api/get-next-new': () => of('news', kinds.newsItem.item.slug),
    }
    const api = await otherApi((path) => envelope(answers[path]?.()))
    const { app } = await startApp({ distDir: currentBuild(), config: { baseUrl: api.url, imageBase: '/images/' } })
    for (const [field, placesOf] of Object.entries(fields))
      for (const locale of ['en', 'ar'] as const) {
        later()
        home = structuredClone(content) as unknown as Record<string, unknown>
        const other = otherLocale(locale)
        const keyOf = (of: Locale) =>
          field === 'name' && of === 'en' && recordOf(home).slug ? field : `${of}_${field}`
        // A word that nothing else on the site has.
        Object.assign(recordOf(home), { [keyOf(other)]: `Qqword ${field}`, [keyOf(locale)]: '' })
        for (const { path, hasNotice } of placesOf(createPaths({ locale, product: 'ugarit' }))) {
          const { statusCode, body } = await app.inject(`${path}?case=${field}`)
          const main = body.slice(body.indexOf('<div id="root">'), body.indexOf('<script type="application/json"'))
          expect([path, statusCode]).toEqual([path, 200])
          const { lang, dir } = locales[other]
          expect([path, field, main]).toEqual([
            path,
            field,
            expect.stringMatching(new RegExp(`lang="${lang}" dir="${dir}">(?:<p>)?Qqword`)),
          ])
          expect(main).not.toMatch(
            />\s*(?:null|undefined)|<(h\d|p|bdi)(?: [^>]*)?>\s*<\/\1>(?<!role="status"[^>]*><\/p>)/,
          )
          const notice = labels[locale].language.onlyOther
          expect([path, field, main.includes(notice)]).toEqual([path, field, hasNotice !== undefined])
        }
      }
  })
})
