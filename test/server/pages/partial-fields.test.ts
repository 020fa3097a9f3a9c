import { expect, test } from 'vitest'
import { locales, otherLocale } from '#contract/locales'
import { createPaths, type Paths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import ar from '../../../client/language/messages/ar.json'
import en from '../../../client/language/messages/en.json'
import { stopClock } from '../../support/clock'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { answersOf, envelope, fails, siteOver } from '../api/other-api'

const content = await readContent()
const labels = { en, ar }

type Item = Record<string, unknown>
type Place = (paths: Paths) => string

/** The kinds of item with pages of their own: their key in the home data, the operations that return them, and their list's page. */
const kinds = {
  course: { key: 'courses', one: '/api/get-course', all: '/api/get-courses-by-category', list: (p) => p.courses() },
  blog: { key: 'blogs', one: '/api/get-blog', all: '/api/get-blogs', list: (p) => p.blogs() },
  event: { key: 'events', one: '/api/get-event', all: '/api/get-events', list: (p) => p.freeWorkshops() },
  newsItem: { key: 'news', one: '/api/get-next-new', all: '/api/get-news', list: (p) => p.productNews() },
} satisfies Record<string, { key: keyof HomeData; one: string; all: string; list: Place }>
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

/** The first record of a list; of the events, the first that is in the list of `kinds`. */
const first = (records: unknown) =>
  firstOf(records as (Item & { slug: string })[], ({ event_type = 'free_workshop' }) => event_type === 'free_workshop')

/** All forms of an empty field. */
const nothings = [undefined, null, '', '   ', [], {}]

test.each(kindNames)('a missing field of a %s leaves no empty element', async (kind) => {
  const pass = stopClock()
  const { key, one, all, list } = kinds[kind]
  const item = first(content[key])
  const fields = Object.keys(item).filter((field) => field !== 'slug')
  const absences = [
    // Each field alone, once absent and once in another empty form; then all fields together in every form.
    ...fields.flatMap((field, index) =>
      [undefined, nothings[1 + (index % 5)]].map((nothing) => ({ [field]: nothing })),
    ),
    ...nothings.map((nothing) => Object.fromEntries(fields.map((field) => [field, nothing]))),
  ]
  let changed: Item = {}
  const { app } = await siteOver((path) => {
    if (path === one) return envelope(changed)
    if (path === all) return envelope(kind === 'course' ? { courses: [changed], category: null } : [changed])
    return fails(503)
  })
  for (const [row, absent] of absences.entries()) {
    pass()
    changed = { ...item, ...absent }
    const paths = createPaths({ locale: row % 2 === 0 ? 'en' : 'ar', product: 'ugarit' })
    for (const path of [paths[kind](item.slug), list(paths)]) {
      const { statusCode, body } = await app.inject(path)
      const told = `${path} with ${JSON.stringify(absent)}`
      expect([told, statusCode]).toEqual([told, 200])
      // A live region is present before it has a message.
      const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
      const shown = main.replace(/<p role="status"[^>]*><\/p>/g, '')
      expect(shown, told).not.toMatch(/>\s*(?:null|undefined|NaN|\[object)|Invalid Date/)
      expect(shown, told).not.toMatch(/<(h\d|p|dd|dt|li|ul|dl|bdi|time|figure|article)(?: [^>]*)?>\s*<\/\1>/)
    }
  }
})

const home: Place = (paths) => paths.home()
const about: Place = (paths) => paths.whoWeAre()
const category: Place = (paths) => paths.courseCategory(first(content.courses_categories).slug)

/** The bilingual texts of each kind of record: its own page, which has a notice, and other pages that show it. */
const bilingual: { key: keyof HomeData; field: string; own?: Place; others?: Place[] }[] = [
  ...kindNames.flatMap((kind) => {
    const { key, list } = kinds[kind]
    const own: Place = (paths) => paths[kind](first(content[key]).slug)
    return [
      { key, field: 'title', own, others: [list, home] },
      { key, field: 'description', others: [list] },
      { key, field: 'body', own },
      ...(kind === 'course' ? [] : [{ key, field: 'author', own }]),
    ]
  }),
  { key: 'courses_categories', field: 'name', others: [category, (paths) => paths.contactUs()] },
  { key: 'goals', field: 'who_we_are', own: about, others: [home] },
  { key: 'goals', field: 'mission', own: (paths) => paths.ourMission(), others: [home] },
  ...['name', 'headline', 'bio'].map((field) => ({ key: 'team' as const, field, others: [about] })),
]

test.each(['en', 'ar'] as const)(
  'a translation missing in %s shows the other language, marked, with a notice on the page of its item',
  async (locale) => {
    const pass = stopClock()
    const { api, app } = await siteOver(() => undefined)
    const other = otherLocale(locale)
    const { lang, dir } = locales[other]
    for (const { key, field, own, others = [] } of bilingual) {
      pass()
      const changed = structuredClone(content)
      const record: Item = Array.isArray(changed[key]) ? first(changed[key]) : changed[key]
      const prefixOf = (each: string) => (key === 'courses_categories' && each === 'en' ? '' : `${each}_`)
      // A word that nothing else on the site has.
      Object.assign(record, { [`${prefixOf(other)}${field}`]: `Qqword ${field}`, [`${prefixOf(locale)}${field}`]: '' })
      api.respond = answersOf(changed)
      for (const place of own ? [own, ...others] : others) {
        const path = place(createPaths({ locale, product: 'ugarit' }))
        const { statusCode, body } = await app.inject(path)
        const main = body.slice(body.indexOf('<div id="root">'), body.indexOf('<script type="application/json"'))
        expect([path, field, statusCode]).toEqual([path, field, 200])
        expect(main, `${path} ${field}`).toMatch(new RegExp(`lang="${lang}" dir="${dir}">(?:<p>)?Qqword`))
        expect(main).not.toMatch(
          />\s*(?:null|undefined)|<(h\d|p|bdi)(?: [^>]*)?>\s*<\/\1>(?<!role="status"[^>]*><\/p>)/,
        )
        expect([path, field, main.includes(labels[locale].language.onlyOther)]).toEqual([path, field, place === own])
      }
    }
  },
)
