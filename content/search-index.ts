import { asList } from '#contract/json'
import type { Locale } from '#contract/locales'
import { plainText } from '#contract/markup/plain-text'
import { type Entity, itemsOf, tagsOf } from './cards'
import { localize } from './localize'
import { tagName } from './tags'
import { bareWordOf, foldText, splitWords, stemsOf } from './words'

/** A word after `foldText`, the same word without article, and its stems. */
export type Word = { word: string; bare: string; stems: string[] }

/** A word with the indices of the list's items that contain it. */
export type IndexedWord = Word & { inTitles: number[]; elsewhere: number[] }

/** The words of one part of a list's items in one language. A word with two stems is under both. */
export type IndexedWords = { all: IndexedWord[]; byStem: Map<string, IndexedWord[]> }

type Part = 'summary' | 'body'

/** A run of letters, digits, their combining marks, and zero-width joiners. */
export const wordPattern = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu

/**
 * The number of characters of a part that are searched: some 8,000 words, many times as many as a real text has. Indexing 400,000
 * characters takes a second, in which a server answers nobody and a tab is frozen.
 */
const searchedLength = 50_000

/**
 * The maximum number of characters of a part of a list that are indexed, and of the different words in its index. Ten thousand items with
 * real texts have fewer. More would block the event loop of a server, or freeze a tab, for seconds.
 */
const maxIndexed = { characters: 2_000_000, words: 50_000 }

const indexes = new WeakMap<unknown[], Map<string, IndexedWords>>()

/**
 * The words of one part of a list in one language. Indexes the part on first use, because most searches need only one. The index is
 * cached for the list object.
 */
export function indexedWordsOf(list: unknown[], part: Part, locale: Locale): IndexedWords {
  const parts = partsOf(list)
  const words = parts.get(part + locale) ?? lastOf(indexing(itemsOf(list), part, locale))
  parts.set(part + locale, words)
  return words
}

/**
 * Indexes a list in one language before its first search. Calls `pause` after each item and word, because a server has to answer requests
 * meanwhile: ten thousand items take seconds.
 */
export async function indexAhead(list: unknown[], locale: Locale, pause: () => Promise<unknown>): Promise<void> {
  const parts = partsOf(list)
  for (const part of ['summary', 'body'] as const) {
    if (parts.has(part + locale)) continue
    const steps = indexing(itemsOf(list), part, locale)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pause()
    parts.set(part + locale, step.value)
  }
}

/** The indexed parts of a list. */
function partsOf(list: unknown[]): Map<string, IndexedWords> {
  const parts = indexes.get(list) ?? new Map<string, IndexedWords>()
  indexes.set(list, parts)
  return parts
}

function lastOf(steps: Generator<void, IndexedWords>): IndexedWords {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function* indexing(items: Entity[], part: Part, locale: Locale): Generator<void, IndexedWords> {
  const words = new Map<string, IndexedWord>()
  const indexed = (word: string) => {
    const entry = words.get(word) ?? { ...readWord(word), inTitles: [], elsewhere: [] }
    words.set(word, entry)
    return entry
  }
  let left = maxIndexed.characters
  for (const [index, item] of items.entries()) {
    if (left <= 0 || words.size >= maxIndexed.words) break
    const { texts, length } = readTexts(item, part, locale)
    let folded = 0
    for (const [field, text] of texts.entries()) {
      const foldedText = foldText(text)
      const isTitle = part === 'summary' && field === 0
      for (const word of splitWords(foldedText.slice(0, Math.max(0, searchedLength - folded)))) {
        if (words.size >= maxIndexed.words) break
        add(indexed(word)[isTitle ? 'inTitles' : 'elsewhere'], index)
      }
      folded += foldedText.length
    }
    // A character such as U+FDFA becomes many letters.
    left -= Math.max(length, folded)
    yield
  }
  // The parts of words with signs in them, such as "scikit-learn", are words too.
  for (const { word, inTitles, elsewhere } of [...words.values()]) {
    const parts = word.match(wordPattern) ?? []
    for (const part of parts[0] === word ? [] : parts) {
      if (words.size >= maxIndexed.words) break
      const entry = indexed(part)
      for (const index of inTitles) add(entry.inTitles, index)
      for (const index of elsewhere) add(entry.elsewhere, index)
    }
    yield
  }
  const all = [...words.values()]
  const byStem = new Map<string, IndexedWord[]>()
  for (const word of all) {
    for (const stem of word.stems) {
      const ofStem = byStem.get(stem) ?? []
      byStem.set(stem, ofStem)
      ofStem.push(word)
    }
    yield
  }
  return { all, byStem }
}

/** A folded word with its forms. */
export function readWord(word: string): Word {
  return { word, bare: bareWordOf(word), stems: stemsOf(word) }
}

/** Adds an index to a list, unless the same word of the same item has just added it. */
function add(indexes: number[], index: number): void {
  if (indexes.at(-1) !== index) indexes.push(index)
}

/**
 * The texts of one part of an item as the page in `locale` shows them, the title first. A text that is missing in `locale` is
 * replaced by the other language's.
 */
export function textsOf(item: Entity, part: Part, locale: Locale): string[] {
  return readTexts(item, part, locale).texts
}

/** The texts of one part of an item, and the number of characters that were read for them, with their markup. */
function readTexts(item: Entity, part: Part, locale: Locale): { texts: string[]; length: number } {
  const fields = part === 'body' ? ['body'] : ['title', 'description', 'author', 'teacher']
  const { category, event_type: kind, tags } = item
  let left = searchedLength
  const cut = (text: string) => {
    const searched = text.slice(0, left)
    left -= searched.length
    return searched
  }
  const texts = fields.map((field) => plainText(cut(localize(item, field, locale)?.text ?? '')))
  if (part === 'body') return { texts, length: searchedLength - left }
  const cutTags = asList(tags).map((tag) => (typeof tag === 'string' ? cut(tag) : tag))
  const groups = [category, kind].map((group) => (typeof group === 'string' ? cut(group) : ''))
  const readTags = tagsOf({ tags: cutTags })
  const names = readTags.map((tag) => tagName(tag, locale)).filter((name, index) => name !== readTags[index])
  const all = [...texts, ...readTags, ...names, ...groups]
  return { texts: all, length: searchedLength - left }
}
