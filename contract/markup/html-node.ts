import { removedTags } from './body-elements'

/** A node of a parsed body. It comes from the browser's DOM or, on the server, from parse5. */
export type HtmlNode = {
  nodeName: string
  namespaceURI?: string | null
  childNodes?: ArrayLike<HtmlNode>
  nodeValue?: string | null
  value?: string
  attributes?: Iterable<{ name: string; value: string }>
  attrs?: Iterable<{ name: string; value: string }>
}

/** The maximum number of nodes that are read for the text of a heading or of an element that becomes a link. */
const maxTextNodes = 100

/** The beginning of the text in an element. */
export function textOf(node: HtmlNode): string {
  let text = ''
  const rest = [node]
  for (let count = 0; count < maxTextNodes; count++) {
    const next = rest.pop()
    if (!next) break
    if (next.nodeName === '#text') text += textOfNode(next)
    if (removedTags.has(next.nodeName.toLowerCase())) continue
    const children = childrenOf(next)
    for (let index = Math.min(children.length, maxTextNodes) - 1; index >= 0; index--)
      rest.push(children[index] as HtmlNode)
  }
  return text
}

export function childrenOf({ childNodes = [] }: HtmlNode): HtmlNode[] {
  return Array.from(childNodes)
}

export function textOfNode({ nodeValue, value }: HtmlNode): string {
  return nodeValue ?? value ?? ''
}

export function attributesOf({ attributes, attrs }: HtmlNode): Iterable<{ name: string; value: string }> {
  return attributes ?? attrs ?? []
}

export function attributeOf(node: HtmlNode, wanted: string): string {
  for (const { name, value } of attributesOf(node)) if (name === wanted) return value
  return ''
}
