import { BodyError, maxNodes } from '#contract/markup/body-limits'
import { type BodyContext, finishBody } from '#contract/markup/finish-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'

/**
 * Makes HTML from the API safe to insert. Pictures come from `imageBase` only. With a `context`, links and directions fit the page. A
 * body of which no safe HTML can be made becomes empty, and the console says why.
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

/**
 * Parses in a document without a window, where no script runs and nothing is fetched. A BodyError is thrown for a body of too many
 * nodes, because unclosed formatting elements, which are opened again in each block, could take `innerHTML` minutes.
 */
function parse(html: string): Element {
  const formatting = html.match(/<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b/gi)?.length ?? 0
  const tags = html.match(/<[a-z]/gi)?.length ?? 0
  if (formatting * tags > maxNodes) checkInSlices(html)
  const box = document.implementation.createHTMLDocument('').createElement('div')
  box.innerHTML = html
  return box
}

/** The characters that are parsed at once before the nodes are counted. */
const sliceLength = 64

/** The time between two counts of the nodes, and the longest time for a whole body, in milliseconds. */
const countInterval = 20
const maxTime = 2_000

/** Parses a body in slices, and throws a BodyError once it has too many nodes. */
function checkInSlices(html: string): void {
  const page = document.implementation.createHTMLDocument('')
  const begin = performance.now()
  let counted = begin
  page.open()
  // After a text, a `frameset` cannot replace the page.
  page.write('<!doctype html>x')
  for (let start = 0; start < html.length; start += sliceLength) {
    page.write(html.slice(start, start + sliceLength))
    if (performance.now() - counted < countInterval) continue
    counted = performance.now()
    if (page.getElementsByTagName('*').length > maxNodes || counted - begin > maxTime)
      throw new BodyError('unclosed formatting elements in too many blocks')
  }
}
