import type { Locale } from '#contract/locales'
import type { ListKey } from '#contract/operations'
import { type LabelKey, translateOf } from './i18n'
import { damascusOffset, hasPassed, type LocalDate, timeOf } from './localize'

/**
 * The state of a course or event that starts in the next two weeks, has started, is over, or has no date. All others start later. The
 * content has no end: an event is over when its day has passed, and a course never, because it goes on for weeks.
 */
export type ScheduleState = 'soon' | 'started' | 'over' | 'undated' | undefined

/**
 * The hours of a course or event, and its state at the time at which the page was made. Pages are cached, so `stateOf` decides again in
 * the browser.
 */
export type Schedule = { hours?: number | undefined; isEvent?: true | undefined; state?: ScheduleState }

const day = 86_400_000

/** The time before its start from which a course or event starts soon, in milliseconds. */
const soon = 14 * day

/** The schedule of a course or event that starts at `start`; `undefined` for other kinds. `count` is the length in hours. */
export function scheduleOf(
  { count }: { count?: unknown },
  kind: ListKey,
  start: LocalDate | undefined,
  now?: number,
): Schedule | undefined {
  if (kind !== 'courses' && kind !== 'events') return undefined
  const isEvent = kind === 'events' || undefined
  const hours = typeof count === 'number' && count > 0 ? count : undefined
  return { hours, isEvent, state: stateOf(start, now, isEvent) }
}

/** The state at a time, in milliseconds. */
export function stateOf(start: LocalDate | undefined, now = Date.now(), isEvent = false): ScheduleState {
  if (!start) return 'undated'
  if (isEvent && dayAt(timeOf(start)) < dayAt(now)) return 'over'
  if (hasPassed(start, now)) return 'started'
  return hasPassed(start, now + soon) ? 'soon' : undefined
}

/** True for a course or event that has started, even if it is over. */
export function hasStarted(state: ScheduleState): boolean {
  return state === 'started' || state === 'over'
}

/** The number of the day in Damascus at a time. */
function dayAt(time: number): number {
  return Math.floor((time + damascusOffset) / day)
}

/** The date as day of the week, day and month, such as "Sat 12 December", with the year if it is not this year in Damascus. */
export function inWords(date: LocalDate, locale: Locale, now = Date.now()): LocalDate {
  const [day, month, year] = partsOf(date)
  const t = translateOf(locale)
  const weekday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()
  const words = [t(`date.weekday.${weekday}` as LabelKey), Number(day), t(`date.month.${Number(month)}` as LabelKey)]
  if (Number(year) !== new Date(now + damascusOffset).getUTCFullYear()) words.push(Number(year))
  return { ...date, text: words.join(' ') }
}

/** Like `inWords`, with the hour and minute if the date has a time. */
export function inWordsWithTime(date: LocalDate, locale: Locale, now?: number): LocalDate {
  const words = inWords(date, locale, now)
  if (!date.dateTime.includes('T')) return words
  const [, , , time = ''] = partsOf(date)
  return { ...words, text: translateOf(locale)('date.withTime', { date: words.text, time: time.slice(0, 5) }) }
}

/** The day, month, year and time of a date as `formatDate` writes it. */
function partsOf({ text }: LocalDate): string[] {
  return text.split(/[/ ]/)
}
