import { sanitizeBody } from '#contract/markup/sanitize-body'

/**
 * Makes HTML from the API safe to insert. Pictures come from `imageBase` only. A body of which no safe HTML can be made becomes
 * empty, and the console says why.
 */
export function sanitize(imageBase: string, html: string): string {
  try {
    return sanitizeBody(html, imageBase, parse)
  } catch (error) {
    console.warn('a body is left out:', error)
    return ''
  }
}

/** Parses in a document without a window, where no script runs and nothing is fetched. */
function parse(html: string): Element {
  const box = document.implementation.createHTMLDocument('').createElement('div')
  box.innerHTML = html
  return box
}
