/**
 * What may stay in the HTML of a body, on both sides: the server's sanitiser and the browser's read the same lists, so a page
 * looks the same however it was reached. No forms, frames, styles, classes, ids or names (they could clobber the page's own).
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

/** The page's own title is its one h1, so a body's headings start one level below. */
export const renamedTags: Record<string, string> = { h1: 'h2' }

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
