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
const isPlural = /(?:ات|ون|ين)$/

const unlessSame =
  (alter: (word: string) => string): Rule =>
  (word) =>
    alter(word) === word ? undefined : alter(word)

const withoutArticle =
  (alter: (word: string) => string): Rule =>
  (word) =>
    hasArticle.test(word) ? undefined : alter(word)

const ofSingular =
  (alter: (word: string) => string): Rule =>
  (word) =>
    isPlural.test(word) ? undefined : alter(word)

const withDiacritics: Rule = (word) => word.replace(/[\u0621-\u064a]/g, '$&\u064e')
const withoutHamza = unlessSame((word) => word.replace(/[أإآ]/g, 'ا').replace(/ؤ/g, 'و').replace(/ئ/g, 'ي'))
const haaForTaa = unlessSame((word) => word.replace(/ة$/, 'ه'))

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

/** Other spellings of the same word. */
const spellings: Record<Locale, [name: string, rule: Rule][]> = {
  ar: [
    ['with a diacritic on each letter', withDiacritics],
    ['without hamza', withoutHamza],
    ['with hamza on the first alef', unlessSame((word) => word.replace(/^((?:ال)?)ا/, '$1أ'))],
    ['ه for ة', haaForTaa],
    ['ى for ي', unlessSame((word) => word.replace(/ي$/, 'ى'))],
    ['ي for ى', unlessSame((word) => word.replace(/ى$/, 'ي'))],
  ],
  en: [['in capitals', (word) => word.toUpperCase()]],
}

/** Each rule with the least share of successful searches, in per cent. */
const rules: Record<Locale, [name: string, rule: Rule, least: number][]> = {
  ar: [
    ['as typed', (word) => word, 98],
    ['with a diacritic on each letter', withDiacritics, 98],
    ['without hamza', withoutHamza, 98],
    ['ه for ة', haaForTaa, 98],
    ['article added', withoutArticle((word) => `ال${word}`), 75],
    ['و added', withoutArticle((word) => `و${word}`), 75],
    ['بال added', withoutArticle((word) => `بال${word}`), 75],
    ['لل added', withoutArticle((word) => `لل${word}`), 75],
    ['plural in ات', ofSingular((word) => `${word.replace(/ة$/, '')}ات`), 75],
    ['dual', ofSingular((word) => `${word.replace(/ة$/, 'ت')}ان`), 75],
    ['ها added', withoutArticle((word) => `${word.replace(/ة$/, 'ت')}ها`), 75],
    ['one letter lost', letterLost, 75],
    ['two letters swapped', lettersSwapped, 75],
  ],
  en: [
    ['as typed', (word) => word, 98],
    ['plural', (word) => (word.endsWith('s') ? undefined : englishPlural(word)), 75],
    ['one letter lost', letterLost, 75],
    ['two letters swapped', lettersSwapped, 75],
  ],
}

const { courses, blogs, events, news } = await readContent()
const isWorkshop = ({ event_type }: { event_type: string }) => event_type === 'free_workshop'
/** The six lists that visitors search, one after the other. */
const items = [
  ...courses,
  ...blogs,
  ...events.filter(isWorkshop),
  ...events.filter((event) => !isWorkshop(event)),
  ...news.filter(({ ugarit_news }) => ugarit_news),
  ...news.filter(({ ugarit_news }) => !ugarit_news),
]

const wordInCorpus = { ar: /^[\u0621-\u064a]{4,}$/, en: /^[a-z]{4,}$/ }

/** The corpus words of a language, each with its item. */
function wordsOfTitles(locale: Locale) {
  return items.flatMap((item, place) => {
    const title = item[`${locale}_title`] ?? ''
    const words =
      title
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    return [...new Set(words)].filter((word) => wordInCorpus[locale].test(word)).map((word) => ({ item, place, word }))
  })
}

type Half = 'even' | 'odd'

function searchesOf(locale: Locale, rule: Rule, half?: Half) {
  return wordsOfTitles(locale).flatMap(({ item, place, word }, turn) => {
    const query = rule(word, turn)
    const isInHalf = half === undefined || place % 2 === (half === 'even' ? 0 : 1)
    return isInHalf && query !== undefined ? [{ item, word, query }] : []
  })
}

const find = (query: string, locale: Locale) => search(items, termsOf(query), locale)

/** The share of searches, in per cent, whose item is among the first ten. */
function shareFound(locale: Locale, rule: Rule, half: Half): number {
  const searches = searchesOf(locale, rule, half)
  expect(searches.length).toBeGreaterThan(10)
  const found = searches.filter(({ item, query }) => find(query, locale).items.slice(0, 10).includes(item))
  return Math.round((1_000 * found.length) / searches.length) / 10
}

/** Prints figures with SEARCH_FIGURES=1. */
const figures: { locale: Locale; name: string; even: number; odd: number }[] = []
afterAll(() => {
  if (process.env.SEARCH_FIGURES) console.table(figures)
})

describe.each(['ar', 'en'] as const)('in %s', (locale) => {
  test.each(rules[locale])('%s: the item is among the first ten', (name, rule, least) => {
    const share = shareFound(locale, rule, 'odd')
    figures.push({ locale, name, even: shareFound(locale, rule, 'even'), odd: share })
    expect(share).toBeGreaterThanOrEqual(least)
  })

  test.each(spellings[locale])('a word %s finds the same as typed', (_, rule) => {
    const searches = searchesOf(locale, rule)
    expect(searches.length).toBeGreaterThan(0)
    for (const { word, query } of searches) expect(find(query, locale).items, query).toEqual(find(word, locale).items)
  })

  test('a word of a title finds only items that hold it', () => {
    for (const { word } of searchesOf(locale, (each) => each)) {
      const found = find(word, locale)
      expect(found.instead, word).toBeUndefined()
      for (const item of found.items) {
        const texts = textsOf(item, 'summary', locale).map(foldText)
        expect(
          texts.some((text) => text.includes(foldText(word))),
          `${word} in ${item.slug}`,
        ).toBe(true)
      }
    }
  })
})
