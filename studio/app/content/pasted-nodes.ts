import { type DefaultTreeAdapterTypes, serializeOuter } from 'parse5'
import { allowedTags } from '#contract/markup/body-elements'
import { listsOfQuill } from '#contract/markup/body-lists'
import { escapeAttribute } from '#contract/markup/escape'
import { attributeOf, childrenOf, type HtmlNode, hasClass, textOfNode } from '#contract/markup/html-node'
import { parseBody } from '#contract/markup/parse-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import { imageBase } from '../fields'
import { formulaHtml } from './formula'

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

/** The children of a node, with the lists that a list of Quill means in its place. */
export function partsOf(node: HtmlNode): HtmlNode[] {
  return childrenOf(node).flatMap((child) => (isList(child) && listsOfQuill(child)) || [child])
}

/** The level of an item of Word on the web. */
export function officeLevelOf(node: HtmlNode): number | undefined {
  return Number(attributeOf(node, 'data-aria-level')) || undefined
}

export function isListMark(node: HtmlNode): boolean {
  return /mso-list:\s*ignore/i.test(attributeOf(node, 'style'))
}

export function isHidden(node: HtmlNode): boolean {
  return (
    isListMark(node) ||
    isReviewed(node) ||
    /(?:^|[;\s])(?:display:\s*none|mso-hide:\s*all)/i.test(attributeOf(node, 'style'))
  )
}

/** True for the mark of a reviewer's comment in Word, and for the list of all comments. */
function isReviewed(node: HtmlNode): boolean {
  return hasClass(node, 'MsoCommentReference') || /mso-element:\s*comment-list/i.test(attributeOf(node, 'style'))
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

/** A formula, or the link in place of an embedded page, as the site shows it. */
export function safeHtml(node: HtmlNode): string {
  const html = serializeOuter(node as DefaultTreeAdapterTypes.Element)
  return sanitizeBody(html, imageBase, parseBody)
    .replace(/ rel="[^"]*"/g, '')
    .replace(/^<p>(.*)<\/p>$/s, '$1')
}

/** The text that a picture stands for: messengers show emoji as pictures, and Wikipedia formulas, with their TeX as description. */
export function textOfPicture(node: HtmlNode): string | undefined {
  const alt = attributeOf(node, 'alt')
  if (/^[\p{Emoji}\p{Emoji_Component}]+$/u.test(alt) && /\p{Extended_Pictographic}|\p{RI}|\u20e3/u.test(alt)) return alt
  const [, place] = /\bmwe-math-fallback-image-(inline|display)/.exec(attributeOf(node, 'class')) ?? []
  return place && formulaHtml(alt, place === 'display')
}

/** The name of the heading that a block is. */
export function headingOf(node: HtmlNode): string | undefined {
  if (/^h\d$/.test(node.nodeName)) return node.nodeName
  const [level] = attributeOf(node, 'role') === 'heading' ? (/^[1-6]$/.exec(attributeOf(node, 'aria-level')) ?? []) : []
  return level ? `h${level}` : hasClass(node, 'MsoTitle') ? 'h1' : undefined
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

export function idsOf(node: HtmlNode): string[] {
  return [attributeOf(node, 'id'), node.nodeName === 'a' ? attributeOf(node, 'name') : ''].filter(Boolean)
}

export function attributesText(node: HtmlNode, names: string[]): string {
  return names
    .filter((name) => attributeOf(node, name) !== '')
    .map((name) => ` ${name}="${escapeAttribute(attributeOf(node, name))}"`)
    .join('')
}

/** The attributes of a numbered list. */
export function numberingOf(list: HtmlNode): string {
  return attributesText(list, attributeOf(list, 'start') === '1' ? ['type', 'reversed'] : ['start', 'type', 'reversed'])
}

/** The code of a `pre`, without the name of its language and the buttons that some pages write into it. */
export function codeIn(pre: HtmlNode): string {
  const [code, ...others] = all(pre).filter(({ nodeName }) => nodeName === 'code')
  return rawText(code && others.length === 0 ? code : pre).replace(/^\n/, '')
}

function rawText(node: HtmlNode): string {
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
