/** U+FEFF, which Windows puts before texts, is no letter. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
export const leftToRight = /[A-Za-z\u00c0-\u02af\u0370-\u058f]/

/** Addresses with Arabic words; phone numbers and dates; sentences with their full stop; words with the signs before and after them. */
const foreign =
  /(https?:\/\/[!-~]*[\u0621-\u06ff][^\s)،؛؟«»]*|(?:\+|\(?0)\d(?:[ ().-]{0,2}\d){5,}|\d{4}-\d\d-\d\d|(?<=^|[.:!؟؛…«"“] ?)[A-Z][ -~]*[.!?](?![^\s"”»])|[.#@~/$-]{0,3}[a-z\u00c0-\u024f](?:[ -~\u00a1-\u024f]*[\w+#/)%\u00c0-\u024f])?)/i

/** Between these letters and digits, the Unicode Bidirectional Algorithm keeps the order. */
const keepsOrder = /^[a-z\u00c0-\u024f](?:.*[a-z\d\u00c0-\u024f])?$/is

/**
 * Splits a text in right-to-left surroundings. The parts at odd positions would be painted in another order than they are written,
 * and must be isolated from left to right: `+963 944 123 456`, `C++`, `.NET`, `print()`, a foreign sentence with its full stop.
 */
export function partsToIsolate(text: string): string[] {
  const parts = ['']
  text.split(foreign).forEach((part, position) => {
    // The bracket around a word belongs to the text around it, as does the sign after an address.
    const end = part.length - Number(/^[^(]*\)$|^https?:.*[.,:;!?]$/.test(part))
    if (position % 2 && (rightToLeft.test(part) || !keepsOrder.test(part.slice(0, end))))
      parts.push(part.slice(0, end), part.slice(end))
    else parts.push(`${parts.pop()}${part}`)
  })
  return parts
}
