import type { Locale } from '#contract/locales'
import type { ListKey } from '#contract/operations'
import { type LabelKey, translateOf } from './i18n'
import { formatDate, hasPassed, type LocalDate } from './localize'

/** A date in words, such as "Sat 12 December", and its `datetime` attribute. */
export type DateInWords = LocalDate

/** The state of a course or event that starts in the next two weeks, has started, or has no date. All others start later. */
export type ScheduleState = 'soon' | 'started' | 'undated' | undefined

/**
 * The schedule of a course or event: its start, if it has a date, and its hours. `state` is that of the time at which the page was
 * made; pages are cached, so `stateOf` decides again in the browser.
 */
export type Schedule = { start?: DateInWords | undefined; hours?: number | undefined; state?: ScheduleState }

/** The fields of an unchecked item that are read here. */
type Scheduled = { date?: unknown; count?: unknown }

/** The time before its start from which a course or event starts soon, in milliseconds. */
const soon = 14 * 86_400_000

/** The schedule of a course or event; `undefined` for other kinds. */
export function scheduleOf(item: Scheduled, kind: ListKey, locale: Locale): Schedule | undefined {
  if (kind !== 'courses' && kind !== 'events') return undefined
  const start = inWords(item.date, locale)
  return { start, hours: hoursOf(item), state: stateOf(start) }
}

/** The state at a time, in milliseconds. */
export function stateOf(start: LocalDate | undefined, now = Date.now()): ScheduleState {
  if (!start) return 'undated'
  if (hasPassed(start, now)) return 'started'
  return hasPassed(start, now + soon) ? 'soon' : undefined
}

/** The length of a course in hours. */
export function hoursOf({ count }: Scheduled): number | undefined {
  return typeof count === 'number' && count > 0 ? count : undefined
}

/** A date as day of the week, day and month in Damascus, with the year if it is not this year. `undefined` for an invalid date. */
export function inWords(value: unknown, locale: Locale, now = new Date()): DateInWords | undefined {
  const date = formatDate(value)
  const [, day, month, year] = /^(\d+)\/(\d+)\/(\d+) /.exec(date?.text ?? '') ?? []
  if (!date || !year) return undefined
  const t = translateOf(locale)
  const weekday = new Date(`${year}-${month}-${day}T00:00Z`).getUTCDay()
  const words = [t(`date.weekday.${weekday}` as LabelKey), Number(day), t(`date.month.${Number(month)}` as LabelKey)]
  if (Number(year) !== now.getFullYear()) words.push(year)
  return { dateTime: date.dateTime, text: words.join(' ') }
}

/** Like `inWords`, with the hour and minute if the date has a time. */
export function inWordsWithTime(value: unknown, locale: Locale): DateInWords | undefined {
  const date = inWords(value, locale)
  if (!date?.dateTime.includes('T')) return date
  const [time = ''] = /\d\d:\d\d/.exec(formatDate(value)?.text ?? '') ?? []
  return { ...date, text: translateOf(locale)('date.withTime', { date: date.text, time }) }
}
