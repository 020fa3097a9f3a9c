import type { Token } from 'parse5'
import { BodyError } from './body-limits'
import type { Loss } from './body-parts'
import type { HtmlNode } from './html-node'
import { parseBody } from './parse-body'
import { sanitizeBody } from './sanitize-body'

/** A loss with its place in the body's HTML. `reason` says why a whole body is left out. */
export type PlacedLoss = Loss & { from: number; to: number; reason?: string }

/**
 * Everything that pages do not show of a body as it is, in the order of the body. The fixtures' check, recordings, the contract
 * check and the studio list it.
 */
export function lossesOf(html: string, imageBase: string): PlacedLoss[] {
  const losses: PlacedLoss[] = []
  try {
    sanitizeBody(
      html,
      imageBase,
      (text) => parseBody(text, true),
      (loss, node) => losses.push({ ...loss, ...placeOf(node, loss, html.length) }),
    )
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    return [{ kind: 'element', name: 'body', shown: 'nothing', from: 0, to: html.length, reason: error.message }]
  }
  return losses
}

/** The place of the name of an element or attribute. */
function placeOf(node: HtmlNode, { name }: Loss, end: number) {
  const { sourceCodeLocation: location } = node as { sourceCodeLocation?: Token.ElementLocation | null }
  const [tag = '', attribute] = name.split(/[[\]]/)
  const place = attribute === undefined ? undefined : location?.attrs?.[attribute]
  const from = Math.min(place?.startOffset ?? (location?.startOffset ?? -1) + 1, end)
  return { from, to: Math.min(from + (place ? (attribute ?? '') : tag).length, end) }
}

/** The words for what pages show instead. */
export const instead: Record<Loss['shown'], string> = {
  nothing: 'left out',
  content: 'its content is shown',
  link: 'a link to it is shown',
  description: 'its description is shown',
}

/** Losses in one line, such as `font (its content is shown), p[style] (left out) × 3`. */
export function lossesText(losses: PlacedLoss[]): string {
  const counts = new Map<string, number>()
  for (const { name, address, shown, reason } of losses) {
    const at = address === undefined ? '' : ` ${JSON.stringify(address.slice(0, maxAddress))}`
    const text = `${name}${at} (${reason ?? instead[shown]})`
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text} × ${count}` : text)).join(', ')
}

/** The number of characters of a lost address that are told. */
const maxAddress = 80
