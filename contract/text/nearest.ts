/** The length in characters up to which words are compared, because comparing a very long word would take too much time. */
const longest = 120

/** The maximum number of candidates that are read. */
const maxCandidates = 2_000

/** The maximum number of candidates whose distance is computed. Each takes up to 120 x 120 steps. */
const maxCompared = 40

/**
 * Up to `count` candidates that are most similar to `word`, best first, by Levenshtein distance on lower-cased text. At most half
 * of a candidate's characters may differ.
 */
export function nearest(word: string, candidates: Iterable<string>, count = 3): string[] {
  if (word.length === 0 || word.length > longest) return []
  const wanted = word.toLowerCase()
  return shortlist(wanted, candidates)
    .map((candidate) => ({ candidate, distance: levenshtein(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= maxChanges(wanted, candidate))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** A hint for an error message, such as `; did you mean "course"?`. The hint is empty if no candidate is similar to `word`. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [meant] = nearest(word, candidates, 1)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}

/** The candidates that share most pairs of characters with `wanted`. Computing the distance of every candidate is too slow. */
export function shortlist(wanted: string, candidates: Iterable<string>): string[] {
  const pairs = new Set(pairsOf(wanted))
  const found: { candidate: string; shared: number }[] = []
  let seen = 0
  for (const candidate of candidates) {
    if (++seen > maxCandidates) break
    const isSimilar = Math.abs(candidate.length - wanted.length) <= maxChanges(wanted, candidate)
    if (!isSimilar || candidate.length > longest) continue
    let shared = 0
    for (const pair of pairsOf(candidate.toLowerCase())) if (pairs.has(pair)) shared++
    found.push({ candidate, shared })
  }
  return found
    .sort((a, b) => b.shared - a.shared)
    .slice(0, maxCompared)
    .map(({ candidate }) => candidate)
}

function maxChanges(wanted: string, candidate: string): number {
  return Math.floor(Math.max(wanted.length, candidate.length) / 2)
}

/** The pairs of neighbouring characters. The first and the last character are paired with a space. */
function pairsOf(word: string): string[] {
  return Array.from({ length: word.length + 1 }, (_, index) => ` ${word} `.slice(index, index + 2))
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
