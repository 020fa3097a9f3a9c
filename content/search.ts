import type { Locale } from '#contract/locales'
import { type Entity, itemsOf } from './cards'
import type { Mark } from './localize'
import { readWord, textsOf, wordPattern } from './search-index'
import { hit, hitsOf, isPrefix, localesOf, type Tier } from './search-matches'
import type { QueryWord, Term } from './search-terms'
import { foldText } from './words'

/** The tiers, from strict to loose. The first with results ends the search; of an exact tier without bodies one must be a title. */
const tiers: Tier[] = [
  { looseness: 'exact' },
  { looseness: 'alike' },
  { looseness: 'exact', bodies: true },
  { looseness: 'alike', bodies: true },
  { looseness: 'exact', otherLanguage: true },
  { looseness: 'alike', otherLanguage: true },
  { looseness: 'exact', bodies: true, otherLanguage: true },
  { looseness: 'alike', bodies: true, otherLanguage: true },
  { looseness: 'edit' },
  { looseness: 'edit', otherLanguage: true },
]

/** The tiers in which each term is looked for alone, if no item has all of them. */
const tiersOfOneTerm = tiers.filter(({ looseness }) => looseness !== 'exact')

export type Found = {
  items: Entity[]
  /** The words found instead of misspelt ones, as the first item spells them. */
  instead?: string
  /** Set if no item has all words of the query. The items are those that have most of them. */
  isPartial?: true
  /** Set if bodies had to be searched, because titles and summaries do not have all the words. */
  inBodies?: true
  inOtherLanguage?: true
  marksIn: (text: string) => Mark[]
}

/**
 * Finds the items of a list that contain every term or, if there are none, most of the terms. Items with terms in the title come first.
 */
export function search(answer: unknown, terms: Term[], locale: Locale): Found {
  const list: unknown[] = Array.isArray(answer) ? answer : []
  const all = itemsOf(list)
  for (const tier of tiers) {
    const hits = hitsOfAll(terms, tier, list, locale)
    if (!hits) continue
    const ranksOf = (index: number) => hits.map((hitsOfTerm) => hitsOfTerm[index] ?? 0)
    const items = ranked(all, (index) => {
      const ranks = ranksOf(index)
      return ranks.every((rank) => rank > 0) ? ranks.reduce((sum, rank) => sum + rank, 0) : 0
    })
    const [first] = items
    if (!first) continue
    // If no title has the exact words, tries the next tier, because titles may have other forms of these words.
    const isInTitle = all.some((_, index) => ranksOf(index).every((rank) => rank === hit.inTitle))
    if (tier.looseness === 'exact' && !tier.bodies && !isInTitle) continue
    return {
      items,
      ...(tier.looseness === 'edit' && { instead: matchedWords(first, terms, tier, locale) }),
      ...(tier.bodies && { inBodies: true }),
      ...(tier.otherLanguage && { inOtherLanguage: true }),
      marksIn: (text) => marksIn(text, terms),
    }
  }
  return terms.length > 1 ? searchForSome(list, terms, locale) : { items: [], marksIn: () => [] }
}

/** The hits of each term; `undefined` if a term has none. */
function hitsOfAll(terms: Term[], tier: Tier, list: unknown[], locale: Locale): Uint8Array[] | undefined {
  const found: Uint8Array[] = []
  for (const term of terms) {
    const hits = hitsOf(term, tier, list, locale)
    if (!hits) return undefined
    found.push(hits)
  }
  return found
}

/** Finds the items that contain the most telling terms. A term that few items contain tells more than a common one. */
function searchForSome(list: unknown[], terms: Term[], locale: Locale): Found {
  const all = itemsOf(list)
  const ranks = new Float64Array(all.length)
  for (const term of terms) {
    const hits = hitsOfOneTerm(term, list, locale)
    const count = hits.reduce((sum, rank) => sum + (rank > 0 ? 1 : 0), 0)
    const weight = Math.log(1 + all.length / Math.max(1, count))
    for (const index of all.keys()) ranks[index] = (ranks[index] ?? 0) + weight * Math.sqrt(hits[index] ?? 0)
  }
  const best = ranks.reduce((most, rank) => Math.max(most, rank), 0)
  const items = ranked(all, (index) => {
    const rank = ranks[index] ?? 0
    return rank > best / 2 ? rank : 0
  })
  return { items, ...(items.length > 0 && { isPartial: true }), marksIn: (text) => marksIn(text, terms) }
}

function hitsOfOneTerm(term: Term, list: unknown[], locale: Locale): Uint8Array {
  for (const tier of tiersOfOneTerm) {
    const hits = hitsOf(term, tier, list, locale)
    if (hits) return hits
  }
  return new Uint8Array()
}

/** The items with a rank above 0, the highest first, and the order of the list among equals. */
function ranked(all: Entity[], rankOf: (index: number) => number): Entity[] {
  return all
    .map((item, index) => ({ item, rank: rankOf(index) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item)
}

/** The number of characters of a title or excerpt in which words are marked. */
const markedLength = 1_000

/** The words of a text that match one of the terms. */
function marksIn(text: string, terms: Term[]): Mark[] {
  const words = terms.flatMap((term) => term.words)
  const stems = new Set(words.flatMap((word) => word.stems))
  for (const { synonyms } of terms) for (const stem of synonyms.flat(2)) stems.add(stem)
  const isMatch = (part: string) => {
    const found = readWord(foldText(part))
    return (
      found.stems.some((stem) => stems.has(stem)) ||
      words.some((word) => (isPrefix(word) && found.bare.startsWith(word.bare)) || word.corrections.has(found.word))
    )
  }
  return Array.from(text.slice(0, markedLength).matchAll(/\S+/g)).flatMap(({ 0: part, index }): Mark[] => {
    const matching = Array.from(part.matchAll(wordPattern)).filter(([word]) => isMatch(word))
    // Compares the whole part, because a term may have signs, such as "c++".
    if (matching.length === 0) return isMatch(part) ? [[index, index + part.length]] : []
    return matching.map(({ 0: word, index: start }) => [index + start, index + start + word.length])
  })
}

/** Joins the words of an item that are nearest to the terms. A term that the item has as a synonym stays as it was typed. */
function matchedWords(item: Entity, terms: Term[], tier: Tier, locale: Locale): string {
  const texts = localesOf(locale, tier.otherLanguage).flatMap((each) => textsOf(item, 'summary', each))
  const words = (texts.join('\n').match(wordPattern) ?? []).map((text) => ({ text, ...readWord(foldText(text)) }))
  const nearest = (typed: QueryWord) =>
    words.find(({ word }) => word === typed.word) ??
    words.find(({ stems }) => stems.some((stem) => typed.stems.includes(stem))) ??
    words.find(({ bare }) => isPrefix(typed) && bare.startsWith(typed.bare)) ??
    words.find(({ word }) => typed.corrections.has(word))
  return terms.flatMap((term) => term.words.map((typed) => nearest(typed)?.text ?? typed.word)).join(' ')
}
