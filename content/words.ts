import { latinDigits } from '#contract/text/unicode'

/**
 * Normalises the spelling of a text, so that different spellings of a word are equal. Uses lower case and Latin digits, and
 * removes accents, Arabic diacritics and tatweel. Alef, waw and yaa lose their hamza, taa marbuta becomes haa, alef maqsura
 * becomes yaa, and letters of Persian, Urdu and Kurdish keyboards become their Arabic counterparts.
 */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return latinDigits(
    text
      // Removes marks first, because `normalize` sorts the marks of a letter in quadratic time.
      .replace(/\p{M}+/gu, '')
      // Splits é, أ and ؤ into letter and mark, and joined forms into letters.
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}\u0640]+/gu, '')
      .toLowerCase()
      .replace(/[ٱةۃہھەىیےکڪ’‘ʼ]/g, (letter) => spellings[letter] ?? letter),
  )
}

const spellings: Record<string, string> = {
  ...{ ٱ: 'ا', ة: 'ه', ۃ: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه', ى: 'ي', ی: 'ي', ے: 'ي', ک: 'ك', ڪ: 'ك' },
  ...{ '’': "'", '‘': "'", ʼ: "'" },
}

/** The folded words of a query, each with the signs that may belong to it, as in "c++". A hashtag has several words. */
export function wordsOf(text: string): string[] {
  const words = splitWords(foldText(text).replaceAll('_', ' ')).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.map((word) => word.replace(/^[#@](?=..)|(?<=..)\.{1,3}$/g, ''))
}

/** The words of a folded text. */
export function splitWords(folded: string): string[] {
  return folded.split(/[\s,،;؛:؟?!«»"“”()]+/).filter(Boolean)
}

/** The longest word that has a stem, in letters. No longer word of a language has forms to join. */
const longestStemmed = 40

/** The stem of a folded word, without the most common endings and prefixes. Different forms of a word mostly have one stem. */
export function stemOf(word: string): string {
  if (word.length > longestStemmed) return word
  return isArabic(word) ? arabicStemOf(word) : englishStemOf(word)
}

/**
 * All stems of a folded word. An Arabic word that begins with ل or ب has a second one, without that letter, because the letter may be a
 * particle, as in لطلاب.
 */
export function stemsOf(word: string): string[] {
  const stem = stemOf(word)
  const [, rest] = /^[لب](?!ل)([\u0621-\u064a]{4,})$/.exec(word.length > longestStemmed ? '' : word) ?? []
  return rest === undefined ? [stem] : [stem, stemOf(rest)]
}

function isArabic(word: string): boolean {
  return /[\u0621-\u064a]/.test(word)
}

/** An Arabic word without joined particles and the article. Other words as they are. */
export function bareWordOf(word: string): string {
  return word.replace(/^(?:[فبك]?ال|لل|و)+(?=...)/, '')
}

/** Endings after at least two letters, and after at least three. */
const shortStemEndings = new Set(['ات', 'ه'])
const endings = new Set([...shortStemEndings, 'ها', 'هم', 'هن', 'كم', 'نا', 'ان', 'ون', 'ين', 'يه', 'ي', 'ت'])

/** Drops joined particles and the article, then endings of number and gender and attached pronouns. */
function arabicStemOf(word: string): string {
  const rest = bareWordOf(word)
  return rest.slice(0, startOfEndings(rest))
}

/**
 * The smallest index from which a word consists of endings only, or its length. Reads from the end, because an expression for
 * endings that can be read in two ways, such as `يه` and `ي` before `ه`, takes exponential time.
 */
function startOfEndings(word: string): number {
  let start = word.length
  let [isEndedAfterOne, isEndedAfterTwo] = [true, false]
  for (let index = word.length - 1; index >= 2 && (isEndedAfterOne || isEndedAfterTwo); index--) {
    const known = index === 2 ? shortStemEndings : endings
    const isEnded =
      (isEndedAfterOne && known.has(word.slice(index, index + 1))) ||
      (isEndedAfterTwo && known.has(word.slice(index, index + 2)))
    if (isEnded) start = index
    isEndedAfterTwo = isEndedAfterOne
    isEndedAfterOne = isEnded
  }
  return start
}

/** Drops the endings of plural, past and -ing, and the doubled letter before them. */
function englishStemOf(word: string): string {
  return word
    .replace(/'s?$/, '')
    .replace(/(?<=..[^s])s$/, '')
    .replace(/(?<=...)(?:ing|ed|ie|[eiy])$/, '')
    .replace(/(?<=...)([^aeiou])\1$/, '$1')
}

/** True if one edit turns one word into the other. An edit adds, drops or replaces a letter, or swaps two neighbouring letters. */
export function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let endOfA = a.length
  let endOfB = b.length
  while (endOfA > start && endOfB > start && a[endOfA - 1] === b[endOfB - 1]) {
    endOfA--
    endOfB--
  }
  const longest = Math.max(endOfA, endOfB) - start
  const areSwapped = a[start] === b[start + 1] && a[start + 1] === b[start]
  return longest === 1 || (longest === 2 && a.length === b.length && areSwapped)
}
