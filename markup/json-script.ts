/** Writes data into a script element. Escapes all characters that could end the element or open a comment. */
export function jsonScript(attributes: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script ${attributes}>${json}</script>`
}
