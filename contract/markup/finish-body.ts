import { type Locale, locales } from '#contract/locales'
import { pages } from '#contract/pages'
import { base, pageAt } from '#contract/paths'
import { idPrefix } from './body-ids'
import { leftToRight, partsToIsolate, rightToLeft } from './direction'
import { escapeText, unescapeText } from './escape'

/** The page that shows a body: its path, and the language of the body. */
export type BodyContext = { path: string; locale: Locale }

/** Makes the links of a sanitised body absolute paths, and lets each part of it be painted in its own direction. */
export function finishBody(html: string, { path, locale }: BodyContext): string {
  return isolateForeign(linkFrom(html, path), locales[locale].dir)
}

/** Resolves links within the site against the page's own path, because the address at which it is read may have a slash at its end. */
function linkFrom(html: string, path: string): string {
  return html.replace(/(<a [^<>]*?href=")([^"#][^"]*)/g, (whole, start: string, href: string) => {
    if (/^\s*[a-z][a-z\d+.-]*:/i.test(href)) return whole
    // Authors write the site's paths without `base`.
    if (href.startsWith('/')) return start + withTarget(base + href.slice(1))
    const { pathname, search, hash } = new URL(href, `http://page.invalid${path}`)
    return start + withTarget(pathname + search + hash)
  })
}

/** Ids of an item's page that are not those of its body. */
const ownIds = /^(?:text-|(?:main|related|share|top)$)/

/** Lets a link to a part of an item's body lead to the id that this part has on the item's page. */
function withTarget(address: string): string {
  const { pathname, hash } = new URL(address, 'http://page.invalid')
  const id = hash.slice(1)
  const page = id && !ownIds.test(id) && pageAt(pathname)
  return page && pages[page].path.endsWith('/:slug') ? address.replace('#', `#${idPrefix}`) : address
}

const blockTags = /^(?:p|div|li|dt|dd|h[2-6]|t[dh]|figcaption|caption|summary|blockquote)$/

/** True for a tag that begins or ends a block, or a part of one that holds no text of its own. */
const isBlock = (tag = '') =>
  /^<\/?(?:p|div|h[2-6]|hr|[uo]l|li|d[ltd]|table|caption|t(?:head|body|foot|[rhd])|pre|blockquote|fig(?:ure|caption)|details|summary)[ >]/.test(
    tag,
  )

/** A block that is being read. The numbers are positions in the list of tags and texts. */
type Block = { start: number; texts: number[]; all: string }

/**
 * Isolates parts of an Arabic text that would be painted in another order, such as phone numbers. Marks blocks that are wholly in the
 * other direction, whose full stop would stand at the beginning (`rich-text.css`).
 */
function isolateForeign(html: string, dir: 'ltr' | 'rtl'): string {
  const pieces = html.split(/(<[^<>]*>)/)
  const blocks: Block[] = [{ start: -1, texts: [], all: '' }]
  /** The number of open elements whose text has a direction of its own. */
  let skipped = 0
  const close = ({ start, texts, all }: Block) => {
    const [own, foreign] = dir === 'rtl' ? [rightToLeft, leftToRight] : [leftToRight, rightToLeft]
    if (start >= 0 && foreign.test(all) && !own.test(all)) {
      if (!/ dir="/.test(pieces[start] ?? '')) pieces[start] = (pieces[start] ?? '').replace('>', ' class="foreign">')
      return
    }
    if (dir === 'ltr') return
    texts.forEach((at, index) => {
      const parts = partsToIsolate(unescapeText(pieces[at] ?? '').replace(/\s/g, ' '))
      const [previous = '', next = ''] = [pieces[texts[index - 1] ?? -1], pieces[texts[index + 1] ?? -1]]
      // Two words from left to right keep their order only if both or none are isolated.
      const joins =
        (parts[0]?.trim() === '' && /[\w+#]\s*$/.test(previous)) || (parts.at(-1)?.trim() === '' && /^\s*\w/.test(next))
      if (parts.length > 1 && !joins)
        pieces[at] = parts
          .map((part, odd) => (odd % 2 ? `<bdi dir="ltr">${escapeText(part)}</bdi>` : escapeText(part)))
          .join('')
    })
  }
  pieces.forEach((piece, at) => {
    const block = blocks.at(-1)
    if (at % 2 === 0) {
      if (skipped > 0 || !block) return
      // Browsers do not show a space between blocks, and each page carries its body twice.
      if (/^[ \t\n\f\r]+$/.test(piece) && isBlock(pieces[at - 1]) && isBlock(pieces[at + 1])) pieces[at] = ''
      if (piece.trim() === '') return
      block.texts.push(at)
      block.all += unescapeText(piece)
      return
    }
    const [, slash, tag = ''] = /^<(\/?)([a-z\d]+)/.exec(piece) ?? []
    if (/^(?:pre|code|kbd|samp|var|math|bdi|bdo)$/.test(tag)) skipped += slash ? -1 : 1
    if (!blockTags.test(tag)) return
    if (!slash) blocks.push({ start: at, texts: [], all: '' })
    else if (block && blocks.length > 1) close(blocks.pop() ?? block)
  })
  for (const block of blocks) close(block)
  return pieces.join('')
}
