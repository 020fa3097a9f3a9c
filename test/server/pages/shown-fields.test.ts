import { expect, test } from 'vitest'
import type { HomeData, Kind } from '#contract/entities'
import { fieldsOf, type ItemField, kinds } from '#contract/fields'
import type { JsonObject } from '#contract/json'
import { createPaths, type Paths } from '#contract/paths'
import { stopClock } from '../../support/clock'
import { readContent } from '../../support/shipped-content'
import { answersOf, siteOver } from '../api/other-api'

const all = await readContent()

/** A few items of each list, because every page is rendered for every field. A course that has started shows no registration. */
const shipped = { ...all, courses: all.courses.map((course) => ({ ...course, date: '2040-01-07T17:00:00' })) }
const few = Object.entries(shipped).map(([kind, part]) => [kind, Array.isArray(part) ? part.slice(0, 4) : part])
const content = Object.fromEntries(few) as HomeData
const product = 'ugarit'

/** The fields that no page shows, and why. */
const hidden: Record<string, string> = { id: 'The API finds items by it; pages find them by their slugs' }

/** The page of an item of each kind. Items of the other kinds are shown on pages that are always visited. */
const ownPages: { [Each in Kind]?: keyof Paths } = {
  courses: 'course',
  courses_categories: 'courseCategory',
  blogs: 'blog',
  events: 'event',
  news: 'newsItem',
}

/** Another valid value of a field. */
function otherValue({ name, type, choices = {}, of }: ItemField, item: JsonObject): unknown {
  if (type === 'slug') return 'changed-slug'
  if (type === 'number' || type === 'id') return 777
  if (type === 'flag') return !item[name]
  if (type === 'date') return '2041-03-04T05:06:07'
  if (type === 'link') return 'https://example.org/changed'
  if (type === 'picture') return 'changed.webp'
  if (type === 'texts') return ['Changed']
  if (type === 'choice') return Object.keys(choices).find((choice) => choice !== item[name])
  if (of) return content[of].find(({ slug }) => slug !== item[name])?.slug
  return 'Changed'
}

test.each(kinds)('a page shows each field of %s', async (kind) => {
  const pass = stopClock()
  const { api, app } = await siteOver(() => undefined)
  const shown = async (home: HomeData, { slug }: JsonObject) => {
    pass()
    api.respond = answersOf(home)
    const paths = (['en', 'ar'] as const).flatMap((locale) => {
      const { courses, blogs, freeWorkshops, productNews, whoWeAre, ourMission, ...all } = createPaths({
        locale,
        product,
      })
      const own = ownPages[kind]
      const pages = [courses, blogs, freeWorkshops, productNews, whoWeAre, ourMission].map((pathOf) => pathOf())
      return own ? [...pages, createPaths({ locale, product })[own](String(slug)), all.home()] : [...pages, all.home()]
    })
    const bodies = await Promise.all(paths.map(async (path) => (await app.inject(path)).body))
    return bodies.map((body) =>
      body.slice(body.indexOf('<div id="root">'), body.indexOf('<script type="application/json"')),
    )
  }

  const first = (home: HomeData) => [home[kind]].flat()[0] as JsonObject
  const before = await shown(content, first(content))
  const unseen: string[] = []
  const fields = fieldsOf(kind, product)
  for (const field of fields) {
    const home = structuredClone(content)
    const item = first(home)
    item[field.name] = otherValue(field, item)
    const after = await shown(home, item)
    if (before.join() === after.join()) unseen.push(field.name)
  }
  expect(unseen).toEqual(fields.map(({ name }) => name).filter((name) => hidden[name]))
})
