/*
 * The elements and attributes that a body may contain. Forms, frames, styles, classes and names are left out, because they could
 * interfere with the page's own.
 */

export const allowedTags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div', 'figure', 'figcaption'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'ruby', 'rt', 'rp'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'abbr', 'b', 'bdi', 'bdo', 'cite', 'code', 'del', 'dfn', 'em', 'i', 'img', 'ins', 'kbd', 'mark', 'q', 's'],
  ...['samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
]

export const allowedAttributes: Record<string, string[]> = {
  '*': ['dir', 'id', 'lang', 'title'],
  a: ['href'],
  col: ['span'],
  colgroup: ['span'],
  details: ['open'],
  img: ['src', 'alt', 'width', 'height'],
  li: ['value'],
  ol: ['start', 'type', 'reversed'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  ul: ['type'],
}

/** Elements of MathML that hold a text. Parsers read tags inside of them as HTML, so only their text is kept. */
export const mathTokens = ['mi', 'mn', 'mo', 'ms', 'mtext']

/** The presentation elements of MathML Core. They are kept inside of `math` only. */
export const mathTags = [
  ...['math', 'mrow', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'mpadded', 'mphantom', 'mspace', 'msub', 'msup', 'msubsup'],
  ...['munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'none', 'mtable', 'mtr', 'mtd'],
  ...mathTokens,
]

/** Attributes without addresses, events and styles. */
export const mathAttributes = [
  ...[
    'dir',
    'display',
    'displaystyle',
    'scriptlevel',
    'mathvariant',
    'form',
    'fence',
    'separator',
    'stretchy',
    'symmetric',
  ],
  ...['largeop', 'movablelimits', 'accent', 'accentunder', 'linethickness', 'lspace', 'rspace', 'minsize', 'maxsize'],
  ...['width', 'height', 'depth', 'voffset', 'columnspan', 'rowspan', 'columnalign', 'columnlines', 'rowlines'],
]

/** These elements are removed with their content, which is no text to read. Other forbidden elements leave their content. */
export const removedTags = new Set([
  ...['script', 'style', 'template', 'noscript', 'textarea', 'option', 'svg', 'title'],
  ...['xmp', 'noembed', 'noframes', 'plaintext', 'xml'],
])

/** These elements are removed without a report: their picture or formula is kept, or they show nothing. */
export const silentTags = new Set(['annotation', 'annotation-xml', 'picture', 'semantics', 'source', 'track', 'param'])

/** Elements that show another document, with the attribute of its address. */
export const embeds: Record<string, string> = {
  iframe: 'src',
  video: 'src',
  audio: 'src',
  embed: 'src',
  object: 'data',
  oembed: 'url',
}

export const voidTags = new Set(['br', 'col', 'hr', 'img', 'wbr'])

const blocks = 'address article aside center dialog fieldset footer header hgroup main nav search section'

/**
 * Elements that become another one with the same appearance. The page's title is its only h1, so headings of a body start at h2.
 */
export const renamedTags: Record<string, string> = {
  h1: 'h2',
  acronym: 'abbr',
  dir: 'ul',
  listing: 'pre',
  menu: 'ul',
  strike: 's',
  tt: 'code',
  ...Object.fromEntries(blocks.split(' ').map((name) => [name, 'div'])),
}
