import { afterAll, describe, expect, test } from 'vitest'
import type { Locale } from '#contract/locales'
import { search, termsOf } from '../../client/content/search'
import { textsOf } from '../../client/content/search-index'
import { foldText } from '../../client/content/words'
import { readContent } from '../support/shipped-content'

/**
 * Every word of four letters or more in the shipped titles, altered by each rule, is one search. A search succeeds if the item
 * is among the first ten. The stems and the edit were tuned on the items at even places; the tests judge the items at odd ones.
 * A rule gives nothing for a word it does not apply to; `turn` counts the words, so that the letter altered changes its place.
 */
type Rule = (word: string, turn: number) => string | undefined

const hasArticle = /^(?:[وفبك]?ال|لل)/
const isPlural = /(?:ات|ون|ين|s)$/

const unless =
  (pattern: RegExp, alter: (word: string) => string): Rule =>
  (word) =>
    pattern.test(word) ? undefined : alter(word)

/** One letter lost, but never the first or the last. */
const letterLost: Rule = (word, turn) => {
  const place = 1 + (turn % (word.length - 2))
  return word.length > 4 ? word.slice(0, place) + word.slice(place + 1) : undefined
}

/** Two different neighbours swapped, but never the first or the last. */
const lettersSwapped: Rule = (word, turn) => {
  const place = 1 + (turn % (word.length - 3))
  const [first, second] = [word[place], word[place + 1]]
  return word.length > 4 && first !== second ? word.slice(0, place) + second + first + word.slice(place + 2) : undefined
}

const englishPlural = (word: string) => {
  if (/(?:x|z|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** Each rule with the least share of successful searches, in per cent. */
const rules: Record<Locale, [name: string, rule: Rule, least: number][]> = {
  ar: [
    ['as typed', (word) => word, 98],
    ['article added', unless(hasArticle, (word) => `ال${word}`), 75],
    ['و added', unless(hasArticle, (word) => `و${word}`), 75],
    ['بال added', unless(hasArticle, (word) => `بال${word}`), 75],
    ['لل added', unless(hasArticle, (word) => `لل${word}`), 75],
    ['plural in ات', unless(isPlural, (word) => `${word.replace(/ة$/, '')}ات`), 75],
    ['dual', unless(isPlural, (word) => `${word.replace(/ة$/, 'ت')}ان`), 75],
    ['ها added', unless(hasArticle, (word) => `${word.replace(/ة$/, 'ت')}ها`), 75],
    ['one letter lost', letterLost, 75],
    ['two letters swapped', lettersSwapped, 75],
  ],
  en: [
    ['as typed', (word) => word, 98],
    ['plural', unless(isPlural, englishPlural), 75],
    ['one letter lost', letterLost, 75],
    ['two letters swapped', lettersSwapped, 75],
  ],
}

const { courses, blogs, events, news } = await readContent()
/** The six lists that visitors search, one after the other. */
const items = [
  ...[...courses, ...blogs],
  ...events.toSorted((a, b) => Number(b.event_type === 'free_workshop') - Number(a.event_type === 'free_workshop')),
  ...news.toSorted((a, b) => Number(b.ugarit_news) - Number(a.ugarit_news)),
]

const wordInCorpus = { ar: /^[\u0621-\u064a]{4,}$/, en: /^[a-z]{4,}$/ }

/** The corpus words of each language, each with its item and the item's place. */
const corpus = { ar: wordsOfTitles('ar'), en: wordsOfTitles('en') }

function wordsOfTitles(locale: Locale) {
  return items.flatMap((item, place) => {
    const title = (item[`${locale}_title`] ?? '').replace(/\p{M}/gu, '').toLowerCase()
    const words = new Set(title.match(/[\p{L}\p{N}]+/gu)?.filter((word) => wordInCorpus[locale].test(word)))
    return [...words].map((word) => ({ item, place, word }))
  })
}

const find = (query: string, locale: Locale) => search(items, termsOf(query), locale)

/** The share of searches for items at even (0) or odd (1) places, in per cent, whose item is among the first ten. */
function shareFound(locale: Locale, rule: Rule, half: 0 | 1): number {
  const searches = corpus[locale].flatMap(({ item, place, word }, turn) => {
    const query = rule(word, turn)
    return query === undefined || place % 2 !== half ? [] : [{ item, query }]
  })
  expect(searches.length).toBeGreaterThan(10)
  const found = searches.filter(({ item, query }) => find(query, locale).items.slice(0, 10).includes(item))
  return Math.round((1_000 * found.length) / searches.length) / 10
}

/** With SEARCH_FIGURES=1 the items at even places are searched too, and the shares printed. */
const withFigures = Boolean(process.env.SEARCH_FIGURES)
const figures: { locale: Locale; name: string; even: number; odd: number }[] = []
afterAll(() => {
  if (withFigures) console.table(figures)
})

describe.each(['ar', 'en'] as const)('in %s', (locale) => {
  test.each(rules[locale])('%s: the item is among the first ten', (name, rule, least) => {
    const odd = shareFound(locale, rule, 1)
    if (withFigures) figures.push({ locale, name, even: shareFound(locale, rule, 0), odd })
    expect(odd).toBeGreaterThanOrEqual(least)
  })

  test('a word of a title finds only items that hold it', () => {
    const textOf = new Map<unknown, string>(
      items.map((item) => [item, textsOf(item, 'summary', locale).map(foldText).join('\n')]),
    )
    for (const word of new Set(corpus[locale].map(({ word }) => word))) {
      const found = find(word, locale)
      const lacking = found.items.filter((item) => !textOf.get(item)?.includes(foldText(word)))
      expect([word, found.instead, lacking]).toEqual([word, undefined, []])
    }
  })
})
