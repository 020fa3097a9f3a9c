import { plainText } from '#markup/plain-text'

/** What of a query is looked at: more words than a person types cost time and find nothing. */
export const queryLength = 100

/**
 * A text as the search compares it: what people spell in several ways becomes one. Letters lose case, accents, Arabic
 * diacritics and tatweel; hamza forms of alef, waw and yaa lose their hamza, taa marbuta is haa, alef maqsura is yaa (their
 * Persian twins too); all digits are Latin.
 */
export function foldText(text: string): string {
  return (
    text
      // Takes marks off their letters, the hamza of أ and ؤ as well as the accent of é, and joined forms apart.
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
      .toLowerCase()
      .replace(/[ٱةىیک’‘ʼ]/g, (letter) => spellings[letter] ?? letter)
      // Arabic-Indic and Persian digits end in their value.
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  )
}

const spellings: Record<string, string> = { ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', '’': "'", '‘': "'", ʼ: "'" }

/** The words of a query, folded; none when it holds nothing to look for. */
export function wordsOf(query: string): string[] {
  return foldText(query.slice(0, queryLength))
    .split(/[\s,،;؛]+/)
    .filter(Boolean)
}

/**
 * The items whose titles, descriptions and tags hold every word of `query`, whole or in part, in either language; all items
 * when the query has no word. Keeps the order.
 */
export function searchItems<T extends object>(items: T[], query: string): T[] {
  const words = wordsOf(query)
  if (words.length === 0) return items
  return items.filter((item) => {
    const text = searchedText(item)
    return words.every((word) => text.includes(word))
  })
}

// The server keeps its items as long as their file stays the same; folding them again for each query would be most of the work.
const searchedTexts = new WeakMap<object, string>()

function searchedText(item: object): string {
  const known = searchedTexts.get(item)
  if (known !== undefined) return known
  const { en_title, ar_title, en_description, ar_description, tags } = item as Record<string, unknown>
  const texts = [en_title, ar_title, en_description, ar_description, ...(Array.isArray(tags) ? tags : [])]
  const text = texts
    .filter((value): value is string => typeof value === 'string')
    // A line break between them: no word of a query holds one, so none is found across two fields.
    .map((value) => foldText(plainText(value)))
    .join('\n')
  searchedTexts.set(item, text)
  return text
}
