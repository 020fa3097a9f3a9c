import { test } from '@playwright/test'
import { listPageOf } from '#content/list-page'
import { search } from '#content/search'
import { termsOf } from '#content/search-terms'
import type { Locale } from '#contract/locales'
import { readContent } from '../support/shipped-content'
import { median, printTable } from './table'

const itemCount = 1_000
const rounds = 51

/** The queries: at least one for each way to search, from the strictest way to a search that finds nothing. */
const queries: [way: string, locale: Locale, query: string][] = [
  ['as typed', 'ar', 'بيانات'],
  ['as typed', 'en', 'learning'],
  ['another form', 'ar', 'بالمسابقات'],
  ['another form', 'en', 'harvested'],
  ['in bodies', 'en', 'dictionaries'],
  ['in the other language', 'ar', 'hackathon'],
  ['one edit', 'ar', 'الاصناعي'],
  ['one edit', 'en', 'lerning'],
  ['two words, one edit', 'en', 'machine lerning'],
  ['a sentence', 'ar', 'بدي كورس ذكاء صنعي للاولاد الصغار بالصيف'],
  ['a sentence, not all found', 'en', 'my son wants to learn chess, swimming and programming in the evening'],
  ['nothing', 'ar', 'ززززز'],
  ['nothing', 'en', 'xylophones'],
]

const table = printTable(['query', 'language', 'found', 'first', 'search, median', 'least', 'page, median', 'least'])

test('a search among 1,000 items', async () => {
  const { courses, blogs, events, news } = await readContent()
  const shipped = [...courses, ...blogs, ...events, ...news]
  const list = Array.from({ length: itemCount }, (_, index) => {
    const copy = Math.floor(index / shipped.length)
    const fields = Object.entries(shipped[index % shipped.length] ?? {})
    return Object.fromEntries(
      fields.map(([key, value]) => [key, /^(?:en|ar)_/.test(key) ? withOwnWords(String(value), copy) : value]),
    )
  })
  for (const [way, locale, query] of queries) {
    const address = new URLSearchParams({ q: query })
    const searching = timesOf(() => search(list, termsOf(query), locale))
    const page = timesOf(() => listPageOf(list, 'courses', address, locale))
    const { total } = listPageOf(list, 'courses', address, locale)
    const figures = [searching, page].flatMap(({ later }) => [median(later).toFixed(2), Math.min(...later).toFixed(2)])
    table.push([`${query} (${way})`, locale, total, searching.first.toFixed(0), ...figures])
  }
})

/** The times of a call in milliseconds: the first call, which reads the texts, and later ones, after the code was compiled. */
function timesOf(call: () => void): { first: number; later: number[] } {
  const [first = 0, ...others] = Array.from({ length: 1 + 2 * rounds }, () => {
    const began = performance.now()
    call()
    return performance.now() - began
  })
  return { first, later: others.slice(rounds) }
}

/** Changes every tenth word into one that no other copy has, because a longer real list has more different words. */
function withOwnWords(text: string, copy: number): string {
  let count = 0
  return text.replace(/[\p{L}\p{M}]{4,}(?![^<]*>)/gu, (word) =>
    ++count % 10 === 0 && copy > 0 ? word + word.slice(0, 2) + word.charAt(copy % 4) + 'xyzجحخدذرز'.charAt(copy) : word,
  )
}
