import { formatDate, type LocalDate } from '#content/localize'

/**
 * The start of an item in ISO 8601: a day (`2026-11-22`) if no time is known, else a moment in Damascus time
 * (`2026-11-22T17:00:00+03:00`). `undefined` if its time in Damascus is not known or not in a year of four digits.
 */
export function startOf(date: LocalDate): string | undefined {
  const clock = clockOf(date)
  if (!clock || /^\d{4}-\d\d-\d\d$/.test(date.dateTime)) return clock && date.dateTime
  const asUtc = Date.parse(`${clock}Z`)
  const offset = offsetAt(asUtc - offsetAt(asUtc))
  return Number.isNaN(offset) ? undefined : clock + offsetText(offset)
}

/** A moment as the time in Damascus, or in UTC if the time in Damascus is not in a year of four digits. */
export function damascusTime(moment: Date): string {
  const offset = offsetAt(moment.getTime())
  if (Number.isNaN(offset)) return moment.toISOString()
  return new Date(moment.getTime() + offset).toISOString().slice(0, 19) + offsetText(offset)
}

/** The local time in Damascus, such as `2026-11-22T17:00:00`. */
function clockOf({ text }: LocalDate): string | undefined {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/.exec(text) ?? []
  return year && `${year}-${month}-${day}T${time}`
}

/** The offset of Damascus from UTC, in milliseconds. NaN if the time in Damascus is not in a year of four digits. */
function offsetAt(time: number): number {
  if (Number.isNaN(time)) return time
  const second = Math.floor(time / 1000) * 1000
  const shown = formatDate(new Date(second).toISOString())
  return Date.parse(`${shown && clockOf(shown)}Z`) - second
}

function offsetText(offset: number): string {
  return `+${new Date(offset).toISOString().slice(11, 16)}`
}
