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
  return nodesIn(node)
    .map((each) => (each.nodeName === '#text' ? textOfNode(each) : ''))
    .join('')
}

/** An element and the first nodes in it, without removed elements. */
export function nodesIn(node: HtmlNode): HtmlNode[] {
  const nodes: HtmlNode[] = []
  const rest = [node]
  for (let count = 0; count < maxTextNodes; count++) {
    const next = rest.pop()
    if (!next) break
    if (removedTags.has(next.nodeName.toLowerCase())) continue
    nodes.push(next)
    const children = childrenOf(next)
    for (let index = Math.min(children.length, maxTextNodes) - 1; index >= 0; index--)
      rest.push(children[index] as HtmlNode)
  }
  return nodes
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

export function hasClass(node: HtmlNode, name: string): boolean {
  return attributeOf(node, 'class').split(/\s+/).includes(name)
}

/**
 * Drops the other form of a formula that has MathML: KaTeX and MathJax also write its layout, of which only loose characters would be
 * left.
 */
export function withoutTwin(nodes: HtmlNode[]): HtmlNode[] {
  const hasMath = nodes.some((node) => hasClass(node, 'katex-mathml') || hasClass(node, 'MJX_Assistive_MathML'))
  return hasMath
    ? nodes.filter((node) => attributeOf(node, 'aria-hidden') !== 'true' && !hasClass(node, 'katex-html'))
    : nodes
}
