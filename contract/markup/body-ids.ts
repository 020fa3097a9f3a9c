import { removedTags } from './body-elements'
import { maxNodes } from './body-limits'
import { attributeOf, childrenOf, type HtmlNode } from './html-node'

/** Ids of a body begin with this, so that they cannot be those of the page or hide properties of `window`. */
export const idPrefix = 'text-'

/** The ids of a parsed body, as they are written. */
export function idsOf(root: HtmlNode): Set<string> {
  const ids = new Set<string>()
  const rest = [root]
  for (let count = 0; count <= maxNodes; count++) {
    const node = rest.pop()
    if (!node) break
    if (removedTags.has(node.nodeName.toLowerCase())) continue
    const id = idOf(node)
    if (id) ids.add(id)
    for (const child of childrenOf(node)) rest.push(child)
  }
  return ids
}

/** The id of an element, or the name of an `a`, as it is written; '' if it has none. */
export function idOf(node: HtmlNode): string {
  const id = attributeOf(node, 'id') || (node.nodeName.toLowerCase() === 'a' && attributeOf(node, 'name'))
  return id ? prefixed(id) : ''
}

export function prefixed(id: string): string {
  return id.startsWith(idPrefix) ? id : idPrefix + id
}
