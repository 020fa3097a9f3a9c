import { allowedTags, embeds, mathTags, renamedTags } from '#contract/markup/body-elements'
import { decodeEntities } from '#html-reader'

/** A list whose items are still being read. */
export type List = { tag: string; attributes: string; items: { attributes: string; html: string; lists: List[] }[] }

/** The paragraphs of a text with line breaks. Two breaks, as messengers write them, begin the next paragraph. */
export function paragraphsOf(text: string, attributes: string): string[] {
  const parts = text.split(/(?:\s*<br>\s*){2,}/)
  const areComplete = parts.every((part) => marksIn(part, /<[a-z](?!r>)[^>]*>/g) === marksIn(part, /<\/[a-z]/g))
  const texts = (areComplete ? parts : [text]).map(trimmed).filter(isVisible)
  return texts.map((part, index) => `<p${index === 0 ? attributes : ''}>${part}</p>`)
}

function marksIn(html: string, pattern: RegExp): number {
  return html.replace(/<(?:img|wbr)[^>]*>/g, '').match(pattern)?.length ?? 0
}

/** Removes spaces and breaks around a text, and joins the emphasis of adjacent words. */
export function trimmed(html: string): string {
  let text = html.replace(/^(?:\s|&nbsp;|<br>)+|(?:\s|&nbsp;|<br>)+$/g, '').replace(/ *<br> */g, '<br>')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/<\/(strong|em|s|u|sup|sub)>(\s*)<\1>/g, '$2')
  }
  return text
}

export function listHtml({ tag, attributes, items }: List, indent: string): string {
  const lines = items.map(({ attributes, html, lists }) => {
    const nested = lists.map((list) => `\n${listHtml(list, `${indent}    `)}`).join('')
    return `${indent}  <li${attributes}>${html}${nested}${nested && `\n${indent}  `}</li>`
  })
  return [`${indent}<${tag}${attributes}>`, ...lines, `${indent}</${tag}>`].join('\n')
}

export function isVisible(html: string): boolean {
  return /<(?:img|math|hr)\b/.test(html) || /[^\s]/.test(html.replace(/<[^>]*>|&nbsp;/g, ''))
}

const tagNames = [...allowedTags, ...mathTags, ...Object.keys(renamedTags), ...Object.keys(embeds)]
const tag = new RegExp(`</?(?:${tagNames.join('|')})(?:\\s[^<>]*)?/?>`, 'i')

/** True for a text that is HTML. */
export function isMarkup(text: string): boolean {
  return tag.test(text) || (text.match(/&(?:[a-z]+|#\d+);/gi) ?? []).some((entity) => decodeEntities(entity) !== entity)
}
