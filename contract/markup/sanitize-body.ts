import { decodeEntities } from '#html-reader'
import { completeAddress } from './body-addresses'
import { BodyError, maxDepth, maxHtml, maxNodes, maxNodesOfRounds, maxRounds } from './body-limits'
import { type BodyPlace, createPartOf, type Tell, trapNames } from './body-parts'
import { escapeAttribute, escapeText } from './escape'
import { type HtmlNode, textOfNode } from './html-node'
import { shownText } from './plain-text'

/**
 * Makes a body safe to insert into a `div`. A parser has nothing to correct in the result, so the result cannot leave its `div` and
 * is the same on server and browser. `parse` reads HTML as the content of a `div`, with scripting off. `tell` gets what the body
 * loses. Throws a BodyError for a body that takes too much work.
 */
export function sanitizeBody(html: string, imageBase: string, parse: (html: string) => HtmlNode, tell?: Tell): string {
  let safe = isEscaped.test(html) && !html.includes('<') ? decodeEntities(html) : html
  let nodes = 0
  const joinsWords = hasJoinedWords(html)
  for (let round = 0; round < maxRounds; round++) {
    const before = safe
    const tree = parse(withoutParserTraps(before))
    const texts = { joinsWords, lineBreak: lineBreakOf(before) }
    const { html, count } = safeHtmlOf(tree, imageBase, texts, round === 0 ? tell : undefined)
    safe = levelHeadings(html)
    if (safe === before) return safe
    nodes += count
    if (nodes > maxNodesOfRounds)
      throw new BodyError(`more than ${maxNodesOfRounds} elements and texts in ${round + 1} rounds`)
  }
  throw new BodyError(`HTML that ${maxRounds} rounds of corrections do not settle`)
}

/** Matches a body whose tags a back end has escaped. */
const isEscaped = /^\s*&lt;(p|div|h[1-6]|ul|ol|table|figure|section|article)\b[\s\S]*&lt;\/\1&gt;\s?$/i

/**
 * Removes null characters and `<?`, which parsers read differently, and replaces lone surrogates, which HTML cannot contain. Makes
 * `form` and `select` unknown elements, which are parsed like a `span`: browser versions parse `select` differently, and the
 * controls of a `form` hide properties of its DOM node. Joins the halves of an emoji that Java and JavaScript write as two entities, and
 * removes the marks of XML's CDATA. Except for null characters, the places of other characters stay.
 */
function withoutParserTraps(html: string): string {
  return html
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('\0', '')
    .replace(/<\?[^>]*/g, ({ length }) => '<!'.padEnd(length, 'x'))
    .replace(/<!\[CDATA\[|\]\]>/g, ({ length }) => ' '.repeat(length))
    .replace(/&#(5[5-6]\d{3});&#(5[67]\d{3});/g, (pair, high, low) => {
      return `&#${String(((high & 0x3ff) << 10) + (low & 0x3ff) + 0x10000).padStart(pair.length - 3, '0')};`
    })
    .replace(/<(\/?)(form|select)(?=[\s/>])/gi, (_, slash, name) => `<${slash}${trapNames[name.toLowerCase()]}`)
}

/** True for a body with no-break spaces between its words, as Quill writes them. No line of it would fit a phone. */
export function hasJoinedWords(html: string): boolean {
  return html.split(/&nbsp;|\u00a0/).length > html.split(' ').length + 2
}

/** The end tags of elements in which no address becomes a link. */
const keepsText = new Set(['</a>', '</code>', '</pre>', '</samp>', '</kbd>'])

/** An address ends before a quotation mark, an arrow, an emoji, or a sign without a width, such as a direction mark. */
const plainAddress =
  /(?<![\w@./-])((?:https?:\/\/|www\.)[^\s<>"'«»‘’“”‹›\u200b-\u200f\u202a-\u202e\u2060-\u2069\u2190-\u2bff\ud800-\udfff\ufeff]+)/i

/** Writes a text as HTML in which addresses are links. The signs after an address are not a part of it. */
function withLinks(text: string): string {
  if (!/:\/\/|www\./i.test(text)) return escapeText(text)
  return text
    .split(plainAddress)
    .map((part, position) => {
      if (position % 2 === 0) return escapeText(part)
      let end = part.length
      while (/[.,:;!?*…،؛؟\]}]/.test(part.charAt(end - 1)) || (part[end - 1] === ')' && !part.includes('('))) end--
      const address = part.slice(0, end)
      const href = escapeAttribute(completeAddress(address))
      const link = `<a href="${href}" rel="noopener noreferrer">${escapeText(address)}</a>`
      return (/^www\.?$|:\/\/$/i.test(address) ? escapeText(address) : link) + escapeText(part.slice(end))
    })
    .join('')
}

/** Matches the tags of a body whose paragraphs or lines are marked as such. */
const hasParagraphs = /<(?:address|article|aside|br|center|details|div|footer|form|header|main|nav|p|section)[\s/>]/i

/** Matches the tags of other blocks. A message of Telegram has quotations and code only, which are not among them. */
const hasBlocks = /<(?:d[dlt]|fig\w+|h\d|hr|li|ol|t(?:able|body|d|foot|h|head|r)|ul)[\s/>]/i

/**
 * Matches what breaks the lines of a body's text. Without tags for paragraphs, these are its line feeds, as in Telegram. With other
 * blocks, these are its empty lines, as in a database of WordPress.
 */
function lineBreakOf(html: string): RegExp | undefined {
  if (hasParagraphs.test(html)) return undefined
  return hasBlocks.test(html) ? /\n[^\S\n]*\n\s*/g : /\n/g
}

/** The end tags of blocks in which line feeds break no line. */
const keepsLines = /^<\/(?:d[dlt]|fig\w+|h\d|li|ol|pre|t(?:able|body|d|foot|h|head|r)|ul)>/

/** The number of characters after an item in which a list in its place is looked for: its end tag and spaces. */
const maxBetween = 50

/** Matches line breaks at the start of a body, after the tags of a block, and before a heading, where they would show empty lines. */
const needlessBreaks =
  /(^|<\/(?:blockquote|dl|figure|h\d|ol|pre|table|ul)>|<blockquote[^<>]*>|<hr>)\s*(?:<br>\s*)+|<br><br>(?=<h\d)/g

/**
 * Writes the allowed part of a parsed body as HTML, and counts the nodes that it reads. Writes a `br` for each `lineBreak`, and spaces
 * for no-break spaces if `joinsWords`.
 */
function safeHtmlOf(
  root: HtmlNode,
  imageBase: string,
  { joinsWords, lineBreak }: { joinsWords: boolean; lineBreak: RegExp | undefined },
  tell?: Tell,
): { html: string; count: number } {
  let html = ''
  let depth = 0
  let count = 0
  let place: BodyPlace = 'html'
  /** The number of open elements in which no address becomes a link. */
  let fixed = 0
  /** The number of open blocks in which line feeds break no line. */
  let blocks = 0
  const partOf = createPartOf(root, imageBase, tell)
  // A stack of the nodes and end tags that are still to be written. Recursion would overflow on a deep body.
  const rest: (HtmlNode | { end: string; place: BodyPlace })[] = [root]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('end' in next) {
      html += next.end
      if (keepsText.has(next.end)) fixed--
      if (keepsLines.test(next.end)) blocks--
      place = next.place
      depth--
      continue
    }
    if (next.nodeName === '#text') {
      const given = shownText(textOfNode(next))
      const text = joinsWords && given.trim() ? given.replace(/(?<!\s)\u00a0(?!\s)/g, ' ') : given
      const linked = place === 'html' && fixed === 0 ? withLinks(text) : escapeText(text)
      // Chromium shows a box for a line separator of Unicode.
      const written = place === 'html' ? linked.replace(/[\u2028\u2029]/g, '<br>') : linked
      html +=
        lineBreak && place === 'html' && blocks === 0
          ? written.replace(lineBreak, ({ length }) => (length > 1 ? '<br><br>' : '<br>'))
          : written
    }
    const part = partOf(next, place, depth)
    // A list between items, as editors write it, becomes a part of the item before it.
    if (/^<[ou]l/.test(part.start) && /<\/li>\s*$/.test(html.slice(-maxBetween))) {
      html = html.slice(0, html.lastIndexOf('</li>'))
      part.end += '</li>'
    }
    html += part.start
    if (keepsText.has(part.end)) fixed++
    if (keepsLines.test(part.end)) blocks++
    if (html.length > maxHtml) throw new BodyError(`more than ${maxHtml} characters`)
    if (++depth > maxDepth) throw new BodyError(`elements nested deeper than ${maxDepth} levels`)
    if (++count > maxNodes) throw new BodyError(`more than ${maxNodes} elements and texts`)
    rest.push({ end: part.end, place })
    place = part.place
    for (let index = part.children.length - 1; index >= 0; index--) rest.push(part.children[index] as HtmlNode)
  }
  if (lineBreak) html = html.replace(needlessBreaks, (_, tag = '') => tag)
  // Parsers drop a line feed that directly follows `<pre>`.
  return { html: html.replace(/<pre[^<>]*>(?=\n)/g, '$&\n'), count }
}

/**
 * Moves the headings of sanitised HTML to levels that follow the page's h1 without a gap. A body that begins with h3, or goes from
 * h2 to h4, would suggest to users of screen readers that something is missing (WCAG 1.3.1, axe's `heading-order`).
 */
export function levelHeadings(html: string): string {
  const outline: number[] = []
  const unclosed: number[] = []
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/g, (_, slash: string, digit: string) => {
    if (slash) return `</h${unclosed.pop() ?? 2}`
    const level = Number(digit)
    while ((outline.at(-1) ?? 0) >= level) outline.pop()
    outline.push(level)
    const shown = Math.min(outline.length + 1, 6)
    unclosed.push(shown)
    return `<h${shown}`
  })
}
