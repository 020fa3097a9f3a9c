import { type BodyContext, finishBody } from '#contract/markup/finish-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'

/**
 * Makes HTML from the API safe to insert. Pictures come from `imageBase` only. With a `context`, links and directions fit the page. A body of which no safe HTML can be made becomes
 * empty, and the console says why.
 */
export function sanitize(imageBase: string, html: string, context?: BodyContext): string {
  try {
    const safe = sanitizeBody(html, imageBase, parse)
    return context ? finishBody(safe, context) : safe
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
