const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Inline elements can stand inside a word. So their tags are removed without a space in their place. */
const inlineElements =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr'

/** All other elements of the HTML standard, including obsolete elements. A space replaces each of their tags. */
const otherElements =
  'address|applet|area|article|aside|audio|base|blockquote|body|br|button|canvas|caption|center|col|colgroup|datalist|dd|details|dialog|dir|div|dl|dt|embed|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|iframe|img|input|label|legend|li|link|main|map|marquee|math|menu|meta|meter|nav|noembed|noframes|noscript|object|ol|optgroup|option|output|p|param|picture|plaintext|pre|progress|rp|rt|ruby|search|section|select|selectedcontent|slot|source|summary|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|ul|video|xmp'

const attributes = String.raw`(?:\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>${'`'}]+))?)*\s*`

const tagOf = (names: string) => String.raw`<(?:(?:${names})${attributes}/?|/(?:${names})\s*)>`

const code = new RegExp(String.raw`<(script|style)${attributes}>[\s\S]*?</\1\s*>`, 'gi')
const inlineTags = new RegExp(String.raw`<!--[\s\S]*?-->|${tagOf(inlineElements)}`, 'gi')
const otherTags = new RegExp(tagOf(`${otherElements}|script|style`), 'gi')

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
  return text
    .replace(code, ' ')
    .replace(inlineTags, '')
    .replace(otherTags, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (match, decimal, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? match
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
    })
}
