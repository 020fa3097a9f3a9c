import { plainText } from './plain-text'

/** Matches a character that is painted: no space, no control character, and none that Unicode tells to ignore. */
const painted = /[^\s\p{Cc}\p{DI}\u2800]/u

/** Matches a text that begins with a common letter, if need be after plain tags of blocks. */
const startsWithLetter = /^(?:\s|<(?:p|h[2-6]|div|ul|ol|li|strong|em|b|i)>)*[\w\u0621-\u064a]/i

/**
 * True if readers see something of a text: a letter, a digit or a sign. Without it, the text counts as missing. `isHtml` is true for
 * a body, of which pages show pictures too.
 */
export function hasText(text: unknown, isHtml = false): text is string {
  if (typeof text !== 'string') return false
  // Most texts begin with a letter. They skip reading all of the text, which takes 10 ms for a body on a slow phone.
  if (startsWithLetter.test(text)) return true
  return isPainted(plainText(text)) || (isHtml && /<img\s/i.test(text))
}

/** True if readers see something of a text without markup. */
export function isPainted(plain: string): boolean {
  // Most texts have a common letter. They skip the other expression, which takes long to compile on a slow phone.
  return /[\w\u0621-\u064a]/.test(plain) || painted.test(plain)
}
