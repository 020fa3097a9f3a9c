import type { JsonObject } from '#contract/json'
import { instead, lossesOf, type PlacedLoss } from '#contract/markup/body-losses'
import { lostLetterIn } from '#contract/text/unicode'
import { describe, escapePointer } from '#contract/violations'
import { type Finding, finding } from './findings'

/** Reports the texts of an item that have lost a letter, such as one cut in half. */
export function lostLetters(item: JsonObject, pointer: string): Finding[] {
  return Object.entries(item).flatMap(([field, value]): Finding[] => {
    const lost = [value].flat().flatMap((text) => (typeof text === 'string' && lostLetterIn(text)) || [])
    return lost
      .slice(0, 1)
      .map((found) => finding('text.letters', `${pointer}/${escapePointer(field)}`, 'well-formed Unicode', found))
  })
}

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
