import { type Entity, itemsOf, plainTextOf, slugOf, titleOf } from '#content/cards'
import { translateOf } from '#content/i18n'
import { formatDate, type LocalText, localize } from '#content/localize'
import type { HomeData } from '#contract/entities'
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
export function calendar(items: Dated[], locale: Locale, { product, origin, changed, onLeftOut }: Publication): string {
  const paths = createPaths({ locale, product })
  const name = translateOf(locale)('institute.name')
  const eventOf = ({ list, item, start }: Dated) => {
    const slug = slugOf(item)
    const summary = titleOf(item, locale)
    const description = plainTextOf(localize(item, 'description', locale))
    return [
      'BEGIN:VEVENT',
      // Uses the same UID in both languages, because both describe the same item.
      `UID:${textValue(origin + pathsOf[list].page(createPaths({ locale: 'en', product }))(slug))}`,
      `DTSTAMP:${utc(changed[list])}`,
      // Writes no DTEND, because the hours of a course are the sum of all its sessions.
      start.includes('T') ? `DTSTART:${utc(new Date(start))}` : `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`,
      text('SUMMARY', summary, locale),
      ...(description ? [text('DESCRIPTION', description, locale)] : []),
      `URL:${origin + pathsOf[list].page(paths)(slug)}`,
      'END:VEVENT',
    ].map(fold)
  }
  const start = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ugarit AI Institute//Site//EN',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    'X-WR-TIMEZONE:Asia/Damascus',
  ].map(fold)
  return [...start, ...partsOf(items, eventOf, onLeftOut).flat(), fold('END:VCALENDAR')].join('')
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
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const length = bytesOf(character)
    if (bytes + length > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += length
  }
  return `${folded}\r\n`
}

/** The number of bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
