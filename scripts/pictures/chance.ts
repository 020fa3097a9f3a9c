export type Chance = ReturnType<typeof chanceOf>

/** Chance that depends on `seed` alone, so that an item always gets the same picture: FNV-1a, then mulberry32. */
export function chanceOf(seed: string) {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + (high - low) * chance()
  return {
    chance,
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    pick: <T>(first: T, ...rest: T[]): T => rest[Math.floor(chance() * (rest.length + 1))] ?? first,
  }
}
