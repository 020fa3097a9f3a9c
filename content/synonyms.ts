import searchWords from '../fixtures/synonyms.json' with { type: 'json' }
import { bareWordOf, foldText, stemOf, stemsOf, wordsOf } from './words'

/** A word or a few words in a row, each as its stems. */
export type Phrase = string[][]

/** The longest phrase of the table that is looked for in a query, in words. */
const maxPhrase = 4

type Table = { ignored: Set<string>; rows: Map<string, Phrase[]> }

// Made on first use, because most visitors never search.
let made: Table | undefined

function table(): Table {
  made ??= { ignored: new Set(searchWords.ignored.map(foldText)), rows: rowsByPhrase() }
  return made
}

/** The phrases of each row, by each phrase of the row. */
function rowsByPhrase(): Map<string, Phrase[]> {
  const rows = new Map<string, Phrase[]>()
  for (const row of searchWords.synonyms) {
    const phrases = row.map((text) => wordsOf(text))
    const all = phrases.map((words) => words.map(stemsOf))
    for (const words of phrases) {
      const key = keyOf(words)
      rows.set(key, [...(rows.get(key) ?? []), ...all])
    }
  }
  return rows
}

const keyOf = (words: string[]) => words.map(stemOf).join(' ')

/** True for a folded word that says nothing about what is searched for, such as "course" or "for". */
export function isIgnored(word: string): boolean {
  const { ignored } = table()
  return [word, bareWordOf(word), word.replace(/^[لب]/, '')].some((each) => ignored.has(each))
}

/**
 * The longest phrase of the table that begins at a word of the query: the number of its words, and the phrases that mean the same. If
 * there is none, one word without synonyms.
 */
export function phraseAt(words: string[], start: number): { length: number; synonyms: Phrase[] } {
  const { rows } = table()
  for (let length = maxPhrase; length > 0; length--) {
    const synonyms = rows.get(keyOf(words.slice(start, start + length)))
    if (synonyms && start + length <= words.length) return { length, synonyms }
  }
  // A joined particle may hide a word of the table, as in لولاد.
  const [, withoutParticle = ''] = stemsOf(words[start] ?? '')
  return { length: 1, synonyms: rows.get(withoutParticle) ?? [] }
}
