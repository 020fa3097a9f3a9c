import { attributeOf, attributesOf, childrenOf, type HtmlNode, hasClass, textOf } from './html-node'

/**
 * The lists that a list of Quill means, which writes all lists as one `ol` and says the kind and depth of each item. `undefined` for
 * other elements.
 */
export function listsOfQuill(node: HtmlNode): HtmlNode[] | undefined {
  const children = childrenOf(node)
  const isQuill = children.some((item) => attributeOf(item, 'data-list') || depthOf(item))
  if (!isQuill || children.some((child) => !isItem(child) && textOf(child).trim())) return undefined
  type List = HtmlNode & { childNodes: (HtmlNode & { childNodes: HtmlNode[] })[] }
  const lists: List[] = []
  /** The last list of each depth. */
  const open: List[] = []
  for (const item of children.filter(isItem)) {
    const kind = attributeOf(item, 'data-list')
    const nodeName = kind ? (kind === 'ordered' ? 'ol' : 'ul') : node.nodeName.toLowerCase()
    const depth = Math.min(depthOf(item), open.length)
    open.splice(depth + 1)
    if (open[depth]?.nodeName !== nodeName) {
      const list = { nodeName, childNodes: [] }
      const above: HtmlNode[] = open[depth - 1]?.childNodes.at(-1)?.childNodes ?? lists
      above.push(list)
      open[depth] = list
    }
    const mark = kind === 'checked' ? '☑ ' : kind === 'unchecked' ? '☐ ' : ''
    const childNodes = [{ nodeName: '#text', value: mark }, ...childrenOf(item)]
    const attributes = [...attributesOf(item)].filter(({ name }) => name !== 'class' && name !== 'data-list')
    open[depth]?.childNodes.push({ nodeName: 'li', attributes, childNodes })
  }
  return lists
}

/** The lines of a block of code that Quill writes as `div`; `undefined` for other elements. */
export function codeOfQuill(node: HtmlNode): HtmlNode[] | undefined {
  if (!hasClass(node, 'ql-code-block-container')) return undefined
  const lines = childrenOf(node).filter((child) => hasClass(child, 'ql-code-block'))
  return lines.flatMap((line) => [...childrenOf(line), { nodeName: '#text', value: '\n' }])
}

function isItem({ nodeName }: HtmlNode): boolean {
  return /^li$/i.test(nodeName)
}

function depthOf(item: HtmlNode): number {
  return Number(/\bql-indent-(\d)/.exec(attributeOf(item, 'class'))?.[1] ?? 0)
}
