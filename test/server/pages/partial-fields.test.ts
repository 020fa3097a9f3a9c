import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { locales, otherLocale } from '#contract/locales'
import { createPaths, type Paths } from '#contract/paths'
import ar from '../../../content/messages/ar.json'
import en from '../../../content/messages/en.json'
import { stopClock } from '../../support/clock'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { answersOf, siteOver } from '../api/other-api'

const content = await readContent()
const labels = { en, ar }

type Item = Record<string, unknown>
type PathOf = (paths: Paths) => string

/** The kinds of item that have their own pages, each with its key in the home data and its list's page. */
const kinds = {
  course: { key: 'courses', list: (paths) => paths.courses() },
  blog: { key: 'blogs', list: (paths) => paths.blogs() },
  event: { key: 'events', list: (paths) => paths.freeWorkshops() },
  newsItem: { key: 'news', list: (paths) => paths.productNews() },
} satisfies Record<string, { key: keyof HomeData; list: PathOf }>
const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]

/** Returns the first item of a list. Among events, returns the first workshop, which the list of `kinds` shows. */
const first = (records: unknown) =>
  firstOf(records as (Item & { slug: string })[], ({ event_type = 'free_workshop' }) => event_type === 'free_workshop')

/** Starts a site with an API. `change` changes the first item of a kind. `visit` returns a page without its head. */
async function changingSite() {
  const pass = stopClock()
  const { api, app } = await siteOver(() => undefined)
  const change = (key: keyof HomeData, fields: Item) => {
    pass()
    const changed = structuredClone(content)
    Object.assign(Array.isArray(changed[key]) ? first(changed[key]) : changed[key], fields)
    api.respond = answersOf(changed)
  }
  const visit = async (path: string) => {
    const { statusCode, body } = await app.inject(path)
    expect([path, statusCode]).toEqual([path, 200])
    const shown = body.slice(body.indexOf('<div id="root">'), body.indexOf('<script type="application/json"'))
    expect(shown, path).not.toMatch(rubbish)
    return shown
  }
  return { change, visit }
}

/** Matches words that no content has, and empty elements. Only a live region may be empty, before it has a message. */
const rubbish =
  />\s*(?:null|undefined|NaN|\[object)|Invalid Date|<(h\d|p|dd|dt|li|ul|dl|bdi|time|figure|article)(?: [^>]*)?>\s*<\/\1>(?<!role="status"[^>]*><\/p>)/

/** All forms of an empty field. */
const nothings = [undefined, null, '', '   ', [], {}]

test.each(kindNames)('a missing field of a %s leaves no empty element', async (kind) => {
  const { change, visit } = await changingSite()
  const { key, list } = kinds[kind]
  const { slug, ...item } = first(content[key])
  const fields = Object.keys(item)
  const absences = [
    // First empties each field alone, once absent and once in another empty form, then all fields together in every form.
    ...fields.flatMap((field, index) =>
      [undefined, nothings[1 + (index % 5)]].map((nothing) => ({ [field]: nothing })),
    ),
    ...nothings.map((nothing) => Object.fromEntries(fields.map((field) => [field, nothing]))),
  ]
  for (const [row, absent] of absences.entries()) {
    change(key, absent)
    const paths = createPaths({ locale: row % 2 === 0 ? 'en' : 'ar', product: 'ugarit' })
    for (const path of [paths[kind](slug), list(paths)]) await visit(path)
  }
})

const home: PathOf = (paths) => paths.home()
const about: PathOf = (paths) => paths.whoWeAre()
const category: PathOf = (paths) => paths.courseCategory(first(content.courses_categories).slug)

/** The bilingual texts of each kind of record: its own page, which has a notice, and other pages that show it. */
const bilingual: { key: keyof HomeData; field: string; own?: PathOf; others?: PathOf[] }[] = [
  ...kindNames.flatMap((kind) => {
    const { key, list } = kinds[kind]
    const own: PathOf = (paths) => paths[kind](first(content[key]).slug)
    return [
      { key, field: 'title', own, others: [list, home] },
      { key, field: 'description', others: [list] },
      { key, field: 'body', own },
      { key, field: kind === 'course' ? 'teacher' : 'author', own },
    ]
  }),
  { key: 'courses_categories', field: 'name', others: [category, (paths) => paths.contactUs()] },
  { key: 'goals', field: 'who_we_are', own: about, others: [home] },
  { key: 'goals', field: 'mission', own: (paths) => paths.ourMission(), others: [home] },
  ...['name', 'headline', 'bio'].map((field) => ({ key: 'team' as const, field, others: [about] })),
]

test.each(['en', 'ar'] as const)(
  'a text missing in %s is shown in the other language, marked and told',
  async (locale) => {
    const { change, visit } = await changingSite()
    const other = otherLocale(locale)
    const { lang, dir } = locales[other]
    for (const { key, field, own, others = [] } of bilingual) {
      const prefixOf = (each: string) => (key === 'courses_categories' && each === 'en' ? '' : `${each}_`)
      // Uses a word that nothing else on the site has.
      change(key, { [`${prefixOf(other)}${field}`]: `Qqword ${field}`, [`${prefixOf(locale)}${field}`]: '' })
      for (const pathOf of own ? [own, ...others] : others) {
        const path = pathOf(createPaths({ locale, product: 'ugarit' }))
        const shown = await visit(path)
        expect(shown, `${path} ${field}`).toMatch(new RegExp(`lang="${lang}" dir="${dir}">(?:<p>)?Qqword`))
        expect([path, field, shown.includes(labels[locale].language.onlyOther)]).toEqual([path, field, pathOf === own])
      }
    }
  },
)

test.each(['2039-02-30', '2039-02-29T18:00:00', '2039-06-31T18:00:00Z'])(
  'the date %s of an API is shown as none',
  async (date) => {
    const { change, visit } = await changingSite()
    const paths = createPaths({ locale: 'en', product: 'ugarit' })
    for (const kind of ['course', 'event'] as const) {
      const { key, list } = kinds[kind]
      change(key, { date, link: undefined, registration_link: undefined })
      const path = paths[kind](first(content[key]).slug)
      for (const shown of [await visit(path), await visit(list(paths))]) expect(shown).not.toContain('2039')
      expect(await visit(path)).toContain(labels.en.next.askDate)
    }
  },
)

test.each([
  ['en', { en_title: 'C++ (1)', ar_title: '' }, 'C++ (1)'],
  ['ar', { en_title: 'C++ (1)', ar_title: '' }, '\u2066C++ (1)\u2069'],
  ['en', { en_title: '', ar_title: 'دورة بايثون 1.' }, '\u2067دورة بايثون 1.\u2069'],
] as const)('the message about a course in %s isolates the title of %j', async (locale, titles, title) => {
  const { change, visit } = await changingSite()
  change('courses', { date: undefined, registration_link: undefined, ...titles })
  const shown = await visit(createPaths({ locale, product: 'ugarit' }).course(first(content.courses).slug))
  const [, text = ''] = /href="https:\/\/wa\.me\/\d+\?text=([^"]*)"/.exec(shown) ?? []
  expect(decodeURIComponent(text)).toBe(labels[locale].next.message.replace('{{title}}', title))
})
