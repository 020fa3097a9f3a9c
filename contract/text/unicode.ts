/** A letter that was lost: half of a surrogate pair, or U+FFFD, which stands for one and for bytes that are not UTF-8. */
const lostLetter = /[\p{Surrogate}\uFFFD]/u

/** Describes the first letter of a text that was lost on the way. `undefined` for a text in well-formed Unicode. */
export function lostLetterIn(text: string): string | undefined {
  const [letter] = lostLetter.exec(text) ?? []
  if (letter === undefined) return undefined
  const stands = letter === '\uFFFD' ? ', which stands for a letter that was lost' : ', half of a letter'
  return pointsOf([letter]) + stands
}

/**
 * Tells how a text differs from another that looks the same, in another normal form of Unicode or with invisible letters:
 * `U+0065 U+0301 in place of U+00E9`. `undefined` for texts that look different.
 */
export function hiddenDifference(found: string, wanted: string): string | undefined {
  if (found === wanted || lookOf(found) !== lookOf(wanted)) return undefined
  const [letters, others] = [[...found], [...wanted]]
  let start = 0
  while (start < letters.length && letters[start] === others[start]) start++
  let end = 0
  const rest = Math.min(letters.length, others.length) - start
  while (end < rest && letters.at(-1 - end) === others.at(-1 - end)) end++
  const [one, other] = [letters, others].map((all) => pointsOf(all.slice(start, all.length - end)))
  if (!other) return `${one} in addition`
  return one ? `${one} in place of ${other}` : `without ${other}`
}

/** Texts of one look are equal but for their normal form and invisible letters. */
export function lookOf(text: string): string {
  return text.normalize().replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** The maximum number of code points that a message lists. */
const maxPoints = 6

function pointsOf(letters: string[]): string {
  const points = letters.slice(0, maxPoints).map((letter) => {
    return `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  })
  return points.join(' ') + (letters.length > maxPoints ? ' …' : '')
}

/** Writes Arabic-Indic and Persian digits as Latin ones. The last four bits of each are its value. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}
