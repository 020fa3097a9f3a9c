/**
 * The elements that a body may contain. Forms, frames, styles, classes, ids and names are left out, because they could interfere
 * with the page's own. Server and browser share this module, but each brings its own parser.
 */
export const allowedTags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'figure', 'figcaption'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'del', 'em', 'i', 'img', 'ins', 'kbd', 'mark', 'q', 's', 'samp'],
  ...['small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var'],
]

export const allowedAttributes: Record<string, string[]> = {
  '*': ['dir', 'lang', 'title'],
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}

/** These elements are removed with their content, which is no text to read. Other forbidden elements leave their content. */
const removedTags = new Set([
  ...['script', 'style', 'template', 'noscript', 'textarea', 'option', 'iframe', 'object', 'svg', 'math'],
  ...['xmp', 'noembed', 'noframes', 'plaintext'],
])

const voidTags = new Set(['br', 'hr', 'img'])

/** The page's title is its only h1, so headings of a body start at h2. */
const renamedTags: Record<string, string> = { h1: 'h2' }

/** Browsers move elements that are nested deeper than 512 levels. A body deeper than half of that is left out. */
const maxDepth = 256

/**
 * The maximum number of nodes of a body: elements, texts and comments. A text of a few thousand words has some hundred. A parser
 * opens unclosed formatting elements again in every block, so a few thousand characters could otherwise make millions of them.
 */
export const maxNodes = 20_000

/** The maximum length of a body's HTML, in characters. Parsers repeat the long attribute of an unclosed element in every block. */
const maxHtml = 1_000_000

/** The maximum number of elements that are open at once while the server parses a body. */
export const maxOpenElements = 2 * maxDepth

/** Parsing corrects malformed HTML, and the result of one correction may need another. A body that needs more rounds is left out. */
const maxRounds = 8

/** The maximum number of nodes that are read in all rounds together. A body of `maxNodes` mostly takes two rounds. */
const maxNodesOfRounds = 3 * maxNodes

/** A node of a parsed body. It comes from the browser's DOM or, on the server, from parse5. */
export type HtmlNode = {
  nodeName: string
  childNodes?: ArrayLike<HtmlNode>
  nodeValue?: string | null
  value?: string
  attributes?: Iterable<{ name: string; value: string }>
  attrs?: Iterable<{ name: string; value: string }>
}

/** The reason why no safe HTML can be made of a body. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
}

/**
 * Makes a body safe to insert into a `div`. A parser has nothing to correct in the result, so the result cannot leave its `div` and
 * is the same on server and browser. `parse` reads HTML as the content of a `div`, with scripting off. Throws a BodyError for a body
 * that takes too much work.
 */
export function sanitizeBody(html: string, imageBase: string, parse: (html: string) => HtmlNode): string {
  let safe = html
  let nodes = 0
  for (let round = 0; round < maxRounds; round++) {
    const before = safe
    const tree = parse(withoutParserTraps(before))
    const { html, count } = safeHtmlOf(tree, imageBase)
    safe = levelHeadings(html)
    if (safe === before) return safe
    nodes += count
    if (nodes > maxNodesOfRounds)
      throw new BodyError(`more than ${maxNodesOfRounds} elements and texts in ${round + 1} rounds`)
  }
  throw new BodyError(`HTML that ${maxRounds} rounds of corrections do not settle`)
}

/**
 * Removes null characters and `<?`, which parsers read differently, and replaces lone surrogates, which HTML cannot contain. Makes `form` and `select` unknown elements, which are parsed
 * like a `div`: browser versions parse `select` differently, and the controls of a `form` hide properties of its DOM node.
 */
function withoutParserTraps(html: string): string {
  return html
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\0|<\?[^>]*>?/g, '')
    .replace(/<(\/?)(form|select)(?=[\s/>])/gi, '<$1x-$2')
}

/** Writes the allowed part of a parsed body as HTML, and counts the nodes that it reads. */
function safeHtmlOf(root: HtmlNode, imageBase: string): { html: string; count: number } {
  let html = ''
  let depth = 0
  let count = 0
  // A stack of the nodes and end tags that are still to be written. Recursion would overflow on a deep body.
  const rest: (HtmlNode | string)[] = [root]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') {
      html += next
      depth--
      continue
    }
    if (next.nodeName === '#text') html += escapeText(next.nodeValue ?? next.value ?? '')
    const name = next.nodeName.toLowerCase()
    if (removedTags.has(name)) continue
    const tag = renamedTags[name] ?? name
    const start = next !== root && allowedTags.includes(tag) ? startTag(tag, next, imageBase) : ''
    html += start
    if (html.length > maxHtml) throw new BodyError(`more than ${maxHtml} characters`)
    if (++depth > maxDepth) throw new BodyError(`elements nested deeper than ${maxDepth} levels`)
    if (++count > maxNodes) throw new BodyError(`more than ${maxNodes} elements and texts`)
    rest.push(start && !voidTags.has(tag) ? `</${tag}>` : '')
    const { childNodes = [] } = next
    for (let index = childNodes.length - 1; index >= 0; index--) rest.push(childNodes[index] as HtmlNode)
  }
  // Parsers drop a line feed that directly follows `<pre>`.
  return { html: html.replace(/<pre[^<>]*>(?=\n)/g, '$&\n'), count }
}

function startTag(tag: string, { attributes, attrs }: HtmlNode, imageBase: string): string {
  const allowed = [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])]
  const safeAttributes = new Map<string, string>()
  for (const { name, value } of attributes ?? attrs ?? []) if (allowed.includes(name)) safeAttributes.set(name, value)
  const href = safeAttributes.get('href')
  if (href !== undefined) {
    if (!isSafeHref(href)) safeAttributes.delete('href')
    else if (/^\s*https?:/i.test(href)) safeAttributes.set('rel', 'noopener noreferrer')
  }
  if (tag === 'img') {
    const source = imageSource(safeAttributes.get('src') ?? '', imageBase)
    if (source === undefined) return ''
    safeAttributes.set('src', source)
    if (!safeAttributes.has('alt')) safeAttributes.set('alt', '')
    safeAttributes.set('loading', 'lazy')
  }
  return `<${tag}${[...safeAttributes].map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('')}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => entities[character] ?? character)
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

/** True for an http(s), mail or telephone link and for an address on this site. */
export function isSafeHref(href: string): boolean {
  // Browsers ignore control characters and spaces before and inside the scheme.
  const address = [...href].filter((character) => character > ' ').join('')
  return /^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(address) || /^[\w-]+(?:[/?#]|$)/.test(address)
}

/** The address of a body's picture, if `src` is a plain file name or lies below `imageBase`; `undefined` for other addresses. */
export function imageSource(src: string, imageBase: string): string | undefined {
  const name = src.startsWith(imageBase) ? src.slice(imageBase.length) : src.replace(/^\/?images\//, '')
  if (!name || /[/\\:]|^\.|%2f|%5c/i.test(name)) return undefined
  // `encodeURIComponent` throws for a lone surrogate.
  return imageBase + encodeURIComponent(decodeName(name).replace(/\p{Surrogate}/gu, '\ufffd'))
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
