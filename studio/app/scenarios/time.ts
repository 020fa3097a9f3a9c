import { damascusOffset, formatDate, timeOf } from '#content/localize'

/** A scenario's time as the value of a time input, which is in Damascus. */
export function timeInDamascus(now: string | undefined): string {
  const date = formatDate(now)
  return date ? new Date(timeOf(date) + damascusOffset).toISOString().slice(0, 16) : ''
}

/** The value of a time input with the zone of Damascus; `undefined` for an empty one. */
export function withZone(value: string): string | undefined {
  return value === '' ? undefined : `${value}:00+03:00`
}
