import { sanitizeBody } from '#markup/sanitize-body'

/** Makes HTML from the API safe to insert. Pictures come from `imageBase` only. */
export function sanitize(imageBase: string, html: string): string {
  return sanitizeBody(html, imageBase, parse)
}

/** Parses in a document without a window, where no script runs and nothing is fetched. */
function parse(html: string): Element {
  const box = document.implementation.createHTMLDocument('').createElement('div')
  box.innerHTML = html
  return box
}
