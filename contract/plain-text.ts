const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Elements within a line: what they stand beside is of the same word or its punctuation. */
const withinLine =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr'

/** All other elements that the HTML standard names, those it calls obsolete too. */
const others =
  'address|applet|area|article|aside|audio|base|blockquote|body|br|button|canvas|caption|center|col|colgroup|datalist|dd|details|dialog|dir|div|dl|dt|embed|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|iframe|img|input|label|legend|li|link|main|map|marquee|math|menu|meta|meter|nav|noembed|noframes|noscript|object|ol|optgroup|option|output|p|param|picture|plaintext|pre|progress|rp|rt|ruby|search|section|select|selectedcontent|slot|source|summary|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|ul|video|xmp'

const attributes = String.raw`(?:\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>${'`'}]+))?)*\s*`

const tagOf = (names: string) => String.raw`<(?:(?:${names})${attributes}/?|/(?:${names})\s*)>`

const code = new RegExp(String.raw`<(script|style)${attributes}>[\s\S]*?</\1\s*>`, 'gi')
const tagsWithinLine = new RegExp(String.raw`<!--[\s\S]*?-->|${tagOf(withinLine)}`, 'gi')
const otherTags = new RegExp(tagOf(`${others}|script|style`), 'gi')

/**
 * A plain field in one line: what is written as markup of HTML is dropped, entities are decoded, white space is folded. Everything
 * else is text: `C++ & <Python 3>` stays as it is.
 */
export function plainText(text: string): string {
  return text
    .replace(code, ' ')
    .replace(tagsWithinLine, '')
    .replace(otherTags, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (match, decimal, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? match
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
    })
    .replace(/\s+/g, ' ')
    .trim()
}
