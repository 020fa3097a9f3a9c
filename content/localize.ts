import { cutText } from '#contract/limits/field-limits'
import { type Locale, locales, otherLocale } from '#contract/locales'
import { leftToRight, partsToIsolate, rightToLeft } from '#contract/markup/direction'
import { hasText } from '#contract/markup/has-text'
import { plainText } from '#contract/markup/plain-text'
import { withoutInvisible } from '#contract/text/unicode'
import { attempt } from './attempt'

/** A text for the page. `locale` is set only if the text is in the other language. `marks` are the parts that match a search. */
export type LocalText = { text: string; locale?: Locale; marks?: Mark[] }

/** A highlighted part of a text. The end is the index after its last character. */
export type Mark = [start: number, end: number]

/** Spec section 9: cards in the home page's sliders show 70 characters, cards in lists 100. */
export const excerptLength = { slider: 70, list: 100 } as const

/** The lengths that the spec does not set. Texts of these lengths end between words. */
export const teaserLength = { title: 60, shareImage: 100, description: 155, statement: 400 } as const

/**
 * The text of a bilingual field (`en_title` and `ar_title` for `title`) in one language or, if it is missing there, in the other.
 * `undefined` if it is missing in both. A text of which readers see nothing is missing. The English field of a category's name has no
 * prefix.
 */
export function localize(entity: object, field: string, locale: Locale): LocalText | undefined {
  const own = fieldText(entity, field, locale)
  if (own !== undefined) return { text: own }
  const other = otherLocale(locale)
  const fallback = fieldText(entity, field, other)
  return fallback === undefined ? undefined : { text: fallback, locale: other }
}

function fieldText(entity: object, field: string, locale: Locale): string | undefined {
  const value = fieldOf(entity, field, locale)
  return hasText(value) ? value : undefined
}

/** The value of a bilingual field in one language. */
export function fieldOf(entity: object, field: string, locale: Locale): unknown {
  const fields = entity as Record<string, unknown>
  return fields[`${locale}_${field}`] ?? (locale === 'en' ? fields[field] : undefined)
}

/** A character and the Arabic vowel signs that follow it. */
const arabicCluster = /.[\u064b-\u065f\u0670]*/gsu

/**
 * Matches other characters that may combine with their neighbours (UAX 29), such as marks of other scripts, signs without a width,
 * flags, skin tones, and parts of Hangul syllables.
 */
const mayJoin =
  /(?![\u064b-\u065f\u0670])[\p{M}\p{Cf}\p{Cc}\p{RI}\p{Emoji_Modifier}\p{Gr_Ext}\p{Script=Hangul}\u0d4e\u0e33\u0eb3]/u

// Created on first use, because creating it takes 70 ms on a slow phone and few texts need it. Firefox before 125 has no Segmenter.
let segmenter: Intl.Segmenter | undefined

/** The average length up to which graphemes are counted, in code units. A family emoji has 11. Marks could make one endless. */
const maxGrapheme = 20

/**
 * The first `length` characters of a text, followed by '...' if the text is longer (spec section 9). Counts graphemes, so that an
 * Arabic letter keeps its vowel signs and no emoji is cut. Drops markup first, because descriptions are shown as text.
 */
export function excerpt(text: string, length: number): string {
  return firstCharacters(plainText(text), length)
}

/** Like `excerpt`, but ends before the word that the cut would break, unless that word is longer than the rest. */
export function teaser(text: string, length: number): string {
  const plain = plainText(text)
  const cut = firstCharacters(plain, length)
  if (cut === plain) return plain
  const kept = cut.slice(0, -3)
  const end = kept.lastIndexOf(' ')
  if (plain[kept.length] === ' ' || end < kept.length / 2) return cut
  return `${kept.slice(0, end).replace(/[ ,،;؛:–—-]+$/, '')}...`
}

function firstCharacters(plain: string, length: number): string {
  // Short texts return early, because most titles are short and compiling `mayJoin` takes 6 ms on a slow phone.
  if (plain.length <= length) return plain
  const read = cutText(plain, length * maxGrapheme)
  let end = 0
  let count = 0
  for (const character of charactersOf(read)) {
    if (count === length) return `${read.slice(0, end).trimEnd()}...`
    end += character.length
    count++
  }
  return read.length < plain.length ? `${read}...` : plain
}

function* charactersOf(text: string): Generator<string> {
  if (!('Segmenter' in Intl && mayJoin.test(text))) {
    for (const [cluster] of text.matchAll(arabicCluster)) yield cluster
    return
  }
  segmenter ??= new Intl.Segmenter('ar', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Cuts a localised text by `excerpt` or `teaser`. The result keeps its `locale`. */
export function excerptOf(value: LocalText | undefined, length: number, cut = excerpt): LocalText | undefined {
  const text = value && cut(value.text, length)
  return text ? { ...value, text } : undefined
}

/**
 * Isolates a text by characters (U+2066, U+2067, U+2069), for places that cannot hold markup, such as `<title>`: its parts that would
 * be painted in another order, and the whole text unless all its letters have the direction of the page. `own` is the language of the
 * text.
 */
export function isolate(text: string, page: Locale, own = page): string {
  const [isRtl, isLtr] = [rightToLeft.test(text), leftToRight.test(text)]
  const dir = isRtl && isLtr ? locales[own].dir : isRtl ? 'rtl' : 'ltr'
  const parts = isRtl || locales[own].dir === 'rtl' ? partsToIsolate(text) : [text]
  const isolated = parts.map((part, position) => (position % 2 ? `\u2066${part}\u2069` : part)).join('')
  // A text without letters has no direction, and one of both is always isolated.
  const needsNoIsolate = isRtl === isLtr ? !isRtl : dir === locales[page].dir
  if (needsNoIsolate) return isolated
  return `${dir === 'rtl' ? '\u2067' : '\u2066'}${isolated}\u2069`
}

/** Created on first use, because few dates need it and creating it takes 70 ms on a slow phone. */
let damascusBefore: Intl.DateTimeFormat | undefined

/** Damascus has been at UTC+3 all year since this moment. Before, its clocks were changed twice a year. */
const fixedSince = Date.parse('2022-10-28T00:00:00+03:00')
export const damascusOffset = 3 * 3_600_000

/** A date as it is shown, and its `datetime` attribute. */
export type LocalDate = { text: string; dateTime: string }

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * Formats an ISO 8601 date as day/month/year hours:minutes:seconds in Damascus, with Latin digits in both languages (spec section 2).
 * A date without a zone is in Damascus time and must not be converted from the machine's zone. Returns `undefined` for an invalid
 * date.
 */
export function formatDate(value: unknown): LocalDate | undefined {
  if (typeof value !== 'string') return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = isoDate.exec(value) ?? []
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // `Date` reads 30 February as 2 March. Comparing also drops an invalid date, whose day is NaN.
  if (local.getUTCDate() !== Number(day)) return undefined
  const iso = value.replace(' ', 'T')
  if (!zone) return { text: `${day}/${month}/${year} ${hour}:${minute}:${second}`, dateTime: iso }
  const instant = new Date(iso.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(instant.getTime())) return undefined
  return { text: textInDamascus(instant.getTime()), dateTime: instant.toISOString() }
}

function textInDamascus(time: number): string {
  if (time >= fixedSince) {
    const [, year = '', month, date, clock] =
      /^\+?(\d+)-(..)-(..)T(.{8})/.exec(new Date(time + damascusOffset).toISOString()) ?? []
    return `${date}/${month}/${+year} ${clock}`
  }
  damascusBefore ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Damascus',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return damascusBefore.format(time).replace(',', '')
}

const day = 86_400_000

/**
 * True if a date has passed or, for a date without a time, the whole day. Takes a date without a zone as UTC+3. Before `fixedSince`
 * this can be wrong by an hour, which does not matter, because such dates have passed.
 */
export function hasPassed(date: LocalDate, now = Date.now()): boolean {
  return timeOf(date) + (isDay(date) ? day : 0) < now
}

/** The time of a date or the start of its day, in milliseconds. */
export function timeOf(date: LocalDate): number {
  const { dateTime } = date
  return Date.parse(dateTime.endsWith('Z') ? dateTime : `${dateTime}${isDay(date) ? 'T00:00' : ''}+03:00`)
}

function isDay({ dateTime }: LocalDate): boolean {
  return !dateTime.includes('T')
}

/** Returns `value` if it is an http(s) address, because other addresses of a remote API must not become an `href`. */
export function httpUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' ? attempt(() => new URL(withoutInvisible(value))) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
