import { expect, test } from 'vitest'
import { search } from '#content/search'
import { termsOf } from '#content/search-terms'
import type { Locale } from '#contract/locales'
import { readContent } from '../support/shipped-content'
import queries from './search-queries.json'

const { courses, blogs, events, news } = await readContent()
/** The content of all lists as one list, in which a search has more wrong items to find than in any list of the site. */
const items = [...courses, ...events, ...news, ...blogs]

/*
 * Queries as students, parents and journalists type them, each with what it should find. They were written before the search was made,
 * which was tuned with the half `tuned` alone.
 */
test.each(['tuned', 'held'] as const)(
  '9 of 10 queries of the half %s find what they look for among the first five',
  (half) => {
    const missed = queries[half].flatMap(({ query, lang, finds }) => {
      const { items: found } = search(items, termsOf(query), lang as Locale)
      const first = found.slice(0, 5).map(({ slug }) => String(slug))
      return first.some((slug) => finds.includes(slug)) ? [] : [`${query}: ${first.join(' ')}`]
    })
    const share = 100 - (100 * missed.length) / queries[half].length
    if (process.env.FIGURES) console.info(`${half}: ${share.toFixed(1)} %`, missed)
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(90)
  },
)

/** Words of other meaning. Some are one edit from a word of the content, such as التجارب, القياسات, signs and prints. */
const others = {
  ar: 'الطبخ السباحة التجارة المحاماة قيادة حلاقة القرآن الادارة الالمانية محاسبة خياطة اونلاين',
  en: 'cooking painting singing banking marketing trading guitar swimming nursing football',
}

test.each(Object.entries(others))('in %s, words of other meaning are not corrected', (locale, words) => {
  const corrected = words
    .split(' ')
    .map((word) => [word, search(items, termsOf(word), locale as Locale).instead])
    .filter(([, instead]) => instead !== undefined)
  expect(corrected).toStrictEqual([])
})
