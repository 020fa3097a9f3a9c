/** Writes data into a script element. Escapes what could end the element or open a comment (HTML standard, section 4.12.1.3). */
export function jsonScript(attributes: string, data: unknown): string {
  const json = JSON.stringify(data).replace(/<(?=!--|\/?script)/gi, '\\u003c')
  return `<script ${attributes}>${json}</script>`
}
