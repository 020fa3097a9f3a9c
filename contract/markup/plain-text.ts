import { decodeEntities, isElement } from '#html-reader'

/**
 * Elements that can stand inside a word. Their tags are removed without a space in their place, as are all tags inside of `math`.
 * The list begins and ends with a space, so that `includes` finds a name between spaces.
 */
const inline =
  ' a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark math nobr q s samp small span strike strong sub sup time tt u var wbr '

/** Elements that are removed with their content, which is no text to read. */
const unread = ' annotation annotation-xml noscript script style svg template textarea title xml '

/** An attribute may contain `<` in quotes only. So no part of a text is read as attributes of more than three tags. */
const attribute = /\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/iy

/**
 * Turns a field that may contain HTML into one line of plain text: drops tags, decodes entities and collapses white space. Anything
 * that is not an HTML tag stays, such as `C++ & <Python 3>`.
 */
export function plainText(text: string): string {
  return shownText(withoutMarkup(text)).replace(/\s+/g, ' ').trim()
}

/**
 * Drops the signs of objects that were left out, which phones add to dictated texts, and writes the bullets of Word's symbol fonts as
 * others: fonts show boxes for both. Cuts long runs of marks.
 */
export function shownText(text: string): string {
  return shortenMarks(text.replace(/[\ufff9-\ufffc]/g, '').replace(/[\uf076\uf0a7\uf0b7\uf0d8\uf0fc]/g, '•'))
}

/**
 * Cuts each run of combining marks and skin tones to 30, as the Stream-Safe Text Format does (UAX #15), because browsers take
 * quadratic time to shape a run. Returns short texts as they are, because compiling the expression takes time on a slow phone.
 */
function shortenMarks(text: string): string {
  return text.length <= 200 ? text : text.replace(/([\p{M}\p{Emoji_Modifier}]{30})[\p{M}\p{Emoji_Modifier}]+/gu, '$1')
}

function withoutMarkup(text: string): string {
  // Most texts have no markup. They skip the expressions below, which take 11 ms on a slow phone when they are first used.
  if (!/[<&]/.test(text)) return text
  return decodeEntities(withoutTags(text))
}

/** Removes comments and tags, and some elements with their content, in one pass. */
function withoutTags(text: string): string {
  // Word writes elements with a prefix, such as `<o:p>`, conditional comments, such as `<![if !vml]>`, and its settings in `<xml>`.
  const opening = /<(?:!--|!(?=\[|doctype)|\?(?=xml)|(\/?)((?:[mopvw]|st1):[a-z]+|tg-[a-z]+|[a-z][a-z\d]*(?:-xml)?))/gi
  /** The comments and elements without an end. If one has no end, those after it have none either. */
  const endless = new Set<string>()
  /** The index after the end of a comment or an unread element, or 0. */
  const endAfter = (name: string, from: number): number => {
    if (endless.has(name)) return 0
    const closing = new RegExp(name === '<!--' ? '-->' : name < 'a' ? '>' : `</${name}\\s*>`, 'gi')
    closing.lastIndex = from
    if (closing.test(text)) return closing.lastIndex
    endless.add(name)
    return 0
  }

  // KaTeX writes each formula twice: as MathML, and as layout of which only loose characters would be left.
  const hasTwins = text.includes('katex-mathml')
  /** The index after the end of the `span` whose tag ends at `from`, or 0. */
  const endOfTwin = (from: number): number => {
    if (endless.has('twin')) return 0
    const tags = /<(\/?)span(?=[\s>])/gi
    tags.lastIndex = from
    let depth = 1
    for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
      depth += tag[1] ? -1 : 1
      if (depth === 0) return text.indexOf('>', tags.lastIndex) + 1
    }
    endless.add('twin')
    return 0
  }

  let plain = ''
  let from = 0
  let isMath = false
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [start, slash, tag] = found
    const name = tag?.toLowerCase()
    const isInline = isMath || name === undefined || /:|^tg-/.test(name) || inline.includes(` ${name} `)
    if (!isInline && name !== 'svg' && name !== 'xml' && !isElement(name)) continue
    let end = found.index + start.length
    if (name === undefined) end = endAfter(start, end)
    else {
      if (!slash) for (let next = end; next; next = endOf(attribute, text, end)) end = next
      const endOfTag = endOf(slash ? /\s*>/y : /\s*\/?>/y, text, end)
      const isTwin = hasTwins && name === 'span' && /\bkatex-html\b/.test(text.slice(found.index, end))
      end = 0
      if (endOfTag && !slash) {
        if (isTwin) end = endOfTwin(endOfTag)
        else if (unread.includes(` ${name} `)) end = endAfter(name, endOfTag)
      }
      // A title may name `<xml>`.
      if (name !== 'xml') end ||= endOfTag
    }
    if (!end) continue
    if (name === 'math') isMath = !slash
    plain += text.slice(from, found.index) + (isInline ? '' : ' ')
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
