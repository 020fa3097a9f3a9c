import { type Locale, otherLocale } from '#contract/locales'
import { type IndexedWord, type IndexedWords, indexedWordsOf, type Word } from './search-index'
import type { QueryWord, Term } from './search-terms'
import { isOneEdit } from './words'

/**
 * The allowed difference between a word of a text and a word of the query: none; another form of the word, a longer word that begins with
 * it, or a synonym; or one edit.
 */
export type Looseness = 'exact' | 'alike' | 'edit'

/** One of the searches that are tried in turn. With `bodies` it also searches bodies, where only whole words match. */
export type Tier = { looseness: Looseness; bodies?: boolean; otherLanguage?: boolean }

/** The rank of where a term is in an item. */
export const hit = { inBody: 1, anywhere: 2, inTitle: 4 }

/** The rank of the best match of a term in each item of a list, or 0 if the item lacks it. `undefined` if all items lack the term. */
export function hitsOf(term: Term, tier: Tier, list: unknown[], locale: Locale): Uint8Array | undefined {
  const hits = new Uint8Array(list.length)
  for (const each of localesOf(locale, tier.otherLanguage)) {
    const summary = indexedWordsOf(list, 'summary', each)
    const body = tier.bodies ? indexedWordsOf(list, 'body', each) : undefined
    addPhrase(
      hits,
      term.words.map((word) => matches(word, tier.looseness, summary, body)),
    )
    if (tier.looseness === 'exact') continue
    for (const phrase of [...term.synonyms, ...term.apart])
      addPhrase(
        hits,
        phrase.map((stems) => ({ inSummaries: ofStems(stems, summary), inBodies: body ? ofStems(stems, body) : [] })),
      )
  }
  return hits.some((rank) => rank > 0) ? hits : undefined
}

/** The words of a list that match one word: of titles and summaries, and of bodies. */
type Matches = { inSummaries: IndexedWord[]; inBodies: IndexedWord[] }

/** Adds the ranks of a phrase. An item has the phrase if it has each of its words, and the rank of the word with the least. */
function addPhrase(hits: Uint8Array, words: Matches[]): void {
  const [first, ...others] = words
  if (!first || words.some(({ inSummaries, inBodies }) => inSummaries.length + inBodies.length === 0)) return
  if (others.length === 0) {
    addWord(hits, first)
    return
  }
  const hitsOfWords = words.map((word) => {
    const own = new Uint8Array(hits.length)
    addWord(own, word)
    return own
  })
  for (let index = 0; index < hits.length; index++) {
    let least: number = hit.inTitle
    for (const own of hitsOfWords) least = Math.min(least, own[index] ?? 0)
    raise(hits, index, least)
  }
}

function addWord(hits: Uint8Array, { inSummaries, inBodies }: Matches): void {
  for (const { elsewhere } of inBodies) for (const index of elsewhere) raise(hits, index, hit.inBody)
  for (const { elsewhere } of inSummaries) for (const index of elsewhere) raise(hits, index, hit.anywhere)
  for (const { inTitles } of inSummaries) for (const index of inTitles) raise(hits, index, hit.inTitle)
}

function raise(hits: Uint8Array, index: number, rank: number): void {
  if (rank > (hits[index] ?? 0)) hits[index] = rank
}

export function localesOf(locale: Locale, both: boolean | undefined): Locale[] {
  return both ? [locale, otherLocale(locale)] : [locale]
}

/** The words of titles and summaries that match a word of the query, and those of bodies. */
function matches(
  typed: QueryWord,
  looseness: Looseness,
  summary: IndexedWords,
  body: IndexedWords | undefined,
): Matches {
  const inBodies = body ? ofStems(typed.stems, body) : []
  if (looseness === 'exact') {
    const inSummaries = ofStems(typed.stems, summary).filter(isSameAs(typed))
    return { inSummaries, inBodies: inBodies.filter(isSameAs(typed)) }
  }
  const alike = wordsAlike(typed, summary)
  // Does not look for misspellings of a word if the list has a form of it.
  if (looseness === 'alike' || alike.length > 0) return { inSummaries: alike, inBodies }
  return { inSummaries: corrections(typed, summary), inBodies: [] }
}

/** Other forms of a word, and longer words that begin with it. */
function wordsAlike(typed: QueryWord, summary: IndexedWords): IndexedWord[] {
  const alike = typed.matches.get(summary) ?? [
    ...ofStems(typed.stems, summary),
    ...(isPrefix(typed) ? summary.all.filter(({ bare }) => bare.startsWith(typed.bare)) : []),
  ]
  typed.matches.set(summary, alike)
  return alike
}

function corrections(typed: QueryWord, summary: IndexedWords): IndexedWord[] {
  const corrected = typed.misspelt.get(summary) ?? summary.all.filter((word) => isMisspelt(typed, word))
  typed.misspelt.set(summary, corrected)
  for (const { word } of corrected) typed.corrections.add(word)
  return corrected
}

function ofStems(stems: string[], { byStem }: IndexedWords): IndexedWord[] {
  return stems.flatMap((stem) => byStem.get(stem) ?? [])
}

const isSameAs = (typed: Word) => (each: Word) => each.word === typed.word

/** True for a word that finds longer words which begin with it. Shorter ones begin too many other words. */
export function isPrefix({ bare }: Word): boolean {
  return bare.length > 3
}

/**
 * True if one edit turns a word of the query into a word of a text. People rarely mistype the first letter. One edit turns a short word
 * into too many others: a word that is in no title must be longer, and one whose letters differ in one place longer still.
 */
function isMisspelt(typed: Word, { word, bare, inTitles }: IndexedWord): boolean {
  if (typed.word[0] !== word[0] && typed.bare[0] !== bare[0]) return false
  if (Math.abs(typed.bare.length - bare.length) > 1 && Math.abs(typed.word.length - word.length) > 1) return false
  const shorter = Math.min(typed.bare.length, bare.length)
  const isInTitle = inTitles.length > 0
  const isLongEnough = isInTitle ? shorter > 2 && Math.max(typed.word.length, word.length) > 4 : shorter > 4
  if (!isLongEnough || !(isOneEdit(typed.word, word) || isOneEdit(typed.bare, bare))) return false
  const isReplaced = typed.bare.length === bare.length && lettersOf(typed) !== lettersOf({ bare })
  return !isReplaced || shorter > (isInTitle ? 5 : 6)
}

/** The letters of a word in the order of the alphabet. Two words whose letters are only swapped have the same. */
function lettersOf({ bare }: Pick<Word, 'bare'>): string {
  return [...bare].sort().join('')
}
