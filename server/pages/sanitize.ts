import { defaultTreeAdapter, html as names, parseFragment } from 'parse5'
import { BodyError, maxNodes, maxOpenElements, sanitizeBody } from '#contract/markup/sanitize-body'

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

/** Parses with limits. parse5 takes quadratic time for some bodies that exceed them, and the browser's parser has its own. */
function parse(html: string) {
  let count = 0
  let open = 0
  const counted = <Given extends unknown[], Node>(create: (...given: Given) => Node) => {
    return (...given: Given): Node => {
      if (++count > maxNodes) throw new BodyError(`more than ${maxNodes} elements and texts`)
      return create(...given)
    }
  }
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: counted(defaultTreeAdapter.createElement),
    createCommentNode: counted(defaultTreeAdapter.createCommentNode),
    onItemPush: () => {
      if (++open > maxOpenElements) throw new BodyError(`more than ${maxOpenElements} elements open at once`)
    },
    onItemPop: () => open--,
  }
  return parseFragment(defaultTreeAdapter.createElement('div', names.NS.HTML, []), html, {
    treeAdapter,
    scriptingEnabled: false,
  })
}
