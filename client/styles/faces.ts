/** The web fonts that `fetch-faces.ts` has fetched, by their `src`. */
export const fetched = new Map<string, FontFace>()

/**
 * Shows the next page in the web fonts that have arrived. A loaded font takes part in the page's first layout. A new `@font-face`
 * rule would load the font's file again, and the page would be laid out twice.
 */
export function showFaces(): void {
  for (const face of fetched.values()) if (face.status === 'loaded') document.fonts.add(face)
}
