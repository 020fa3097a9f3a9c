import { sanitizeBody } from '#contract/html'

/** Makes HTML that came over fetch safe to insert; pictures come from `imageBase` only. */
export function sanitize(imageBase: string, html: string): string {
  return sanitizeBody(html, imageBase, parse)
}

/** In a document without a window nothing runs and nothing is fetched. */
function parse(html: string): Element {
  const box = document.implementation.createHTMLDocument('').createElement('div')
  box.innerHTML = html
  return box
}
