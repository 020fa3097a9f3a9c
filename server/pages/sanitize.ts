import { defaultTreeAdapter, html as names, parseFragment } from 'parse5'
import { maxElementsPerCharacter, sanitizeBody } from '#markup/sanitize-body'

/** The server's sanitiser for bodies. Pictures come from `imageBase` only. A body with too many elements becomes empty. */
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
    if (++count > maxElementsPerCharacter * html.length + 1) throw new RangeError('a body asks for too many elements')
    return defaultTreeAdapter.createElement(...given)
  }
  const treeAdapter = { ...defaultTreeAdapter, createElement }
  return parseFragment(defaultTreeAdapter.createElement('div', names.NS.HTML, []), html, {
    treeAdapter,
    scriptingEnabled: false,
  })
}
