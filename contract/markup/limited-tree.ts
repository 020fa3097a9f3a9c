import { defaultTreeAdapter } from 'parse5'
import { BodyError, maxNodes, maxOpenElements } from './body-limits'

/**
 * Creates a tree adapter for parse5 that keeps to the limits of a body: it throws a BodyError for a body with too many nodes, or with
 * too many elements open at once, for which parse5 would take quadratic time. Each body needs an adapter of its own.
 */
export function createLimitedTree(): typeof defaultTreeAdapter {
  let count = 0
  let open = 0
  const counted = <Given extends unknown[], Node>(create: (...given: Given) => Node) => {
    return (...given: Given): Node => {
      if (++count > maxNodes) throw new BodyError(`more than ${maxNodes} elements and texts`)
      return create(...given)
    }
  }
  return {
    ...defaultTreeAdapter,
    createElement: counted(defaultTreeAdapter.createElement),
    createCommentNode: counted(defaultTreeAdapter.createCommentNode),
    onItemPush: () => {
      if (++open > maxOpenElements) throw new BodyError(`more than ${maxOpenElements} elements open at once`)
    },
    onItemPop: () => open--,
  }
}
