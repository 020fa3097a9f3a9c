import { cutText } from '#contract/limits/field-limits'
import { queryLength } from '#contract/paths'
import { type IndexedWord, type IndexedWords, readWord, type Word } from './search-index'
import { isIgnored, type Phrase, phraseAt } from './synonyms'
import { stemsOf, wordsOf } from './words'

/** The beginning of a query. */
export function cutQuery(query: string): string {
  return cutText(query, queryLength)
}

/** The maximum number of terms that are searched for. A sentence of 100 characters has fewer words that say something. */
const maxTerms = 12

/**
 * A word of the query. The search adds the words of a list that match it, because several tiers need them, and `corrections`, the words
 * that it may be a misspelling of.
 */
export type QueryWord = Word & {
  matches: Map<IndexedWords, IndexedWord[]>
  misspelt: Map<IndexedWords, IndexedWord[]>
  corrections: Set<string>
}

/**
 * A word of the query, or a few words in a row that the table of synonyms has as a phrase. `apart` has the pairs of words that one word may
 * be without a space, as "deeplearning" is.
 */
export type Term = { words: QueryWord[]; synonyms: Phrase[]; apart: Phrase[] }

/** The least number of letters of each of two words between which a space is missing. Shorter parts mean little. */
const minApart = 4

/**
 * Splits a query into what is searched for. Words that say nothing are left out, unless the query has no others. Returns an empty list if
 * there is nothing to search for.
 */
export function termsOf(query: string): Term[] {
  const words = wordsOf(cutQuery(query))
  const terms = new Map<string, Term>()
  const ignored = new Map<string, Term>()
  let index = 0
  while (index < words.length) {
    const { length, synonyms } = phraseAt(words, index)
    const own = words.slice(index, index + length)
    const isLeftOut = synonyms.length === 0 && isIgnored(own.join(' '))
    // A text may have the words of "deep-learning" apart.
    const parts = own.length === 1 ? (own[0]?.split(/[-–/]/).filter(Boolean) ?? []) : []
    const hyphenated = parts.length > 1 ? [parts.map(stemsOf)] : []
    const term = { words: own.map(queryWord), synonyms: [...synonyms, ...hyphenated], apart: pairsIn(own.join(' ')) }
    ;(isLeftOut ? ignored : terms).set(own.join(' '), term)
    index += length
  }
  return [...(terms.size > 0 ? terms : ignored).values()].slice(0, maxTerms)
}

function pairsIn(word: string): Phrase[] {
  const ends = Array.from(word.slice(2 * minApart - 1), (_, index) => index + minApart)
  return word.includes(' ') ? [] : ends.map((end) => [stemsOf(word.slice(0, end)), stemsOf(word.slice(end))])
}

function queryWord(word: string): QueryWord {
  return { ...readWord(word), matches: new Map(), misspelt: new Map(), corrections: new Set() }
}

/** True for a query of words that all say nothing, such as "all your courses". */
export function asksForAll(query: string): boolean {
  const words = wordsOf(cutQuery(query))
  return words.length > 0 && words.every(isIgnored)
}
