const mark = '[redacted]'

/** The minimum number of characters in a secret, because shorter values would match too many texts. */
const fewest = 4

/** Characters that break a line or steer a terminal. */
const controls = /[\p{Cc}\u2028\u2029]/gu

/** The maximum number of characters of a text that is printed. An API can send texts of many megabytes. */
const maxText = 1_000

/** Cuts a text after a number of characters. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text
}

/**
 * Creates functions that make an API's texts safe to print. They hide header values, escape control characters as in JSON, and cut long
 * texts.
 */
export function createRedaction(headers: Record<string, string>) {
  const plain = Object.values(headers).flatMap((value) => [
    value,
    ...value.split(/[\s,;=]+/),
    ...basicCredentials(value),
  ])
  const secrets = [...new Set(plain)]
    .filter((word) => word.length >= fewest)
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), Buffer.from(word).toString('base64')])
    .sort((a, b) => b.length - a.length)
  const patterns = secrets.map((word) => new RegExp(Array.from(word, anyForm).join(''), 'gi'))

  const hide = (value: string) => patterns.reduce((rest, pattern) => rest.replace(pattern, mark), value)
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = (value: string) => hideCut(hide(cut(value, maxText))).replace(controls, escaped)
  return {
    hide,
    text,
    /** Applies `text` to every string in a JSON value. */
    deep: <Value>(value: Value): Value =>
      JSON.parse(JSON.stringify(value, (_, child) => (typeof child === 'string' ? text(child) : child))),
  }

  /** Redacts cut secrets in a shortened text: the start of a secret before an ellipsis, and the end of a secret after one. */
  function hideCut(value: string): string {
    let rest = value
    for (const word of value.includes('…') ? secrets : [])
      for (let size = word.length - 1; size >= fewest; size--)
        rest = rest.replaceAll(`${word.slice(0, size)}…`, `${mark}…`).replaceAll(`…${word.slice(-size)}`, `…${mark}`)
    return rest
  }
}

/** The user, the password and both together, of HTTP Basic authentication. */
function basicCredentials(value: string): string[] {
  const [, encoded = ''] = /^Basic\s+([\w+/=-]+)$/i.exec(value) ?? []
  const credentials = Buffer.from(encoded, 'base64').toString()
  return [credentials, ...credentials.split(':')]
}

export type Redaction = ReturnType<typeof createRedaction>

/** A pattern for the ways in which JSON, an address, a pointer or a quoted word of a shell may write a character. */
function anyForm(character: string): string {
  const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&')
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const special = { "'": String.raw`'\\''`, '/': '~1', '~': '~0' }[character] ?? units.join('')
  return `(?:\\\\?${units.join('')}|${units.map((unit) => `\\${unit}`).join('')}|${encoded}|${special})`
}
