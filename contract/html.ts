/**
 * What may stay in the HTML of a body. Server and browser sanitise by this one module, each with its own parser, so a page is the
 * same however it was reached. No forms, frames, styles, classes, ids or names (they could clobber the page's own).
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

/** Elements that go with all they hold: code, not text. Of every other element that may not stay, the content stays. */
const removedTags = new Set([
  ...['script', 'style', 'template', 'noscript', 'textarea', 'option', 'iframe', 'object', 'svg', 'math'],
  ...['xmp', 'noembed', 'noframes', 'plaintext'],
])

const voidTags = new Set(['br', 'hr', 'img'])

/** The page's own title is its one h1, so a body's headings start one level below. */
const renamedTags: Record<string, string> = { h1: 'h2' }

/** Browsers nest no more than 512 elements, and put the rest elsewhere: of a body that goes further down than this, nothing stays. */
const deepest = 256

/**
 * The most elements that a parser may make for each character. It repeats what is left open in every block, so few characters can
 * ask for millions.
 */
export const mostElements = 2

/** What parsers mend may need a few rounds to come to rest. */
const mostRounds = 8

/** A node of a parsed body, in the words of the browser's DOM or of parse5. */
export type HtmlNode = {
  nodeName: string
  childNodes?: ArrayLike<HtmlNode>
  nodeValue?: string | null
  value?: string
  attributes?: Iterable<{ name: string; value: string }>
  attrs?: Iterable<{ name: string; value: string }>
}

/**
 * Makes a body safe to insert into a `div`. A parser finds nothing to mend in the result, so it can neither leave its `div` nor
 * differ between server and browser. `parse` reads HTML as the content of a `div` without scripting.
 */
export function sanitizeBody(html: string, imageBase: string, parse: (html: string) => HtmlNode): string {
  let safe = html
  for (let round = 0; round < mostRounds; round++) {
    const before = safe
    safe = levelHeadings(safeHtmlOf(parse(withoutTraps(before)), mostElements * before.length, imageBase))
    if (safe === before) return safe
  }
  return ''
}

/**
 * A form's controls take the names of its own properties in the DOM, browsers of different years read a select differently, and
 * parsers a null character and `<?`. Elements of unknown names do no such thing.
 */
function withoutTraps(html: string): string {
  return html.replace(/\0|<\?[^>]*>?/g, '').replace(/<(\/?)(form|select)(?=[\s/>])/gi, '<$1x-$2')
}

/** Writes what may stay of a parsed body. */
function safeHtmlOf(root: HtmlNode, most: number, imageBase: string): string {
  let html = ''
  let depth = 0
  let count = 0
  // What is still to be written, last first: nodes, and the end tags of the elements around them.
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
    if (++depth > deepest || ++count > most + 1) return ''
    rest.push(start && !voidTags.has(tag) ? `</${tag}>` : '')
    const { childNodes = [] } = next
    for (let index = childNodes.length - 1; index >= 0; index--) rest.push(childNodes[index] as HtmlNode)
  }
  // Parsers drop the first line end of a `pre`.
  return html.replace(/<pre[^>]*>(?=\n)/g, '$&\n')
}

function startTag(tag: string, { attributes, attrs }: HtmlNode, imageBase: string): string {
  const allowed = [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])]
  const kept = new Map<string, string>()
  for (const { name, value } of attributes ?? attrs ?? []) if (allowed.includes(name)) kept.set(name, value)
  const href = kept.get('href')
  if (href !== undefined) {
    if (!isSafeHref(href)) kept.delete('href')
    else if (/^\s*https?:/i.test(href)) kept.set('rel', 'noopener noreferrer')
  }
  if (tag === 'img') {
    const source = imageSource(kept.get('src') ?? '', imageBase)
    if (source === undefined) return ''
    kept.set('src', source)
    if (!kept.has('alt')) kept.set('alt', '')
    kept.set('loading', 'lazy')
  }
  return `<${tag}${[...kept].map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`).join('')}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (character) => entities[character] ?? character)
}

/**
 * Sanitised HTML with its headings moved to the levels that follow the page's h1 without a gap: a body that begins with h3, or
 * goes from h2 to h4, would tell a screen reader's user that something is missing (WCAG 1.3.1, axe's `heading-order`).
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

/** A link of a body: http(s), mail, telephone, or a place on this site; anything else is no link. */
export function isSafeHref(href: string): boolean {
  // Browsers drop control characters and spaces before they read the scheme, so we do.
  const address = [...href].filter((character) => character > ' ').join('')
  return /^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(address) || /^[\w-]+(?:[/?#]|$)/.test(address)
}

/** A body's picture comes from the image base only: a plain file name, or an address below `imageBase`. */
export function imageSource(src: string, imageBase: string): string | undefined {
  const name = src.startsWith(imageBase) ? src.slice(imageBase.length) : src.replace(/^\/?images\//, '')
  if (!name || /[/\\:]|^\.|%2f|%5c/i.test(name)) return undefined
  return imageBase + encodeURIComponent(decodeName(name))
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** What XML can't hold, not even escaped: control characters, halves of a surrogate pair and two others (XML 1.0, 2.2). */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Text as it stands in HTML and XML, also inside quoted attributes; what XML can't hold becomes U+FFFD. */
export function escapeMarkup(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
