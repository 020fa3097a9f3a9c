import { expect, test } from 'vitest'
import { instituteOf } from '#content/institute'

test.each([
  ['en', 'Saturday to Thursday, 10:00 to 19:00', 'Saturday to Thursday, 10:00~to~19:00'],
  ['en', 'Mon - Fri: 10 am – 7 pm\nSat: 9:00-12:00', 'Mon - Fri: 10 am~–~7 pm\nSat: 9:00-12:00'],
  ['en', '10:00–19:00', '10:00–|19:00'],
  ['ar', 'السبت إلى الخميس، 10:00 – 19:00', 'السبت إلى الخميس، 10:00~–~19:00'],
  ['ar', 'من 10 حتى 7، أو ٩ إلى ٥', 'من 10~حتى~7، أو ٩~إلى~٥'],
] as const)('in %s, the hours %j break at no ~ and no |: %j', (locale, hours, expected) => {
  const { hours: read } = instituteOf({ [`${locale}_hours`]: hours }, locale, 'ugarit')
  expect(read?.text.replaceAll('\u00a0', '~').replaceAll('\u2060', '|')).toBe(expected)
})
