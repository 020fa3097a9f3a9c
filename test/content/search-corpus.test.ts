import { describe, expect, test } from 'vitest'
import { search } from '#content/search'
import { textsOf } from '#content/search-index'
import { termsOf } from '#content/search-terms'
import { foldText } from '#content/words'
import type { Locale } from '#contract/locales'
import { readContent } from '../support/shipped-content'

/**
 * Searches for every word of four letters or more in the shipped titles, altered by each rule. A search succeeds if the item is
 * among the first ten. Tests only items at odd positions, because the search was tuned with the items at even positions. A rule
 * returns `undefined` for a word that it does not apply to. `turn` counts the words, so that the altered letter's position varies.
 */
type Rule = (word: string, turn: number) => string | undefined

const hasArticle = /^(?:[وفبك]?ال|لل)/
const isPlural = /(?:ات|ون|ين|s)$/

const unless =
  (pattern: RegExp, alter: (word: string) => string): Rule =>
  (word) =>
    pattern.test(word) ? undefined : alter(word)

/** Removes one letter, but never the first or the last. */
const letterLost: Rule = (word, turn) => {
  const index = 1 + (turn % (word.length - 2))
  return word.length > 4 ? word.slice(0, index) + word.slice(index + 1) : undefined
}

/** Swaps two different neighbouring letters, but never the first or the last letter. */
const lettersSwapped: Rule = (word, turn) => {
  const index = 1 + (turn % (word.length - 3))
  const [first, second] = [word[index], word[index + 1]]
  return word.length > 4 && first !== second ? word.slice(0, index) + second + first + word.slice(index + 2) : undefined
}

const englishPlural = (word: string) => {
  if (/(?:x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

const misspelt: [name: string, rule: Rule][] = [
  ['one letter lost', letterLost],
  ['two letters swapped', lettersSwapped],
]
const rules: Record<Locale, [name: string, rule: Rule][]> = {
  ar: [
    ['as typed', (word) => word],
    ['article added', unless(hasArticle, (word) => `ال${word}`)],
    ['و added', unless(hasArticle, (word) => `و${word}`)],
    ['بال added', unless(hasArticle, (word) => `بال${word}`)],
    ['لل added', unless(hasArticle, (word) => `لل${word}`)],
    ['plural in ات', unless(isPlural, (word) => `${word.replace(/ة$/, '')}ات`)],
    ['dual', unless(isPlural, (word) => `${word.replace(/ة$/, 'ت')}ان`)],
    ['ها added', unless(hasArticle, (word) => `${word.replace(/ة$/, 'ت')}ها`)],
    ...misspelt,
  ],
  en: [['as typed', (word) => word], ['plural', unless(isPlural, englishPlural)], ...misspelt],
}

const { courses, blogs, events, news } = await readContent()
/** The six lists that visitors search, one after the other. */
const items = [
  ...[...courses, ...blogs],
  ...events.toSorted((a, b) => Number(b.event_type === 'free_workshop') - Number(a.event_type === 'free_workshop')),
  ...news.toSorted((a, b) => Number(b.ugarit_news) - Number(a.ugarit_news)),
]

const wordInCorpus = { ar: /^[\u0621-\u064a]{4,}$/, en: /^[a-z]{4,}$/ }

describe.each(['ar', 'en'] as const)('in %s', (locale) => {
  const find = (query: string) => search(items, termsOf(query), locale)
  const corpus = items.flatMap((item, index) => {
    const title = (item[`${locale}_title`] ?? '').replace(/\p{M}/gu, '').toLowerCase()
    const words = new Set(title.match(/[\p{L}\p{N}]+/gu)?.filter((word) => wordInCorpus[locale].test(word)))
    return [...words].map((word) => ({ item, index, word }))
  })

  test.each(rules[locale])('%s: the item is among the first ten', (name, rule) => {
    const searches = corpus.flatMap(({ item, index, word }, turn) => {
      const query = index % 2 === 1 ? rule(word, turn) : undefined
      return query === undefined ? [] : [{ item, query }]
    })
    expect(searches.length).toBeGreaterThan(10)
    const found = searches.filter(({ item, query }) => find(query).items.slice(0, 10).includes(item))
    const share = (100 * found.length) / searches.length
    if (process.env.FIGURES) console.info(`${locale}, ${name}: ${share.toFixed(1)} %`)
    expect(share).toBeGreaterThanOrEqual(name === 'as typed' ? 98 : 75)
  })

  test('a word of a title finds only items that hold it', () => {
    const textByItem = new Map<unknown, string>(
      items.map((item) => [item, textsOf(item, 'summary', locale).map(foldText).join('\n')]),
    )
    for (const word of new Set(corpus.map(({ word }) => word))) {
      const found = find(word)
      const lacking = found.items.filter((item) => !textByItem.get(item)?.includes(foldText(word)))
      expect([word, found.instead, lacking]).toEqual([word, undefined, []])
    }
  })
})
