import { expect, test } from 'vitest'
import { search } from '#content/search'
import { termsOf } from '#content/search-terms'
import type { Locale } from '#contract/locales'
import { readContent } from '../support/shipped-content'
import queries from './search-queries.json'

type Query = { query: string; lang: string; finds: string[] }

const { courses, blogs, events, news } = await readContent()
/** The content of all lists as one list, in which a search has more wrong items to find than in any list of the site. */
const items = [...courses, ...events, ...news, ...blogs]

/*
 * Queries as students, parents and journalists type them, each with what it should find. They were written before the search was made,
 * which was tuned with the half `tuned` alone.
 */
test.each(Object.entries(queries) as [half: string, queries: Query[]][])(
  'at least 90 %% of the %s queries have what they look for among the first five',
  (half, queries) => {
    const missed = queries.flatMap(({ query, lang, finds }) => {
      const { items: found } = search(items, termsOf(query), lang as Locale)
      const first = found.slice(0, 5).map(({ slug }) => slug as string)
      return finds.some((slug) => first.includes(slug)) ? [] : [`${query}: ${first.join(' ')}`]
    })
    const share = 100 - (100 * missed.length) / queries.length
    if (process.env.FIGURES) console.info(`${half}: ${share.toFixed(1)} %`, missed)
    expect(share).toBeGreaterThanOrEqual(90)
  },
)
