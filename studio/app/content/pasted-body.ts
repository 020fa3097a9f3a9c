import { completeAddress, imageSource, isSafeHref } from '#contract/markup/body-addresses'
import { embeds, removedTags, renamedTags } from '#contract/markup/body-elements'
import { escapeAttribute, escapeText } from '#contract/markup/escape'
import { attributeOf, type HtmlNode, textOfNode, withoutTwin } from '#contract/markup/html-node'
import { parseBody } from '#contract/markup/parse-body'
import { shownText } from '#contract/markup/plain-text'
import { hasJoinedWords, levelHeadings } from '#contract/markup/sanitize-body'
import { imageBase } from '../fields'
import { isVisible, type List, listHtml, paragraphsOf, trimmed } from './pasted-html'
import {
  all,
  attributesText,
  codeIn,
  frames,
  groups,
  hasBlock,
  headingOf,
  idsOf,
  isHidden,
  isIn,
  isList,
  marksOf,
  numberingOf,
  officeLevelOf,
  partsOf,
  safeHtml,
  textOfPicture,
  wordItemOf,
} from './pasted-nodes'

/** The parts of a pasted text that a body can't hold. */
export type Lost = 'pictures' | 'formulas' | 'embeds' | 'links'

/** A pasted text as HTML, in the form that the editor's buttons write. Inline HTML stands within a paragraph. */
export type PastedBody = { html: string; isInline: boolean; lost: Lost[] }

/**
 * Makes a body of HTML that Word, Google Docs, a messenger or a web page has put on the clipboard. It keeps the structure, and drops
 * styles, classes and what these programs only need for themselves. Throws a BodyError for a text that takes too much work.
 */
export function pastedBody(html: string): PastedBody {
  const root = parseBody(hasJoinedWords(html) ? html.replace(/&nbsp;|\u00a0/g, ' ') : html)
  const reader = createReader(root)
  const blocks = reader.blocksIn(partsOf(root))
  return { ...joined(blocks), lost: [...reader.lost] }
}

/** Makes paragraphs of a plain text. */
export function pastedText(text: string): PastedBody {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  const linesOf = (paragraph: string) => paragraph.split('\n').map((line) => escapeText(line.trim()))
  return { ...joined(paragraphs.map((paragraph) => `<p>${linesOf(paragraph).join('<br>')}</p>`)), lost: [] }
}

/** One paragraph without line breaks is inline, so that it can be pasted into another one. */
function joined(blocks: string[]): Pick<PastedBody, 'html' | 'isInline'> {
  const [, inline] = (blocks.length <= 1 && /^<p>((?:(?!<\/?p>|<br>).)*)<\/p>$/s.exec(blocks[0] ?? '<p></p>')) || []
  if (inline !== undefined) return { html: inline, isInline: true }
  return { html: levelHeadings(blocks.join('\n')), isInline: false }
}

/** The place of a reader: a heading, whose text is bold anyway, or other text. */
type Place = { isHeading: boolean }

function createReader(root: HtmlNode) {
  const lost = new Set<Lost>()
  const targets = new Set(all(root).map((node) => attributeOf(node, 'href').trim()))
  const ids = new Set(all(root).flatMap(idsOf))
  const used = new Set<string>()
  // Word puts a picture of each formula between two marks.
  let isFormula = false

  /** The id of an element that a link leads to. */
  function idText(node: HtmlNode): string {
    const id = idsOf(node).find((each) => targets.has(`#${each}`) && !used.has(each))
    if (id === undefined) return ''
    used.add(id)
    return ` id="${escapeAttribute(id)}"`
  }

  function inlineIn(nodes: HtmlNode[], place: Place): string {
    return nodes.map((node) => inlineOf(node, place)).join('')
  }

  function inlineOf(node: HtmlNode, place: Place): string {
    const name = renamedTags[node.nodeName] ?? node.nodeName
    if (name === '#text')
      return escapeText(shownText(textOfNode(node)).replace(/\s+/g, (space) => (space === '\u00a0' ? space : ' ')))
    if (name === '#comment') readMark((node as { data?: string }).data ?? '')
    if (isHidden(node)) return ''
    if (name === 'svg' || name === 'v:imagedata') lost.add('pictures')
    if (removedTags.has(name) || name === 'xml') return ''
    if (name === 'br') return '<br>'
    if (name === 'img') return pictureOf(node)
    if (name === 'math' || name === 'input') return safeHtml(node)
    if (Object.hasOwn(embeds, name)) {
      const html = safeHtml(node)
      if (html === '') lost.add('embeds')
      return html
    }
    const children = withoutTwin(partsOf(node))
    if (name === 'a') return linkOf(node, inlineIn(children, place))
    const marks = marksOf(node, name).filter((mark) => !(place.isHeading && mark === 'strong'))
    const html = inlineIn(children, place)
    if (!isVisible(html) && name !== 'wbr') return html
    return marks.reduceRight((inner, mark, index) => {
      return `<${mark}${index === 0 ? idText(node) : ''}>${inner}${mark === 'wbr' ? '' : `</${mark}>`}`
    }, html)
  }

  function readMark(comment: string): void {
    if (/<m:oMath/.test(comment)) lost.add('formulas')
    if (/^\[if !msEquation/.test(comment)) isFormula = true
    else if (/^\[endif/.test(comment)) isFormula = false
  }

  function pictureOf(node: HtmlNode): string {
    const source = imageSource(attributeOf(node, 'src'), imageBase)
    if (source !== undefined)
      return `<img src="${escapeAttribute(source.slice(imageBase.length))}" alt="${escapeAttribute(attributeOf(node, 'alt'))}">`
    const text = textOfPicture(node)
    if (text === undefined && !isFormula) lost.add('pictures')
    return text ?? ''
  }

  function linkOf(node: HtmlNode, html: string): string {
    const href = completeAddress(attributeOf(node, 'href').trim())
    const isTarget = href.startsWith('#')
    const isKept = isVisible(html) && (isTarget ? ids.has(href.slice(1)) : href !== '' && isSafeHref(href))
    if (isKept) return `<a${idText(node)} href="${escapeAttribute(href)}">${html}</a>`
    if (href !== '' && !isTarget && isVisible(html)) lost.add('links')
    const id = idText(node)
    return id ? `<span${id}>${html}</span>` : html
  }

  /** The blocks of a part of the text. Texts outside of any block become paragraphs. */
  function blocksIn(nodes: HtmlNode[]): string[] {
    const blocks: string[] = []
    const open: { level: number; list: List }[] = []
    let text = ''
    let start = ''

    const endText = () => {
      if (isVisible(text)) endLists()
      for (const paragraph of paragraphsOf(text, start)) blocks.push(paragraph)
      text = ''
      start = ''
    }
    const endLists = () => {
      const [outer] = open
      if (outer) blocks.push(listHtml(outer.list, ''))
      open.length = 0
    }
    const push = (html: string) => {
      endText()
      endLists()
      if (html !== '') blocks.push(html)
    }
    const addItem = (level: number, tag: string, attributes: string, item: List['items'][number]) => {
      while ((open.at(-1)?.level ?? 0) > level) open.pop()
      if (open.at(-1)?.level === level && open.at(-1)?.list.tag !== tag) open.length === 1 ? endLists() : open.pop()
      let last = open.at(-1)
      if (last?.level !== level) {
        const list: List = { tag, attributes, items: [] }
        last?.list.items.at(-1)?.lists.push(list)
        last = { level, list }
        open.push(last)
      }
      last.list.items.push(item)
    }
    const readList = (node: HtmlNode, level: number) => {
      const tag = node.nodeName === 'ol' ? 'ol' : 'ul'
      const attributes = tag === 'ol' ? numberingOf(node) : ''
      for (const child of partsOf(node)) {
        if (isList(child)) readList(child, level + 1)
        else if (child.nodeName === 'li' || isVisible(inlineOf(child, { isHeading: false }))) {
          const children = child.nodeName === 'li' ? partsOf(child) : [child]
          const nested = children.filter(isList)
          const html = contentOf(children.filter((each) => !isList(each)))
          const own = idText(child) + attributesText(child, ['value'])
          const depth = officeLevelOf(child) ?? level
          if (html !== '' || nested.length > 0) addItem(depth, tag, attributes, { attributes: own, html, lists: [] })
          for (const list of nested) readList(list, depth + 1)
        }
      }
    }
    const read = (node: HtmlNode) => {
      const name = node.nodeName
      const children = partsOf(node)
      if (isHidden(node)) return
      const [item, heading] = [wordItemOf(node), headingOf(node)]
      if (item) {
        endText()
        addItem(item.level, item.tag, '', { attributes: idText(node), html: contentOf(children), lists: [] })
      } else if (isList(node)) {
        endText()
        // Word on the web has a list of its own around each item.
        if (!children.some(officeLevelOf)) endLists()
        readList(node, 1)
      } else if (heading) {
        const html = trimmed(inlineIn(children, { isHeading: true }))
        push(isVisible(html) ? `<${heading}${idText(node)}>${html}</${heading}>` : '')
      } else if (name === 'table') push(tableOf(node))
      else if (name === 'hr') push('<hr>')
      else if (name === 'pre') push(`<pre>${escapeText(codeIn(node))}</pre>`)
      else if (frames.has(name)) {
        const html = contentOf(children)
        const isPlain = name === 'figure' && !html.includes('<img')
        const tag = name === 'figcaption' && !isIn(node, 'figure') ? 'p' : name
        push(html === '' ? '' : isPlain ? blocksIn(children).join('\n') : `<${tag}>${html}</${tag}>`)
      } else if (groups.has(name) || children.some(hasBlock)) {
        endText()
        start = name === 'p' ? idText(node) : ''
        for (const child of children) read(child)
        endText()
      } else text += inlineOf(node, { isHeading: false })
    }
    for (const node of nodes) read(node)
    endText()
    endLists()
    return blocks
  }

  /** The blocks of a cell or an item. One paragraph, or several short ones, need no tags of their own. */
  function contentOf(nodes: HtmlNode[]): string {
    const blocks = blocksIn(nodes)
    const isText = blocks.every((block) => /^<p>/.test(block))
    return isText ? blocks.map((block) => block.slice('<p>'.length, -'</p>'.length)).join('<br>') : blocks.join('\n')
  }

  function tableOf(table: HtmlNode): string {
    const rowOf = (row: HtmlNode) => {
      const cells = partsOf(row).filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th')
      const html = cells.map((cell) => {
        const attributes = ['colspan', 'rowspan', 'scope'].filter((name) => attributeOf(cell, name) !== '1')
        return `<${cell.nodeName}${attributesText(cell, attributes)}>${contentOf(partsOf(cell))}</${cell.nodeName}>`
      })
      return `    <tr>${html.join('')}</tr>`
    }
    const parts = partsOf(table).flatMap((part) => {
      if (part.nodeName === 'caption') return [`  <caption>${contentOf(partsOf(part))}</caption>`]
      const rows = partsOf(part).filter(({ nodeName }) => nodeName === 'tr')
      return rows.length > 0 ? [`  <${part.nodeName}>`, ...rows.map(rowOf), `  </${part.nodeName}>`] : []
    })
    return isVisible(parts.join('')) ? ['<table>', ...parts, '</table>'].join('\n') : ''
  }

  return { lost, blocksIn }
}
