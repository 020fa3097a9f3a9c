import arabic from 'subset-fonts/readex-pro-arabic.woff2?url'
import latin from 'subset-fonts/readex-pro-latin.woff2?url'
import type { Locale } from '#contract/locales'

const files: Record<Locale, string[]> = { en: [latin], ar: [latin, arabic] }

// Browsers drop a file from memory once nothing refers to it.
const fetched: FontFace[] = []
let sheet: CSSStyleSheet | undefined

/** Fetches the web fonts of a language without showing them: text must not move while it is read. */
export function fetchFaces(locale: Locale): void {
  for (const file of files[locale]) {
    const face = new FontFace('Readex Pro', `url(${file})`)
    fetched.push(face)
    face.load().catch(() => undefined)
  }
}

/**
 * Shows the next page in the web fonts that have arrived. With `font-display: optional` the browser decides once per `@font-face`
 * rule, so the rules are created again.
 */
export function showFaces(): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  sheet.replaceSync(document.getElementById('faces')?.textContent ?? '')
}
