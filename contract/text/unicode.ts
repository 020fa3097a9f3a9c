/** A letter that was lost: half of a surrogate pair, or U+FFFD, which stands for one and for bytes that are not UTF-8. */
const lostLetter = /[\p{Surrogate}\uFFFD]/u

/** Question marks in place of words, as databases write for letters that the charset of a column or connection lacks. */
const questionMarks = /(?:^|[\s>])\?{2,}\s\?{2,}(?=[\s<]|$)|^\?{3,}$/

/** UTF-8 that was read as Windows-1252 or Windows-1256: Arabic letters, and the quotation marks of English texts. */
const otherCharset =
  /(?:[Ø-Û][\u0080-\u00bf\u2013-\u203a€ƒˆ˜™ŠšŒœŽžŸ]){2}|(?:[طظ][\u0080-\u00bf\u200c-\u203a€ƒˆ™Œœپٹچژڈگکڑںھ؛؟،]){3}|â€[\u0080-\u00bf\u2013-\u203a˜™œ]/

/** Describes the first letter of a text that was lost on the way. `undefined` for a text that has lost none. */
export function lostLetterIn(text: string): string | undefined {
  const [letter] = lostLetter.exec(text) ?? []
  if (letter !== undefined) {
    const stands = letter === '\uFFFD' ? ', which stands for a letter that was lost' : ', half of a letter'
    return pointsOf([letter]) + stands
  }
  const [marks] = questionMarks.exec(text) ?? []
  if (marks !== undefined) return `"${marks.trim().slice(0, 12)}" in place of words`
  const [wrong] = otherCharset.exec(text) ?? []
  return wrong && `"${wrong}", which is UTF-8 that was read as another charset`
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

/**
 * Removes signs without a width from an address, such as the direction marks of Arabic keyboards and messengers. Joiners are a part of
 * Persian and other words, so they stay but for the ends.
 */
export function withoutInvisible(address: string): string {
  return address
    .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^[\u200c\u200d]|[\u200c\u200d]$/g, '')
}

/** The text of a link, mail address or phone number as it is meant, without invisible signs, and with digits that phones dial. */
export function cleanAddress(text: string, type: string): string {
  if (type === 'phone') return withoutInvisible(latinDigits(text))
  return type === 'link' || type === 'email' ? withoutInvisible(text) : text
}
