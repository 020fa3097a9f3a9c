import type { JsonObject } from '#contract/json'
import { instead, lossesOf, type PlacedLoss } from '#contract/markup/body-losses'
import { describe } from '#contract/violations'
import { type Finding, finding } from './findings'

/** Reports the markup in an item's fields with HTML that pages drop. */
export function droppedMarkup(item: JsonObject, fields: string[], imageBase: string, pointer: string): Finding[] {
  return fields.flatMap((field): Finding[] => {
    const html = item[field]
    if (typeof html !== 'string') return []
    return lossesOf(html, imageBase).map((loss) => {
      const [expected, found] = textsOf(loss)
      return finding(`body.${loss.kind}`, `${pointer}/${field}`, expected, found, { detail: expected })
    })
  })
}

/** The expected and found text of a finding. */
function textsOf({ kind, name, address, reason, shown }: PlacedLoss): [expected: string, found: string] {
  const [tag, attribute = ''] = name.split(/[[\]]/)
  if (reason) return ['HTML that pages can show', reason]
  if (kind === 'attribute') return [`HTML without the attribute ${attribute}`, `<${tag} ${attribute}>`]
  if (kind === 'link')
    return ['links of http(s), mailto, tel or the site itself', `a link to ${describe(address)}; ${instead[shown]}`]
  if (kind === 'picture') return ['pictures of the image base', `a picture at ${describe(address)}; ${instead[shown]}`]
  return [`HTML without <${tag}>`, `the element <${tag}>; ${instead[shown]}`]
}
