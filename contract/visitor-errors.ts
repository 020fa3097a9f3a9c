/** The report of an uncaught error in a visitor's browser. */
export type VisitorError = {
  kind: (typeof visitorErrorKinds)[number]
  message: string
  /** The built file, without its folder. */
  file?: string | undefined
  line?: number | undefined
  column?: number | undefined
}

export const visitorErrorKinds = ['error', 'rejection'] as const

/** The maximum number of characters of a message. */
const longestMessage = 200

/** The name of a built script in an address or a line of a stack. `undefined` for other scripts, such as those of extensions. */
export function builtFile(text: string): string | undefined {
  return /\/(?:assets\/([\w-]{1,80}\.js)|(sw\.js))(?=[:?#)]|$)/.exec(text)?.slice(1).find(Boolean)
}

/** Removes addresses, e-mail addresses and long numbers from a message, because they may be personal. */
export function impersonal(message: string): string {
  return message
    .slice(0, 2 * longestMessage)
    .replace(/[^\s"'`<>()]+/g, (word) => (isUrlOrEmail(word) ? '…' : word))
    .replace(/\d[\d -]{5,}\d/g, '…')
    .slice(0, longestMessage)
}

function isUrlOrEmail(word: string): boolean {
  return word.includes('@') || (word.includes('?') && word.includes('=')) || /^[a-z][a-z\d+.-]*:./i.test(word)
}
