import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { locales, otherLocale } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { allAt } from '../../../server/publish/publication'
import { publish, publishedPaths } from '../../../server/publish/publish'
import { generateContent } from '../../support/generated-content'
import { readContent, shippedSite } from '../../support/shipped-content'
import { hostile, hostileContent, origin, publicationOf, textAt } from './publications'

function eventsOf(text: string) {
  return calendarOf(text)
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
}

/** Parses a calendar after checking its folding: lines have at most 75 bytes and no split characters. */
function calendarOf(text: string) {
  expect(text.endsWith('\r\n')).toBe(true)
  for (const line of text.slice(0, -2).split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]/)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).toBe(line.toWellFormed())
  }
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const name of ['version', 'prodid']) expect(calendar.getFirstPropertyValue(name)).toBeTruthy()
  return calendar
}

const shipped = await readContent()

/** Returns the shipped content, in which the first course and the first event have this date. */
function withDate(date: unknown): HomeData {
  const [course, event] = [shipped.courses[0], shipped.events[0]]
  return { ...shipped, courses: [{ ...course, date }], events: [{ ...event, date }] } as unknown as HomeData
}

describe.each(Object.values(locales))('the calendar in $locale', ({ locale, lang }) => {
  const paths = createPaths({ locale, product: 'ugarit' })

  test('has what has a date', async () => {
    const content = generateContent({ seed: 17, size: 40 })
    const dated = content.courses.filter(({ date }) => date)
    const events = eventsOf(await textAt(paths.calendar(), publicationOf(content)))
    // Servers use a UID as a file name, so it has no slashes. It is the same in the other language, and of one item alone.
    const uids = events.map(({ uid }) => uid)
    for (const uid of uids) expect(uid).toMatch(/^[\da-f]{32}@[a-z.]+$/)
    expect(new Set(uids).size).toBe(dated.length)
    const other = createPaths({ locale: otherLocale(locale), product: 'ugarit' })
    expect(eventsOf(await textAt(other.calendar(), publicationOf(content))).map(({ uid }) => uid)).toEqual(uids)
    for (const [index, { component, startDate }] of events.entries()) {
      expect(component.getFirstPropertyValue('url')).toBe(origin + paths.course(dated[index]?.slug ?? ''))
      expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-20T08:30:15Z')
      // A course's hours are the sum of all its sessions, so they give no end. A day has one, which some calendars need.
      const ends = ['dtend', 'duration'].filter((name) => component.hasProperty(name))
      expect(ends).toEqual(startDate.isDate ? ['dtend'] : [])
    }
  })

  test.each<[date: unknown, expected: string | undefined]>([
    ['2027-01-05T09:30', '2027-01-05T06:30:00Z'],
    ['2027-06-15T15:00:00.250Z', '2027-06-15T15:00:00Z'],
    // Until October 2022, clocks in Syria were set back for winter.
    ['2022-01-05T09:30', '2022-01-05T07:30:00Z'],
    ['2027-01-05', '2027-01-05'],
    ['9999-12-31', '9999-12-31'],
    [undefined, undefined],
    ['soon', undefined],
    ['+12345-01-01T00:00:00Z', undefined],
    // The moment or the time in Damascus is outside of the years that a calendar can name.
    ['9999-12-31T23:30:00', undefined],
    ['9999-12-31T23:30:00Z', undefined],
    ['0000-01-01T00:00:00', undefined],
    ['0000-01-01T00:00:00Z', undefined],
    ['0050-06-01T12:00', undefined],
  ])('tells the date %j of a course and of an event as %s', async (date, expected) => {
    const events = eventsOf(await textAt(paths.calendar(), publicationOf(withDate(date))))
    expect(events.map(({ startDate }) => String(startDate))).toEqual(expected ? [expected, expected] : [])
  })

  test('has a file of its own for each', async () => {
    const publication = publicationOf(withDate('2027-01-05T09:30'))
    const [course, event] = [publication.home.courses[0]?.slug ?? '', publication.home.events[0]?.slug ?? '']
    const own = [paths.courseCalendar(course), paths.eventCalendar(event)]
    expect(publishedPaths(publication)).toEqual(expect.arrayContaining(own))
    const alone = await Promise.all(own.map(async (path) => eventsOf(await textAt(path, publication))))
    const titles = [publication.home.courses, publication.home.events].map((list) => list[0]?.[`${locale}_title`])
    expect(alone.map((events) => events.map(({ summary }) => summary))).toEqual(titles.map((title) => [title]))
    expect(alone[0]?.[0]?.component.getFirstProperty('summary')?.getParameter('language')).toBe(lang)
    expect(await publish(paths.courseCalendar('none'), publication)).toBeUndefined()
  })

  test('an entry says how to register, where it is and whom to call', async () => {
    const publication = publicationOf(withDate('2027-01-05T09:30'))
    const [course, event] = eventsOf(await textAt(paths.calendar(), publication))
    const number = shippedSite.phones?.[0]?.number
    expect(number).toMatch(/^\+963/)
    for (const entry of [course, event]) {
      expect(entry?.description).toContain(number)
      expect(entry?.component.getFirstPropertyValue('contact')).toContain(number)
    }
    expect(course?.description).toContain(shipped.courses[0]?.registration_link)
    const place = { ...publication.home.events[0], [`${locale}_place`]: 'a; b, c' }
    const moved = publicationOf({ ...publication.home, events: [place] } as HomeData)
    expect(eventsOf(await textAt(paths.calendar(), moved))[1]?.location).toBe('a; b, c')
    const { phones: _, ...site } = shippedSite
    const bare = { ...withDate('2027-01-05T09:30'), events: [] }
    delete bare.courses[0]?.registration_link
    const [plain] = eventsOf(await textAt(paths.calendar(), publicationOf(bare, { site })))
    expect(plain?.description).toBe(bare.courses[0]?.[`${locale}_description`])
    expect(plain?.component.hasProperty('contact')).toBe(false)
  })

  test('hostile text stays text', async () => {
    const content = hostileContent(generateContent({ seed: 19, size: 12 }))
    const events = eventsOf(await textAt(paths.calendar(), publicationOf(content)))
    expect(events).not.toEqual([])
    for (const { summary, description } of events) {
      expect(hostile.isRead(summary)).toBe(true)
      for (const line of description?.split('\n') ?? [])
        if (line.includes('Tag')) expect(hostile.isRead(line)).toBe(true)
    }
  })
})

test('a day without a time keeps nobody busy, and a subscribed calendar is asked for twice a day', async () => {
  const busy = async (date: string) => {
    const calendar = calendarOf(await textAt('/calendar.ics', publicationOf(withDate(date))))
    for (const name of ['refresh-interval', 'x-published-ttl'])
      expect(String(calendar.getFirstPropertyValue(name))).toBe('PT12H')
    return calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('transp'))
  }
  const [day] = eventsOf(await textAt('/calendar.ics', publicationOf(withDate('2026-12-31'))))
  expect(String(day?.component.getFirstPropertyValue('dtend'))).toBe('2027-01-01')
  expect(await busy('2027-01-05')).toEqual(['TRANSPARENT', 'TRANSPARENT'])
  expect(await busy('2027-01-05T09:30')).toEqual([null, null])
})

test('an entry has a higher sequence after a change, so that a second import moves it', async () => {
  const sequenceAt = async (time: string) => {
    const changed = allAt(new Date(time))
    const [event] = eventsOf(await textAt('/calendar.ics', { ...publicationOf(withDate('2027-01-05')), changed }))
    return event?.sequence ?? Number.NaN
  }
  const [first, second] = [await sequenceAt('2026-11-20T08:30:00Z'), await sequenceAt('2026-11-20T08:31:00Z')]
  expect(second).toBe(first + 1)
  // RFC 5545 allows a sequence of 31 bits.
  expect(await sequenceAt('2999-01-01T00:00:00Z')).toBeLessThan(2 ** 31)
})

test('a calendar of a large content is short: at most 500 events, with an excerpt of a long description', async () => {
  const course = {
    ...shipped.courses[0],
    date: '2027-01-05',
    en_title: 'ع'.repeat(9_000),
    en_description: 'ع'.repeat(9_000),
  }
  const courses = Array.from({ length: 600 }, (_, index) => ({ ...course, slug: `s${index}` })) as HomeData['courses']
  const text = await textAt('/calendar.ics', publicationOf({ ...shipped, courses }))
  expect(text.length).toBeLessThan(2_000_000)
  const events = eventsOf(text)
  expect(events).toHaveLength(500)
  expect([...(events[0]?.summary ?? '')]).toHaveLength(500)
  expect(events[0]?.description.split('\n', 1)).toEqual([`${'ع'.repeat(1_000)}...`])
})
