import { diffArrays } from 'diff'
import type { Edit } from '#contract/home-changes'

/**
 * Where texts are split into pieces to compare: JSON at the ends of fields and items, and then what differs at words. `maxEditLength` limits
 * the number of different pieces, because the time grows with its square.
 */
const levels = [
  { border: /(?<=[}\]"],)/, maxEditLength: 1_000 },
  { border: /(?<= )/, maxEditLength: 200 },
]

/** The largest share of a text that edits may contain. Larger edits would save little. */
const maxShare = 0.25

/** Returns the edits that make one JSON text of the other, or `undefined` if too much differs. */
export function editsBetween(before: string, after: string): Edit[] | undefined {
  const edits = compare(before, after, 0, 0)
  const size = edits?.reduce((sum, { content }) => sum + content.length, 0) ?? 0
  return size <= maxShare * after.length ? edits : undefined
}

function compare(before: string, after: string, start: number, level: number): Edit[] | undefined {
  const edit = editOfMiddle(before, after)
  const { offset, length, content } = edit
  if (length === 0 && content === '') return []
  const whole = [{ ...edit, offset: start + offset }]
  const limits = levels[level]
  if (!limits || length === 0 || content === '') return whole
  const { border, maxEditLength } = limits
  const removed = before.slice(offset, offset + length)
  const parts = diffArrays(removed.split(border), content.split(border), { maxEditLength })
  if (!parts) return level === 0 ? undefined : whole

  const edits: Edit[] = []
  let position = start + offset
  let [without, within] = ['', '']
  const addEdits = () => {
    for (const each of compare(without, within, position, level + 1) ?? []) edits.push(each)
    position += without.length
    without = ''
    within = ''
  }
  for (const part of parts) {
    const text = part.value.join('')
    if (part.removed) without += text
    else if (part.added) within += text
    else {
      addEdits()
      position += text.length
    }
  }
  addEdits()
  return edits
}

/** The edit that replaces one text by the other, except for what both begin and end with. Splits no surrogate pair. */
function editOfMiddle(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length)
  let offset = 0
  while (offset < shorter && before[offset] === after[offset]) offset++
  if (/[\ud800-\udbff]/.test(before[offset - 1] ?? '')) offset--
  let end = 0
  while (end < shorter - offset && before.at(-1 - end) === after.at(-1 - end)) end++
  if (end > 0 && /[\udc00-\udfff]/.test(before.at(-end) ?? '')) end--
  return { offset, length: before.length - offset - end, content: after.slice(offset, after.length - end) }
}
