import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { excerpt, excerptOf, formatDate, hasPassed, httpUrl, isolate, localize, teaser } from '#content/localize'
import { plainText } from '#contract/markup/plain-text'

test.each([
  [{ en_title: 'A', ar_title: 'أ' }, 'en', { text: 'A' }],
  [{ en_title: 'A', ar_title: 'أ' }, 'ar', { text: 'أ' }],
  [{ ar_title: 'أ' }, 'en', { text: 'أ', locale: 'ar' }],
  [{ en_title: 'A', ar_title: ' \n' }, 'ar', { text: 'A', locale: 'en' }],
  [{ en_title: null, ar_title: 'أ' }, 'en', { text: 'أ', locale: 'ar' }],
  [{ en_title: 5, ar_title: ['أ'] }, 'en', undefined],
  [{}, 'ar', undefined],
  // A category's English name has no prefix.
  [{ title: 'A', ar_title: 'أ' }, 'en', { text: 'A' }],
] as const)('the title of %j in %s is %j', (entity, locale, expected) => {
  expect(localize(entity, 'title', locale)).toStrictEqual(expected)
})

describe('excerpt', () => {
  const family = '👨‍👩‍👧‍👦'

  test.each([
    ['exactly so long', 'abcd', 4, 'abcd'],
    ['one longer', 'abcde', 4, 'abcd...'],
    ['cut after a space', 'abc def', 4, 'abc...'],
    ['emoji of several parts', family.repeat(3), 2, `${family.repeat(2)}...`],
    ['flags', '🇸🇾🇸🇾🇸🇾', 1, '🇸🇾...'],
    ['Arabic with vowel signs', 'مُدَوَّنَة', 3, 'مُدَوَّ...'],
    ['markup and entities', '<p>a<b>&lt;cd</b></p>', 2, 'a<...'],
    ['more marks than a character has', `a${'\u0301'.repeat(400_000)}`, 2, `a${'\u0301'.repeat(30)}`],
    ['half of an emoji at the end', `a${'\u0301'.repeat(38)}😀`, 2, `a${'\u0301'.repeat(38)}...`],
  ])('%s: %j cut at %i is %j', (_, text, length, expected) => {
    expect(excerpt(text, length)).toBe(expected)
  })

  const graphemes = new Intl.Segmenter('ar', { granularity: 'grapheme' })
  const cutByGraphemes = (text: string) => {
    const [first, second, ...others] = Array.from(graphemes.segment(text), ({ segment }) => segment)
    return others.length > 0 ? `${`${first}${second}`.trimEnd()}...` : text
  }

  const codes = [0x20, 0x60, 0xa0, 0x200, 0x300, 0x600, 0x640, 0x660, 0x6d0, 0x700, 0x8c0, 0x2000, 0x2020]
  const signs = codes.flatMap((code) => Array.from({ length: 32 }, (_, index) => String.fromCharCode(code + index)))
  // One character of each kind that joins its neighbours, and characters that do not (UAX 29).
  const kinds = [...'a -ب٣\u0301\u064e\u0600\u070f\u0903\u200b\u200c\u200d\ufe0f']

  test.each([
    ['characters', Array.from({ length: 0xffff }, (_, code) => `a${String.fromCharCode(code)}bc`)],
    ['neighbours', signs.flatMap((sign) => kinds.flatMap((kind) => [`a${sign}${kind}b`, `a${kind}${sign}b`]))],
  ])('counts %s as Intl.Segmenter does', (_, texts) => {
    expect(texts.filter((text) => excerpt(text, 2) !== cutByGraphemes(plainText(text)))).toEqual([])
  })

  test('of a text in the other language keeps its language; of mere markup there is none', () => {
    expect(excerptOf({ text: 'abcdef', locale: 'en' }, 3)).toStrictEqual({ text: 'abc...', locale: 'en' })
    expect(excerptOf({ text: '<p> </p>' }, 3)).toBeUndefined()
    expect(excerptOf(undefined, 3)).toBeUndefined()
  })
})

test.each([
  ['exactly so long', 'abcd efgh', 9, 'abcd efgh'],
  ['cut inside a word', 'abcd efgh ijkl', 12, 'abcd efgh...'],
  ['cut before a space', 'abcd efgh ijkl', 9, 'abcd efgh...'],
  ['cut after a space', 'abcd efgh ijkl', 10, 'abcd efgh...'],
  ['cut after a comma', 'abcd، efgh', 8, 'abcd...'],
  ['Arabic with vowel signs', 'مُدَوَّنَة المُدَوَّنَات', 8, 'مُدَوَّنَة...'],
  ['a word longer than the rest', 'a https://example.org/long', 12, 'a https://ex...'],
  ['one word', 'abcdefgh', 4, 'abcd...'],
  ['markup and entities', '<p>abc &amp;lt; <b>def</b></p>', 9, 'abc &lt;...'],
])('a teaser, %s: %j cut at %i is %j', (_, text, length, expected) => {
  expect(teaser(text, length)).toBe(expected)
})

test.each([
  ['Python', 'en', 'Python'],
  ['Python', 'ar', '\u2066Python\u2069'],
  ['أوغاريت', 'ar', 'أوغاريت'],
  ['أوغاريت', 'en', '\u2067أوغاريت\u2069'],
  ['2026 (1)', 'ar', '2026 (1)'],
] as const)('isolate(%j, %s) is %j', (text, locale, expected) => {
  expect(isolate(text, locale)).toBe(expected)
})

describe('formatDate', () => {
  test.each([
    ['2027-01-05', '05/01/2027 00:00:00'],
    ['2027-01-05T09:30', '05/01/2027 09:30:00'],
    ['2026-12-31 18:00:00', '31/12/2026 18:00:00'],
    ['2028-02-29', '29/02/2028 00:00:00'],
    ['2026-12-31T18:00:00.750', '31/12/2026 18:00:00'],
    // Damascus has been at UTC+3 all year since October 2022. Before, its clocks changed twice a year.
    ['2027-01-31T22:30:00Z', '01/02/2027 01:30:00'],
    ['2027-06-15T15:00:00.250Z', '15/06/2027 18:00:00'],
    ['9999-12-31T22:30:00Z', '01/01/10000 01:30:00'],
    ['2022-10-27T20:59:59Z', '27/10/2022 23:59:59'],
    ['2022-10-27T21:00:00Z', '28/10/2022 00:00:00'],
    ['2027-02-28T18:00:00+0300', '28/02/2027 18:00:00'],
    ['2027-02-28 18:00+03:00', '28/02/2027 18:00:00'],
    ['2027-02-28T18:00:00-05:00', '01/03/2027 02:00:00'],
    ['2020-01-15T12:00:00Z', '15/01/2020 14:00:00'],
  ])('%s is %s', (value, text) => {
    const shown = formatDate(value)
    expect(shown?.text).toBe(text)
    // The machine-readable form names the same moment, and has a zone if the value had a zone.
    expect(shown?.dateTime).toMatch(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/)
    expect(Date.parse(shown?.dateTime ?? '')).not.toBeNaN()
  })

  test.each([
    ...['', 'soon', '5', 'Tue, 05 Jan 2027 18:00:00', '2027-01-05T18:00:00+99:00', null, 5, []],
    ...['2026-13-01', '2026-00-10', '2026-01-00', '2026-02-30T25:00', '2027-01-05T24:00'],
    ...['2026-02-30', '2027-02-29', '2026-04-31', '2026-02-30 18:00', '2026-02-30T18:00:00Z', '2026-06-31T18:00+0300'],
  ])('%j is no date', (value) => {
    expect(formatDate(value)).toBeUndefined()
  })

  test.each(['America/New_York', 'Asia/Tokyo'])("the machine's own zone changes nothing: %s", (zone) => {
    const values = ['2027-01-05', '2027-01-05T09:30', '2027-06-15T15:00:00Z']
    const texts = values.map(formatDate)
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(values.map(formatDate)).toStrictEqual(texts)
  })
})

const no = (value: unknown): [unknown, undefined] => [value, undefined]
test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['HTTP://EXAMPLE.org', 'http://example.org/'],
  // Phones and messengers put direction marks around addresses.
  ['\u202ahttps://example.org/a\u200f\u202c', 'https://example.org/a'],
  ...[' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'mailto:a@example.org'].map(no),
  ...['//example.org', 'www.example.org', '', null, { href: 'https://example.org' }].map(no),
])('httpUrl(%j) is %s', (value, url) => {
  expect(httpUrl(value)).toBe(url)
})

test.each([
  ['2026-11-23', '2026-11-23T20:59:59Z', false],
  ['2026-11-23', '2026-11-23T21:00:01Z', true],
  ['2026-11-23 17:00', '2026-11-23T13:59:59Z', false],
  ['2026-11-23T17:00:00', '2026-11-23T14:00:01Z', true],
  ['2026-11-23T17:00:00+0300', '2026-11-23T14:00:01Z', true],
])('%s at %s has passed: %s', (value, now, expected) => {
  const date = formatDate(value)
  expect(date && hasPassed(date, Date.parse(now))).toBe(expected)
})
