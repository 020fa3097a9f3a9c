import { cutText } from '#contract/limits/field-limits'
import { type Locale, otherLocale } from '#contract/locales'
import { type Entity, itemsOf } from './cards'
import type { Mark } from './localize'
import { type IndexedWord, indexedWordsOf, textsOf, wordPattern } from './search-index'
import { foldText, isOneEdit, stemOf, wordsOf } from './words'

/** The longest query that is searched, in characters. */
export const queryLength = 100

/** The beginning of a query. */
export function cutQuery(query: string): string {
  return cutText(query, queryLength)
}

/** The allowed difference between a word of a text and a word of the query: none, the same stem, or one edit. */
type Looseness = 'exact' | 'stem' | 'edit'

/** One of the searches that are tried in turn. With `bodies` it also searches bodies, where only whole words match. */
type Tier = { looseness: Looseness; bodies?: boolean; otherLanguage?: boolean }

/** The tiers, from strict to loose. The first with results ends the search; of an exact tier without bodies one must be a title. */
const tiers: Tier[] = [
  { looseness: 'exact' },
  { looseness: 'stem' },
  { looseness: 'exact', bodies: true },
  { looseness: 'stem', bodies: true },
  { looseness: 'exact', otherLanguage: true },
  { looseness: 'stem', otherLanguage: true },
  { looseness: 'exact', bodies: true, otherLanguage: true },
  { looseness: 'stem', bodies: true, otherLanguage: true },
  { looseness: 'edit' },
  { looseness: 'edit', otherLanguage: true },
]

/**
 * A word of the query. A word of Latin letters matches only the start of other words, so that "ai" does not find "train", except in the
 * tiers of looseness `edit`.
 */
type Term = {
  word: string
  stem: string
  isLatin: boolean
  /** Caches the matching words of titles and summaries by looseness and language, because several tiers need them. */
  known: Map<string, IndexedWord[]>
}

export type Found = {
  items: Entity[]
  /** The words found instead of the query's, as the first item spells them. */
  instead?: string
  /** Set if bodies had to be searched, because titles and summaries do not have all the words. */
  inBodies?: true
  inOtherLanguage?: true
  marksIn: (text: string) => Mark[]
}

/** Splits a query into its words. Returns an empty list if there is nothing to search for. */
export function termsOf(query: string): Term[] {
  return [...new Set(wordsOf(cutQuery(query)))].map((word) => ({
    word,
    stem: stemOf(word),
    isLatin: /^[a-z\d]+$/.test(word),
    known: new Map(),
  }))
}

/** Finds the items of a list that contain every term. Items with all terms in the title come first. */
export function search(answer: unknown, terms: Term[], locale: Locale): Found {
  const list: unknown[] = Array.isArray(answer) ? answer : []
  const all = itemsOf(list)
  let isAsTyped = false
  for (const tier of tiers) {
    const hits = terms.map((term) => hitsOf(term, tier, list, locale))
    const withAll = (least: number) =>
      all.filter((_, index) => hits.every((hitsOfTerm) => (hitsOfTerm[index] ?? 0) >= least))
    const inTitles = withAll(hit.inTitle)
    const items = [...new Set([...inTitles, ...withAll(hit.anywhere)])]
    const [first] = items
    if (!first) continue
    if (tier.looseness === 'exact') isAsTyped = true
    // If no title has the exact words, tries the next tier, because titles may have other forms of these words.
    if (tier.looseness === 'exact' && !tier.bodies && inTitles.length === 0) continue
    return {
      items,
      ...(!isAsTyped && { instead: matchedWords(first, terms, tier, locale) }),
      ...(tier.bodies && { inBodies: true }),
      ...(tier.otherLanguage && { inOtherLanguage: true }),
      marksIn: (text) => marksIn(text, terms, tier.looseness),
    }
  }
  return { items: [], marksIn: () => [] }
}

/** The rank of where a term is in an item. */
const hit = { anywhere: 1, inTitle: 2 }

/** The rank of the best match of a term in each item of a list, or 0 if the item lacks the term. */
function hitsOf(term: Term, { looseness, bodies, otherLanguage }: Tier, list: unknown[], locale: Locale): Uint8Array {
  const hits = new Uint8Array(list.length)
  const add = ({ inTitles, elsewhere }: IndexedWord) => {
    for (const index of elsewhere) hits[index] ||= hit.anywhere
    for (const index of inTitles) hits[index] = hit.inTitle
  }
  for (const each of localesOf(locale, otherLanguage)) {
    // Does not look for misspellings of a term if the list has a word with its stem.
    const reach = looseness === 'edit' && term.known.get(`stem${each}`)?.length ? 'stem' : looseness
    const key = reach + each
    const matching =
      term.known.get(key) ??
      indexedWordsOf(list, 'summary', each).all.filter(({ word, stem }) => matchesTerm(word, stem, term, reach))
    term.known.set(key, matching)
    matching.forEach(add)
    if (!bodies) continue
    const ofStem = indexedWordsOf(list, 'body', each).byStem.get(term.stem) ?? []
    ofStem.filter(({ word }) => looseness !== 'exact' || word === term.word).forEach(add)
  }
  return hits
}

function localesOf(locale: Locale, both: boolean | undefined): Locale[] {
  return both ? [locale, otherLocale(locale)] : [locale]
}

function matchesTerm(word: string, stem: string, term: Term, looseness: Looseness): boolean {
  const beginsWord = term.isLatin && looseness !== 'edit'
  if (beginsWord ? word.startsWith(term.word) : word.includes(term.word)) return true
  if (looseness === 'exact') return false
  if (stem === term.stem) return true
  // Allows no edit in short words, because one edit turns a short word into too many other words.
  if (looseness === 'stem' || Math.max(word.length, term.word.length) < 5) return false
  return isOneEdit(word, term.word) || (term.stem.length > 3 && isOneEdit(stem, term.stem))
}

/** The number of characters of a title or excerpt in which words are marked. */
const markedLength = 1_000

/** The words of a text that match one of the terms. */
function marksIn(text: string, terms: Term[], looseness: Looseness): Mark[] {
  const isMatch = (word: string) => {
    const folded = foldText(word)
    const stem = looseness === 'exact' ? '' : stemOf(folded)
    return terms.some((term) => matchesTerm(folded, stem, term, looseness))
  }
  return Array.from(text.slice(0, markedLength).matchAll(/\S+/g)).flatMap(({ 0: part, index }): Mark[] => {
    const words = Array.from(part.matchAll(wordPattern)).filter(([word]) => isMatch(word))
    // Compares the whole part, because a term may have signs, such as "c++".
    if (words.length === 0) return isMatch(part) ? [[index, index + part.length]] : []
    return words.map(({ 0: word, index: start }) => [index + start, index + start + word.length])
  })
}

/** Joins the words of an item that are nearest to the terms. */
function matchedWords(item: Entity, terms: Term[], tier: Tier, locale: Locale): string {
  const texts = localesOf(locale, tier.otherLanguage).flatMap((each) => [
    ...textsOf(item, 'summary', each),
    ...(tier.bodies ? textsOf(item, 'body', each) : []),
  ])
  const words = (texts.join('\n').match(wordPattern) ?? []).map((text) => {
    const word = foldText(text)
    return { text, word, stem: stemOf(word) }
  })
  const nearest = (term: Term) =>
    words.find(({ word }) => word === term.word) ??
    words.find(({ word, stem }) => matchesTerm(word, stem, term, tier.looseness))
  return terms.flatMap((term) => nearest(term)?.text ?? []).join(' ')
}
