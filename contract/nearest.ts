/** Longer words are names of nothing we know; comparing them would let a caller buy work with one long string. */
const longest = 120

/** Candidates looked at, at most: keeps a look-up's cost the same with 20 and with 50,000 items. */
const mostCandidates = 2_000

/**
 * The up to `count` candidates that look most like `word`, best first, by Levenshtein distance on lower-cased text;
 * only those with at most half of their letters changed.
 */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  if (word.length === 0 || word.length > longest) return []
  const wanted = word.toLowerCase()
  const found: { candidate: string; distance: number }[] = []
  let seen = 0
  for (const candidate of candidates) {
    if (++seen > mostCandidates) break
    const most = Math.floor(Math.max(wanted.length, candidate.length) / 2)
    if (Math.abs(candidate.length - wanted.length) > most || candidate.length > longest) continue
    const distance = levenshtein(wanted, candidate.toLowerCase())
    if (distance <= most) found.push({ candidate, distance })
  }
  return found
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

function levenshtein(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      )
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
