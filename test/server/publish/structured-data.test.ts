import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { plainText } from '#contract/markup/plain-text'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp } from '../../support/app'
import { tagsOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'
import { hostile, origin } from './publications'

const shipped = await readContent()
const [course, event, blog] = [shipped.courses[0], shipped.events[0], shipped.blogs[0]]
const plain = { ...course, date: undefined, count: undefined, slug: 'plain', id: undefined }
const dated = { ...course, date: '2027-01-05T09:30', count: 24.5 }
const content = {
  ...shipped,
  courses: [dated, { ...plain, slug: 'hours', count: 30 }, plain, ...shipped.courses.slice(1)],
  events: [
    ...shipped.events.map((each) => ({ ...each, date: '2027-01-05' })),
    { ...event, date: undefined, slug: 'undated' },
  ],
  blogs: [{ ...blog, en_title: hostile.text }],
} as HomeData
const site = sharedApp({ content, distDir: currentBuild(), config: { publicUrl: origin } })

/** The types of a page's entities in order, without the institute that accompanies some of them. */
const expected: Record<string, string[]> = {
  home: ['EducationalOrganization', 'WebSite'],
  whoWeAre: ['BreadcrumbList', 'EducationalOrganization'],
  contactUs: ['BreadcrumbList', 'EducationalOrganization'],
  course: ['BreadcrumbList', 'Course'],
  newsItem: ['BreadcrumbList', 'NewsArticle'],
  blog: ['BreadcrumbList', 'BlogPosting'],
  freeWorkshop: ['BreadcrumbList', 'EducationEvent'],
  programmingCompetition: ['BreadcrumbList', 'Event'],
  event: ['BreadcrumbList', 'EducationEvent'],
}

type Thing = Record<string, unknown> & { '@type': string }

const blocksOf = (html: string) =>
  Array.from(html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g), ([, json = '']) => json)
const thingsOf = (html: string) => (JSON.parse(blocksOf(html)[0] ?? '') as { '@graph': Thing[] })['@graph']

test.each(sitePages(content))('$path has structured data once, outside the root, if it exists', async (page) => {
  const { body: html } = await site.app.inject(page.path)
  expect(blocksOf(html)).toHaveLength(page.status === 200 ? 1 : 0)
  if (page.status !== 200) return
  expect(html.indexOf('application/ld+json')).toBeGreaterThan(html.indexOf('id="hydration"'))
  const things = thingsOf(html)
  expect(things.map((thing) => thing['@type'])).toEqual(expected[page.name] ?? ['BreadcrumbList'])
  // Every address is absolute and below the site's own, except the institute's pages elsewhere.
  const addresses = JSON.stringify(things, (key, value: unknown) => (/^(?:sameAs|hasMap)$/.test(key) ? 0 : value))
  for (const [, address = ''] of addresses.matchAll(/"(?:url|item|image|logo|@id)":"([^"]*)"/g))
    expect(address.startsWith(`${origin}/`), address).toBe(true)
  const list = things.find((thing) => thing['@type'] === 'BreadcrumbList')?.itemListElement
  const trail = (list ?? []) as { position: number; name: string; item: string }[]
  expect(trail).toMatchObject(trail.map((_, index) => ({ position: index + 1, name: expect.stringMatching(/./) })))
  if (page.name !== 'home') expect(trail.at(-1)?.item).toBe(origin + page.path)
  for (const { item } of trail) expect((await site.app.inject(item.slice(origin.length))).statusCode).toBe(200)
})

const thingAt = async (path: string) => thingsOf((await site.request.get(path)).text).at(-1)

test('an item has its date, hours and teacher if given, and no substitute', async () => {
  const instructor = { '@type': 'Person', name: course?.en_teacher }
  expect(await thingAt(`/courses/${course?.slug}`)).toMatchObject({
    hasCourseInstance: { startDate: '2027-01-05T09:30:00+03:00', courseWorkload: 'PT24.5H', instructor },
  })
  expect(await thingAt('/ar/courses/hours')).toMatchObject({ timeRequired: 'PT30H' })
  const bare = await thingAt('/courses/plain')
  expect(Object.keys(bare ?? {})).toEqual(['@type', 'name', 'url', 'description', 'image', 'inLanguage', 'provider'])
  const place = { '@type': 'Place', name: event?.en_place, address: event?.en_place }
  expect(await thingAt(`/events/${event?.slug}`)).toMatchObject({ startDate: '2027-01-05', location: place })
  // Search engines require a date for events.
  const undated = await thingAt('/events/undated')
  expect([undated?.['@type'], undated?.startDate]).toEqual(['WebPage', undefined])
})

test('the breadcrumbs of a course go by way of its category', async () => {
  const category = shipped.courses_categories.find(({ slug }) => slug === course?.category)
  const trail = thingsOf((await site.request.get(`/ar/courses/${course?.slug}`)).text)[0]?.itemListElement
  expect(trail).toMatchObject([
    { item: `${origin}/ar` },
    { item: `${origin}/ar/courses` },
    { name: category?.ar_name, item: `${origin}/ar/course-category/${category?.slug}` },
    { item: `${origin}/ar/courses/${course?.slug}` },
  ])
})

test('an item links its calendar file where its date is shown', async () => {
  const hrefsAt = async (path: string) => tagsOf((await site.request.get(path)).text, 'a').map(({ href }) => href)
  expect(await hrefsAt(`/ar/courses/${course?.slug}`)).toContain(`/ar/calendar/courses/${course?.slug}.ics`)
  expect(await hrefsAt(`/events/${event?.slug}`)).toContain(`/calendar/events/${event?.slug}.ics`)
  expect((await hrefsAt('/courses/plain')).filter((href) => href?.includes('/calendar/'))).toEqual([])
})

test('an item with a hostile title has that title', async () => {
  expect((await thingAt(`/blogs/${blog?.slug}`))?.headline).toBe(plainText(hostile.text.toWellFormed()))
})
