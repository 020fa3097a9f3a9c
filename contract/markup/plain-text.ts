const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Inline elements can stand inside a word. So their tags are removed without a space in their place. */
const inlineElements =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr'

/** All other elements of the HTML standard, including obsolete elements. A space replaces each of their tags. */
const otherElements =
  'address applet area article aside audio base blockquote body br button canvas caption center col colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input label legend li link main map marquee math menu meta meter nav noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress rp rt ruby search section select selectedcontent slot source summary svg table tbody td template textarea tfoot th thead title tr track ul video xmp script style'

/** The replacement of an element's tags, by its name. Created on first use, because most texts have no markup. */
let replacements: Map<string, string> | undefined

/** An attribute may contain `<` in quotes only. So no part of a text is read as attributes of more than three tags. */
const attribute = /\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/iy

/**
 * Turns a field that may contain HTML into one line of plain text: drops tags, decodes entities and collapses white space. Anything
 * that is not an HTML tag stays, such as `C++ & <Python 3>`.
 */
export function plainText(text: string): string {
  return withoutMarkup(text).replace(/\s+/g, ' ').trim()
}

function withoutMarkup(text: string): string {
  // Most texts have no markup. They skip the expressions below, which take 11 ms on a slow phone when they are first used.
  if (!/[<&]/.test(text)) return text
  return withoutTags(text).replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (match, decimal, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? match
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : match
    },
  )
}

/** Removes comments, tags, and scripts and styles with their content, in one pass. */
function withoutTags(text: string): string {
  replacements ??= new Map([
    ...inlineElements.split(' ').map((name) => [name, ''] as const),
    ...otherElements.split(' ').map((name) => [name, ' '] as const),
  ])
  const opening = /<(?:!--|(\/?)([a-z][a-z\d]*))/gi
  const closings = new Map([
    [undefined, /-->/g],
    ['script', /<\/script\s*>/gi],
    ['style', /<\/style\s*>/gi],
  ])
  /** The index after the end of a comment, script or style, or 0. If one has no end, those after it have none either. */
  const endAfter = (name: string | undefined, from: number): number => {
    const closing = closings.get(name)
    if (!closing) return 0
    closing.lastIndex = from
    if (closing.test(text)) return closing.lastIndex
    closings.delete(name)
    return 0
  }

  let plain = ''
  let from = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [{ length }, slash, tag] = found
    const name = tag?.toLowerCase()
    const replacement = name === undefined ? '' : replacements.get(name)
    if (replacement === undefined) continue
    let end = found.index + length
    if (name === undefined) end = endAfter(name, end)
    else {
      if (!slash) for (let next = end; next; next = endOf(attribute, text, end)) end = next
      const endOfTag = endOf(slash ? /\s*>/y : /\s*\/?>/y, text, end)
      end = (endOfTag && !slash && endAfter(name, endOfTag)) || endOfTag
    }
    if (!end) continue
    plain += text.slice(from, found.index) + replacement
    from = end
    opening.lastIndex = end
  }
  return plain + text.slice(from)
}

/** The index after what a sticky expression matches at `index`, or 0. */
function endOf(expression: RegExp, text: string, index: number): number {
  expression.lastIndex = index
  return expression.test(text) ? expression.lastIndex : 0
}
