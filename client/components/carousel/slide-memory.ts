// Outlives the pages and the languages, and ends with the visit. Filled by effects only: never on the server.
const places = new Map<string, number>()

/** The index of the slide at which a carousel was left; the first when it is new. */
export function placeOf(name: string): number {
  return places.get(name) ?? 0
}

/** Keeps a carousel's slide through the language switch, which builds it anew, and through other pages. */
export function rememberPlace(name: string, index: number): void {
  places.set(name, index)
}
