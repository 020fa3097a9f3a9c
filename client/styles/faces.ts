/** The web fonts fetched so far, by their `src`. `fetch-faces.ts` fetches them. */
export const fetched = new Map<string, FontFace>()

/**
 * Shows the next page in the web fonts that have arrived. A face that is loaded already takes part in the page's first layout,
 * whereas a new `@font-face` rule loads its file again, and the page is laid out twice.
 */
export function showFaces(): void {
  for (const face of fetched.values()) if (face.status === 'loaded') document.fonts.add(face)
}
