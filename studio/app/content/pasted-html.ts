import { allowedTags, embeds, mathTags, renamedTags } from '#contract/markup/body-elements'
import { decodeEntities } from '#html-reader'

/** A list whose items are still being read. */
export type List = { tag: string; attributes: string; items: { attributes: string; html: string; lists: List[] }[] }

/** The paragraphs of a text with line breaks. Two breaks, as messengers write them, begin the next paragraph. */
export function paragraphsOf(text: string, attributes: string): string[] {
  const parts = partsOf(text)
  const areComplete = parts.every((part) => marksIn(part, /<[a-z](?!r>)[^<>]*>/g) === marksIn(part, /<\/[a-z]/g))
  const texts = (areComplete ? parts : [text]).map(trimmed).filter(isVisible)
  return texts.map((part, index) => `<p${index === 0 ? attributes : ''}>${part}</p>`)
}

/** Splits a text where two or more line breaks follow each other. */
function partsOf(text: string): string[] {
  const parts: string[][] = [[]]
  for (const line of text.split('<br>')) {
    if (line.trim() === '') parts.push([])
    else parts.at(-1)?.push(line)
  }
  return parts.map((lines) => lines.join('<br>'))
}

function marksIn(html: string, pattern: RegExp): number {
  return html.replace(/<(?:img|wbr)[^<>]*>/g, '').match(pattern)?.length ?? 0
}

/** Removes spaces and breaks around a text, and joins the emphasis of adjacent words. */
export function trimmed(html: string): string {
  const pieces = html.split(/(\s|&nbsp;|<br>)/)
  const isText = (piece: string, index: number) => index % 2 === 0 && piece !== ''
  const inner = pieces.slice(Math.max(0, pieces.findIndex(isText)), pieces.findLastIndex(isText) + 1).join('')
  let text = inner
    .split('<br>')
    .map((line) => line.trim())
    .join('<br>')
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
  return /<(?:img|math|hr)\b/.test(html) || /[^\s]/.test(html.replace(/<[^<>]*>|&nbsp;/g, ''))
}

const tagNames = [...allowedTags, ...mathTags, ...Object.keys(renamedTags), ...Object.keys(embeds)]
const tag = new RegExp(`</?(?:${tagNames.join('|')})(?:\\s[^<>]*)?/?>`, 'i')

/** True for a text that is HTML. */
export function isMarkup(text: string): boolean {
  return tag.test(text) || (text.match(/&(?:[a-z]+|#\d+);/gi) ?? []).some((entity) => decodeEntities(entity) !== entity)
}
