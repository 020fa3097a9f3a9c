import { defaultTreeAdapter, html as names, parseFragment } from 'parse5'
import { mostElements, sanitizeBody } from '#contract/html'

/** The server's sanitiser for bodies; pictures come from `imageBase` only. */
export function createSanitizer(imageBase: string): (html: string) => string {
  return (html) => {
    try {
      return sanitizeBody(html, imageBase, parse)
    } catch (error) {
      if (error instanceof RangeError) return ''
      throw error
    }
  }
}

function parse(html: string) {
  let count = 0
  const createElement: typeof defaultTreeAdapter.createElement = (...given) => {
    if (++count > mostElements * html.length + 1) throw new RangeError('a body asks for too many elements')
    return defaultTreeAdapter.createElement(...given)
  }
  const treeAdapter = { ...defaultTreeAdapter, createElement }
  return parseFragment(defaultTreeAdapter.createElement('div', names.NS.HTML, []), html, {
    treeAdapter,
    scriptingEnabled: false,
  })
}
