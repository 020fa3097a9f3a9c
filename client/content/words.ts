/**
 * Normalises the spelling of a text, so that different spellings of a word are equal. Uses lower case and Latin digits, and
 * removes accents, Arabic diacritics and tatweel. Alef, waw and yaa lose their hamza, taa marbuta becomes haa, alef maqsura
 * becomes yaa, and Persian letters become their Arabic counterparts.
 */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return (
    text
      // Splits é, أ and ؤ into letter and mark, and joined forms into letters.
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}\u0640]+/gu, '')
      .toLowerCase()
      .replace(/[ٱةىیک’‘ʼ]/g, (letter) => spellings[letter] ?? letter)
      // The last four bits of Arabic-Indic and Persian digits are their value.
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  )
}

const spellings: Record<string, string> = { ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', '’': "'", '‘': "'", ʼ: "'" }

/** The folded words of a text, each with the signs that may belong to it, as in "c++". */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[\s,،;؛:؟?!«»"“”()]+/)
    .filter(Boolean)
}

/** The stem of a folded word, without the most common endings and prefixes. Different forms of a word mostly have one stem. */
export function stemOf(word: string): string {
  return /[\u0621-\u064a]/.test(word) ? arabicStemOf(word) : englishStemOf(word)
}

/** Drops joined particles and the article, then endings of number and gender and attached pronouns. */
function arabicStemOf(word: string): string {
  return word
    .replace(/^(?:[فبك]?ال|لل|و)+(?=...)/, '')
    .replace(/(?:(?<=..)(?:ات|ه)|(?<=...)(?:ها|هم|هن|كم|نا|ان|ون|ين|يه|ي|ت))+$/, '')
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
