import { type DefaultTreeAdapterTypes, serializeOuter } from 'parse5'
import { allowedTags } from '#contract/markup/body-elements'
import { escapeAttribute } from '#contract/markup/escape'
import { attributeOf, childrenOf, type HtmlNode, textOfNode } from '#contract/markup/html-node'
import { parseBody } from '#contract/markup/parse-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import { imageBase } from '../fields'

/** Elements that only group others. Their texts become paragraphs. */
export const groups = new Set(
  'address article aside body center dialog div fieldset footer form header hgroup html main nav p search section'.split(
    ' ',
  ),
)

/** Elements that are kept around their blocks. */
export const frames = new Set(['blockquote', 'dd', 'details', 'dl', 'dt', 'figcaption', 'figure', 'summary'])

const otherBlocks = new Set(['dir', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'menu', 'ol', 'pre', 'table', 'ul'])

const isBlock = ({ nodeName }: HtmlNode) => groups.has(nodeName) || frames.has(nodeName) || otherBlocks.has(nodeName)

const inlineTags = new Set(allowedTags.filter((tag) => !isBlock({ nodeName: tag }) && tag !== 'span'))

/** The level and kind of a paragraph that Word shows as an item of a list. */
export function wordItemOf(node: HtmlNode): { level: number; tag: string } | undefined {
  const [, level] = /mso-list:\s*l\d+\s+level(\d)/.exec(attributeOf(node, 'style')) ?? []
  if (level === undefined) return undefined
  const mark = all(node).find(isListMark)
  const isNumbered = mark !== undefined && /^\s*\(?(?:\p{N}+|\p{L})[.)-]/u.test(rawText(mark))
  return { level: Number(level), tag: isNumbered ? 'ol' : 'ul' }
}

export function isListMark(node: HtmlNode): boolean {
  return /mso-list:\s*ignore/i.test(attributeOf(node, 'style'))
}

export function isHidden(node: HtmlNode): boolean {
  return isListMark(node) || /(?:^|[;\s])(?:display:\s*none|mso-hide:\s*all)/i.test(attributeOf(node, 'style'))
}

/** The elements that show a text as its element or its styles do. */
export function marksOf(node: HtmlNode, name: string): string[] {
  const style = attributeOf(node, 'style')
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1] ?? ''
  if (/^(?:b|strong)$/.test(name)) return /^(?:normal|lighter|[1-4]00)$/.test(weight) ? [] : ['strong']
  if (/^(?:i|em)$/.test(name)) return /font-style:\s*normal/.test(style) ? [] : ['em']
  if (inlineTags.has(name)) return [name]
  const [, place] = /vertical-align:\s*(super|sub)\b/.exec(style) ?? []
  return [
    ...(/^(?:bold|bolder|[6-9]00)$/.test(weight) ? ['strong'] : []),
    ...(/font-style:\s*italic/.test(style) ? ['em'] : []),
    ...(style.split(';').some((rule) => /^\s*text-decoration(?:-line)?:.*line-through/.test(rule)) ? ['s'] : []),
    ...(place ? [place === 'super' ? 'sup' : 'sub'] : []),
  ]
}

/** Drops the HTML of KaTeX, which writes each formula twice: as MathML and as HTML. */
export function withoutTwin(nodes: HtmlNode[]): HtmlNode[] {
  const hasMath = nodes.some((node) => hasClass(node, 'katex-mathml'))
  return hasMath ? nodes.filter((node) => !hasClass(node, 'katex-html')) : nodes
}

/** A formula, or the link in place of an embedded page, as the site shows it. */
export function safeHtml(node: HtmlNode): string {
  const html = serializeOuter(node as DefaultTreeAdapterTypes.Element)
  return sanitizeBody(html, imageBase, parseBody)
    .replace(/ rel="[^"]*"/g, '')
    .replace(/^<p>(.*)<\/p>$/s, '$1')
}

export function isList({ nodeName }: HtmlNode): boolean {
  return nodeName === 'ul' || nodeName === 'ol' || nodeName === 'menu' || nodeName === 'dir'
}

export function hasBlock(node: HtmlNode): boolean {
  return all(node).some(isBlock)
}

export function isIn(node: HtmlNode, name: string): boolean {
  return (node as { parentNode?: HtmlNode }).parentNode?.nodeName === name
}

export function hasClass(node: HtmlNode, name: string): boolean {
  return attributeOf(node, 'class').split(/\s+/).includes(name)
}

export function idsOf(node: HtmlNode): string[] {
  return [attributeOf(node, 'id'), node.nodeName === 'a' ? attributeOf(node, 'name') : ''].filter(Boolean)
}

export function attributesText(node: HtmlNode, names: string[]): string {
  return names
    .filter((name) => attributeOf(node, name) !== '')
    .map((name) => ` ${name}="${escapeAttribute(attributeOf(node, name))}"`)
    .join('')
}

export function rawText(node: HtmlNode): string {
  return all(node)
    .map((each) => (each.nodeName === '#text' ? textOfNode(each) : each.nodeName === 'br' ? '\n' : ''))
    .join('')
}

/** A node and all nodes in it, in their order. */
export function all(node: HtmlNode): HtmlNode[] {
  const nodes: HtmlNode[] = []
  const rest = [node]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    nodes.push(next)
    for (const child of childrenOf(next).reverse()) rest.push(child)
  }
  return nodes
}
