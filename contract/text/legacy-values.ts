import { asList, isObject } from '#contract/json'
import { latinDigits } from '#contract/text/unicode'

/** Matches a date in the contract's form, and one with a space in place of the T. */
const contractDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** The maximum number of characters of a date in another form. */
const maxLength = 80

/** Reads a number that is a text, also in Arabic digits. Returns `undefined` for other values. */
export function readNumber(value: unknown): number | undefined {
  const text = typeof value === 'string' && value.length < 40 ? latinDigits(value).trim() : ''
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined
}

const booleans = new Map<unknown, boolean>([
  ...['1', 1, 'true', 't', 'yes', 'y', 'on', '\u0001'].map((value) => [value, true] as const),
  ...['0', 0, 'false', 'f', 'no', 'n', 'off', '\0'].map((value) => [value, false] as const),
])

/**
 * Reads true or false from a text or a number. A column of the type BIT is one byte: a control character in PHP, and a Buffer in Node.
 * Returns `undefined` for other values.
 */
export function readBoolean(value: unknown): boolean | undefined {
  const bit = isObject(value) && value.type === 'Buffer' ? asList(value.data)[0] : value
  return booleans.get(typeof bit === 'string' ? bit.toLowerCase() : bit)
}

/**
 * Reads a date in a form that languages and databases write by themselves: PHP's DateTime, Flask's HTTP date, the list of Java's
 * LocalDateTime, a Unix time, the texts of JavaScript's dates, and the zones of PostgreSQL and Ruby. Returns
 * `undefined` for a date in the contract's form and for a value of uncertain meaning, such as `05/01/2027`.
 */
export function readDate(value: unknown): string | undefined {
  if (typeof value === 'number') return dateOfTime(value)
  if (Array.isArray(value)) return dateOfParts(value)
  if (isObject(value)) return dateOfObject(value)
  if (typeof value !== 'string' || value.length > maxLength || contractDate.test(value)) return undefined
  const text = latinDigits(value).trim()
  const [, time] = /^(?:\/Date\()?(\d{9,13})(?:[+-]\d{4})?(?:\)\/)?$/.exec(text) ?? []
  if (time) return dateOfTime(Number(time))
  if (/^[A-Z][a-z]{2}(?:, \d\d? [A-Z][a-z]{2}| [A-Z][a-z]{2} \d\d) \d{4} [\d:]{8} (?:GMT|[+-]\d{4})/.test(text))
    return dateOfTime(Date.parse(text))
  const iso = text
    .replace(/^(\d{4})\/(\d\d)\//, '$1-$2-')
    .replace(' ', 'T')
    .replace(/ ?(?:UTC|GMT)$/, 'Z')
    .replace(
      /(:\d\d(?:\.\d{1,9})?) ?([+-]\d\d)(?::?(\d\d))?$/,
      (_, end, hours, minutes = '00') => `${end}${hours}:${minutes}`,
    )
  return contractDate.test(iso) ? iso : undefined
}

/** Reads a Unix time in seconds or milliseconds. Either is a time from 2001 to 2286. */
function dateOfTime(time: number): string | undefined {
  const milliseconds = Math.abs(time) < 1e10 ? time * 1_000 : time
  return milliseconds >= 1e12 && milliseconds < 1e13 ? new Date(milliseconds).toISOString() : undefined
}

/** Reads the year, month, day, hour, minute and second in a list. */
function dateOfParts(parts: unknown[]): string | undefined {
  const [year, month, day, hour, minute = 0, second = 0] = parts
  const two = (part: unknown) => String(part).padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const iso = hour === undefined ? date : `${date}T${two(hour)}:${two(minute)}:${two(second)}`
  return parts.every(Number.isInteger) && contractDate.test(iso) ? iso : undefined
}

/** Reads PHP's DateTime in UTC, Damascus or with an offset, MongoDB's extended JSON, and Firestore's Timestamp. */
function dateOfObject({ date, timezone, $date, seconds, _seconds }: Record<string, unknown>): string | undefined {
  if (typeof date === 'string' && typeof timezone === 'string') {
    const zone = timezone === 'UTC' ? 'Z' : timezone === 'Asia/Damascus' ? '' : timezone
    const iso = date.replace(' ', 'T') + zone
    return contractDate.test(iso) ? iso : undefined
  }
  const time = $date ?? seconds ?? _seconds
  if (typeof time === 'string' && contractDate.test(time)) return time
  return typeof time === 'object' ? undefined : readDate(time)
}
