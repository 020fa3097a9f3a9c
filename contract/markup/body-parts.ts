import { createUniqueNames } from '#contract/text/unique-names'
import { completeAddress, decodeName, imageSource, isSafeHref, pageOfEmbed } from './body-addresses'
import {
  allowedAttributes,
  allowedTags,
  embeds,
  mathAttributes,
  mathTags,
  mathTokens,
  removedTags,
  renamedTags,
  silentTags,
  voidTags,
} from './body-elements'
import { idOf, idPrefix, idsOf, prefixed } from './body-ids'
import { maxOrdinal } from './body-limits'
import { codeOfQuill, listsOfQuill } from './body-lists'
import { createSpanLimit } from './body-spans'
import { leftToRight, rightToLeft } from './direction'
import { escapeAttribute, escapeText } from './escape'
import { isPainted } from './has-text'
import { attributeOf, attributesOf, childrenOf, type HtmlNode, nodesIn, textOf, withoutTwin } from './html-node'

/** A part of a body that pages do not show as it is. */
export type Loss = {
  kind: 'element' | 'attribute' | 'link' | 'picture'
  /** The element or attribute, such as `font` and `p[style]`. */
  name: string
  /** The address of a link or picture. */
  address?: string
  /** Pages show this instead of an element: its content, a link to its source, or the text that describes it. */
  shown: 'nothing' | 'content' | 'link' | 'description'
}

export type Tell = (loss: Loss, node: HtmlNode) => void

/** The kind of place in a parsed body: HTML, inside of `math`, or inside of an element of MathML that holds a text. */
export type BodyPlace = 'html' | 'math' | 'token'

/** The HTML before and after the children of a node. */
export type Part = { start: string; end: string; children: HtmlNode[]; place: BodyPlace }

/** The names that `withoutParserTraps` gives to elements. */
export const trapNames: Record<string, string> = { form: 'f-rm', select: 's-lect' }

const mathNamespace = 'http://www.w3.org/1998/Math/MathML'

/** The attributes with the address of a picture or frame. Scripts that load these late keep it in one of the others. */
const pictureAttributes = ['src', 'data-src', 'data-lazy-src', 'data-original']

/** These attributes are left out without a report, because pages set them, or because they only name the language of an element. */
const unreported = new Set(['loading', 'name', 'rel', 'xmlns', ...pictureAttributes])

/** Creates the function that decides what becomes of a node. */
export function createPartOf(root: HtmlNode, imageBase: string, tell: Tell = () => undefined) {
  const targets = idsOf(root)
  const boundSpans = createSpanLimit()
  const used = new Set<string>()
  const unique = createUniqueNames((id, number) => `${id}-${number}`)

  /** Writes a start tag with the allowed attributes. */
  function startTag(tag: string, node: HtmlNode, allowed: string[]): string {
    const kept = new Map<string, string>()
    for (const { name, value } of attributesOf(node)) {
      if (allowed.includes(name)) kept.set(name, value)
      else if (!unreported.has(name))
        tell({ kind: 'attribute', name: `${writtenName(node)}[${name}]`, shown: 'nothing' }, node)
    }
    if (allowed !== mathAttributes && tag !== 'bdo' && isWrongDirection(kept.get('dir'), node)) kept.delete('dir')
    const id = idOf(node)
    if (id && !used.has(id)) kept.set('id', id)
    else kept.delete('id')
    if (/^h\d$/.test(tag) && !kept.has('id')) setIfAny(kept, 'id', headingId(node))
    if (kept.has('id')) used.add(kept.get('id') ?? '')
    if (tag === 'a') {
      const address = kept.get('href')
      const href = address === undefined ? undefined : linkOf(address)
      const label = isBlank(node) ? nameOf(node) : undefined
      if (href === undefined || label === '') {
        const shown = href === undefined ? 'content' : 'nothing'
        if (address !== undefined) tell({ kind: 'link', name: 'a[href]', address, shown }, node)
        kept.delete('href')
        return write('span', kept)
      }
      kept.set('href', href)
      if (/^https?:/i.test(href)) kept.set('rel', 'noopener noreferrer')
      return write('a', kept) + escapeText(label ?? '')
    }
    if (tag === 'img') {
      kept.set('src', pictureOf(node) ?? '')
      if (!kept.has('alt')) kept.set('alt', '')
      kept.set('loading', 'lazy')
    }
    if (/^(?:td|th|col|colgroup|mtd)$/.test(tag)) boundSpans(kept)
    // Browsers take quadratic time to number a list from a number with many digits.
    for (const name of ['start', 'value'])
      if (Math.abs(Number.parseInt(kept.get(name) ?? '', 10)) > maxOrdinal) kept.delete(name)
    return write(tag, kept)
  }

  /** The address of a picture that pages show. */
  function pictureOf(node: HtmlNode): string | undefined {
    const sources = pictureAttributes.map((name) => imageSource(attributeOf(node, name), imageBase))
    return sources.find((source) => source !== undefined)
  }

  /** True for an element that shows neither a text nor a picture, such as the link of an icon or of a picture that is left out. */
  function isBlank(node: HtmlNode): boolean {
    if (isPainted(textOf(node))) return false
    const isShown = (each: HtmlNode) => {
      const name = each.nodeName.toLowerCase()
      return (
        Object.hasOwn(embeds, name) || (name === 'img' && (pictureOf(each) ?? attributeOf(each, 'alt').trim()) !== '')
      )
    }
    return !nodesIn(node).some(isShown)
  }

  /** The address of a link, or `undefined` if it leads nowhere that pages link to. */
  function linkOf(href: string): string | undefined {
    const address = completeAddress(href)
    if (address.startsWith('#')) {
      const id = prefixed(address.startsWith(`#${idPrefix}`) ? address.slice(1) : decodeName(address.slice(1)))
      return address === '#top' ? address : targets.has(id) ? `#${id}` : undefined
    }
    return isSafeHref(address) ? address : undefined
  }

  /** An id made of a heading's text, which no other element has. */
  function headingId(node: HtmlNode): string {
    const words = textOf(node)
      .slice(0, maxHeadingId)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
    if (!words) return ''
    return unique(idPrefix + words.join('-').toLowerCase(), (id) => used.has(id) || targets.has(id))
  }

  /** The link in place of an element that shows another document, or '' if the document has no http(s) address. */
  function embedLink(name: string, node: HtmlNode, isOuter: boolean): string {
    const sources = [...childrenOf(node)].filter((child) => child.nodeName.toLowerCase() === 'source')
    const holders = [embeds[name] ?? '', ...pictureAttributes].map((attribute) => attributeOf(node, attribute))
    const addresses = [...holders, ...sources.map((source) => attributeOf(source, 'src'))]
    const address = addresses.map((each) => linkOf(each) ?? '').find((each) => /^https?:/i.test(each))
    if (!address) return ''
    const href = pageOfEmbed(address)
    // The content of an `iframe` is source text.
    const text = nameOf(node) || (name !== 'iframe' && textOf(node).replace(/\s+/g, ' ').trim()) || href
    const link = `${write(
      'a',
      new Map([
        ['href', href],
        ['rel', 'noopener noreferrer'],
      ]),
    )}${escapeText(text)}</a>`
    return isOuter ? `<p>${link}</p>` : link
  }

  return (node: HtmlNode, place: BodyPlace, depth: number): Part => {
    const name = node.nodeName.toLowerCase()
    const children = [...childrenOf(node)]
    const unwrapped = { start: '', end: '', children, place }
    const removed = { ...unwrapped, children: [] }
    if (node === root || name.startsWith('#')) return unwrapped
    const tellElement = (shown: Loss['shown']) => tell({ kind: 'element', name: writtenName(node), shown }, node)

    if (name.startsWith('annotation')) return removed
    if (removedTags.has(name)) {
      tellElement('nothing')
      return removed
    }
    if (
      node.namespaceURI === mathNamespace &&
      mathTags.includes(name) &&
      place === (name === 'math' ? 'html' : 'math')
    ) {
      const start = startTag(name, node, mathAttributes)
      return { start, end: `</${name}>`, children, place: mathTokens.includes(name) ? 'token' : 'math' }
    }
    if (place === 'html' && Object.hasOwn(embeds, name)) {
      const start = embedLink(name, node, depth === 1)
      const isEmpty = name === 'iframe' || children.length === 0
      tellElement(start ? 'link' : isEmpty ? 'nothing' : 'content')
      return start || isEmpty ? { ...removed, start } : unwrapped
    }
    if (name === 'img' && (place !== 'html' || pictureOf(node) === undefined)) {
      const alt = attributeOf(node, 'aria-hidden') === 'true' ? '' : attributeOf(node, 'alt').trim()
      const address = attributeOf(node, 'src')
      tell({ kind: 'picture', name: 'img[src]', address, shown: alt ? 'description' : 'nothing' }, node)
      return { ...removed, start: escapeText(alt) }
    }
    if (place === 'html' && name === 'input' && attributeOf(node, 'type') === 'checkbox') {
      tellElement('description')
      return { ...removed, start: [...attributesOf(node)].some((each) => each.name === 'checked') ? '☑ ' : '☐ ' }
    }
    const lines = place === 'html' && codeOfQuill(node)
    if (lines) return { start: '<pre>', end: '</pre>', children: lines, place }
    const lists = /^[ou]l$/.test(name) && listsOfQuill(node)
    if (lists) return { ...unwrapped, children: lists }
    // Screen readers read a heading without a text as one.
    const tag = /^h\d$/.test(name) && isBlank(node) ? 'p' : (renamedTags[name] ?? name)
    if (place === 'html' && allowedTags.includes(tag)) {
      const start = startTag(tag, node, [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])])
      const end = voidTags.has(tag) ? '' : start.startsWith('<span') ? '</span>' : `</${tag}>`
      return { start, end, children: withoutTwin(children), place }
    }
    if (!silentTags.has(name)) tellElement(children.length > 0 ? 'content' : 'nothing')
    const id = idOf(node)
    if (place !== 'html' || !id || used.has(id)) return unwrapped
    return { ...unwrapped, start: write('span', new Map([['id', id]])), end: '</span>' }
  }
}

/** The number of characters by which a direction is judged. */
const directionSample = 1_000

/**
 * True for a direction that contradicts the letters of an element: editors mark texts with the direction of their own window. An Arabic
 * text may begin with a Latin word, so a text from right to left is wrong only without any Arabic letter.
 */
function isWrongDirection(dir: string | undefined, node: HtmlNode): boolean {
  if (!dir) return false
  const text = textOf(node).slice(0, directionSample)
  const [arabic, latin] = [text.search(rightToLeft), text.search(leftToRight)]
  if (/^rtl$/i.test(dir)) return arabic < 0 && latin >= 0
  return /^ltr$/i.test(dir) && arabic >= 0 && (latin < 0 || arabic < latin)
}

/** The number of characters of a heading that its id is made of. */
const maxHeadingId = 40

/** The name of an element as the editor wrote it. */
function writtenName({ nodeName }: HtmlNode): string {
  const name = nodeName.toLowerCase()
  return Object.keys(trapNames).find((each) => trapNames[each] === name) ?? name
}

/** The words that name an element, in place of its content. */
function nameOf(node: HtmlNode): string {
  return (attributeOf(node, 'title').trim() || attributeOf(node, 'aria-label')).replace(/\s+/g, ' ').trim()
}

function setIfAny(attributes: Map<string, string>, name: string, value: string): void {
  if (value) attributes.set(name, value)
}

function write(tag: string, attributes: Map<string, string>): string {
  const written = [...attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<${tag}${written.join('')}>`
}
