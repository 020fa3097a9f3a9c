import { defaultTreeAdapter, html as names, parseFragment } from 'parse5'
import { createLimitedTree } from '#contract/markup/limited-tree'
import { sanitizeBody } from '#contract/markup/sanitize-body'

/**
 * Creates the server's sanitiser for bodies. Pictures come from `imageBase` only. A body of which no safe HTML can be made becomes
 * empty, so that its page stands without it, and `onLeftOut` gets the error.
 */
export function createSanitizer(imageBase: string, onLeftOut?: (error: unknown) => void): (html: string) => string {
  return (html) => {
    try {
      return sanitizeBody(html, imageBase, parse)
    } catch (error) {
      onLeftOut?.(error)
      return ''
    }
  }
}

/** Parses with the limits of a body. The browser's parser has limits of its own. */
function parse(html: string) {
  return parseFragment(defaultTreeAdapter.createElement('div', names.NS.HTML, []), html, {
    treeAdapter: createLimitedTree(),
    scriptingEnabled: false,
  })
}
