import { describe } from '#contract/faults'

/** Two values that differ, as short texts that show where: long strings are cut to what is around the first difference. */
export function contrast(a: unknown, b: unknown): [string, string] {
  if (isStructure(a) && isStructure(b)) {
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
    return left === right ? [describe(a), describe(b)] : excerpts(left, right)
  }
  if (typeof a !== 'string' || typeof b !== 'string') return [describe(a), describe(b)]
  if (a.length < 70 && b.length < 70) return [describe(a), describe(b)]
  const [left, right] = excerpts(a, b)
  return [`the string ${JSON.stringify(left)}`, `the string ${JSON.stringify(right)}`]
}

/** The first difference with a little before and after it. */
function excerpts(a: string, b: string): [string, string] {
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  const start = same < 24 ? 0 : same - 16
  const excerpt = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + 60).toWellFormed()}${text.length > start + 60 ? '…' : ''}`
  return [excerpt(a), excerpt(b)]
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
