/** The web fonts that `fetch-faces.ts` has fetched, by their `src`. */
export const fetched = new Map<string, FontFace>()

/**
 * Adds the web fonts that have arrived, so that the first layout of the next page uses them. A new `@font-face` rule would load
 * the font's file again instead, and the page would be laid out twice.
 */
export function showFaces(): void {
  for (const face of fetched.values()) if (face.status === 'loaded') document.fonts.add(face)
}
