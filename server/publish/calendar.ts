import { createHash } from 'node:crypto'
import { type Entity, itemsOf, plainTextOf, slugOf, titleOf } from '#content/cards'
import { translateOf } from '#content/i18n'
import { instituteOf } from '#content/institute'
import { excerptOf, formatDate, httpUrl, type LocalText, localize, teaser } from '#content/localize'
import type { HomeData } from '#contract/entities'
import { cutText } from '#contract/limits/field-limits'
import { type Locale, locales } from '#contract/locales'
import { createPaths, type Paths } from '#contract/paths'
import { startOf } from './damascus-time'
import { type Publication, partsOf } from './publication'

/** The lists with dated items. */
type DatedList = 'courses' | 'events'

const pathsOf = {
  courses: { page: (paths: Paths) => paths.course, file: (paths: Paths) => paths.courseCalendar },
  events: { page: (paths: Paths) => paths.event, file: (paths: Paths) => paths.eventCalendar },
}

/** The maximum number of events in a calendar. Courses come first, then events, in the order of their lists; the rest is left out. */
const maxEvents = 500

/** The maximum number of characters of a title and of a description, because calendars show little text. */
const maxSummary = 500
const maxDescription = 1_000

/** An item that has a date, and the start of the item. */
type Dated = { list: DatedList; item: Entity; start: string }

/** Caches `datedItems` per content, because an export calls it once for each of thousands of files. */
const datedByContent = new WeakMap<HomeData, Map<Locale, Map<string, Dated>>>()

/** The items that have a date, by the path of their calendar files. */
export function datedItems(locale: Locale, { home, product, onLeftOut }: Publication): Map<string, Dated> {
  const inLocales = datedByContent.get(home) ?? new Map<Locale, Map<string, Dated>>()
  datedByContent.set(home, inLocales)
  const before = inLocales.get(locale)
  if (before) return before
  const paths = createPaths({ locale, product })
  const dated = new Map<string, Dated>()
  inLocales.set(locale, dated)
  for (const list of ['courses', 'events'] as const) {
    const add = (item: Entity) => {
      const date = formatDate(item.date)
      const start = date && startOf(date)
      if (start) dated.set(pathsOf[list].file(paths)(slugOf(item)), { list, item, start })
    }
    partsOf(itemsOf(home[list]), add, onLeftOut)
  }
  return dated
}

/** The calendar (RFC 5545) of these items, in one language. */
export function calendar(
  items: Dated[],
  locale: Locale,
  { product, site, origin, changed, onLeftOut }: Publication,
): string {
  const paths = createPaths({ locale, product })
  const { name, phones } = instituteOf(site, locale, product)
  const [phone] = phones
  const t = translateOf(locale)
  const eventOf = ({ list, item, start }: Dated) => {
    const slug = slugOf(item)
    const summary = titleOf(item, locale)
    const description = excerptOf(localize(item, 'description', locale), maxDescription, teaser)
    const registration = httpUrl(item.registration_link)
    const place = plainTextOf(localize(item, 'place', locale))
    const contact = phone && `${name}, ${phone.number}`
    // Most calendars show the description and no CONTACT, so it also says how to register.
    const lines = [
      description?.text,
      registration && `${t('action.register')}: ${registration}`,
      contact && `${t('contact.phones')}: ${phone.number}`,
    ].filter((line) => line !== undefined)
    return [
      'BEGIN:VEVENT',
      // Uses the same UID in both languages, because both describe the same item.
      `UID:${uidOf(origin + pathsOf[list].page(createPaths({ locale: 'en', product }))(slug))}`,
      `DTSTAMP:${utc(changed[list])}`,
      // A calendar into which a file is imported again takes over a change only if this number is higher.
      `SEQUENCE:${Math.floor(changed[list].getTime() / 60_000)}`,
      // Writes no DTEND of a time, because the hours of a course are the sum of all its sessions.
      ...(start.includes('T') ? [`DTSTART:${utc(new Date(start))}`] : wholeDay(start)),
      text('SUMMARY', { ...summary, text: cutText(summary.text, maxSummary) }, locale),
      ...(lines.length > 0
        ? [`DESCRIPTION;LANGUAGE=${locales[description?.locale ?? locale].lang}:${lines.map(textValue).join('\\n')}`]
        : []),
      ...(place ? [text('LOCATION', place, locale)] : []),
      ...(contact ? [text('CONTACT', { text: contact }, locale)] : []),
      `URL:${origin + pathsOf[list].page(paths)(slug)}`,
      'END:VEVENT',
    ].map(fold)
  }
  const start = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${textValue(`-//${instituteOf(site, 'en', product).name}//Site//EN`)}`,
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    'X-WR-TIMEZONE:Asia/Damascus',
    // Without these, Apple's calendar asks for a subscribed calendar once a week, and Outlook hardly ever.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
  ].map(fold)
  return [...start, ...partsOf(items.slice(0, maxEvents), eventOf, onLeftOut).flat(), fold('END:VCALENDAR')].join('')
}

/**
 * The properties of a day without a time. It ends before the next day, because iCloud and others do not read an event without an end, and is
 * transparent, because it would count as busy from morning to night.
 */
function wholeDay(day: string): string[] {
  const next = new Date(`${day}T24:00:00Z`).toISOString()
  const dateOf = (time: string) => time.slice(0, 10).replaceAll('-', '')
  // A year after 9999 has more digits than a calendar reads.
  const end = next.startsWith('+') ? [] : [`DTEND;VALUE=DATE:${dateOf(next)}`]
  return [`DTSTART;VALUE=DATE:${dateOf(day)}`, ...end, 'TRANSP:TRANSPARENT']
}

/** Makes the address of an item a UID. Nextcloud and other servers use a UID as a file name, so it has no slashes. */
function uidOf(address: string): string {
  return `${createHash('sha256').update(address).digest('hex').slice(0, 32)}@${new URL(address).hostname}`
}

/** A moment in UTC, such as 20261122T140000Z, so that the file needs no time zone definition. */
function utc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '')
}

function text(name: string, { text, locale }: LocalText, own: Locale): string {
  return `${name};LANGUAGE=${locales[locale ?? own].lang}:${textValue(text)}`
}

/** Makes the text a property value: escapes it, and removes control characters (such as line breaks) and lone surrogates. */
function textValue(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '').replace(/[\\;,]/g, (character) => `\\${character}`)
}

/** Folds a line at 75 bytes. Each further line begins with a space (RFC 5545, section 3.1). */
function fold(line: string): string {
  const bytes = Buffer.from(line)
  const lines: string[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(bytes.length, start + (start === 0 ? 75 : 74))
    // Ends before a character, whose further bytes in UTF-8 begin with the bits 10.
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
    lines.push(bytes.toString('utf8', start, end))
    start = end
  }
  return `${lines.join('\r\n ')}\r\n`
}
