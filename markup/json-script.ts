/** Matches the `<` of a tag that could end a script element or of a comment, which the HTML standard forbids in one (4.12.1.3). */
export const forbiddenInScript = /<(?=!--|\/?script)/gi

/**
 * Writes data into a script element. Nothing in the data can end the element or open a comment. By default it escapes more than the
 * standard asks for, because strangers read structured data with tools of all kinds.
 */
export function jsonScript(attributes: string, data: unknown, escaped = /[<>&\u2028\u2029]/g): string {
  const json = JSON.stringify(data).replace(
    escaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script ${attributes}>${json}</script>`
}
