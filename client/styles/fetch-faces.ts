import type { Locale } from '#contract/locales'
import { fetched } from './faces'
import arabic from './fonts/readex-pro-arabic.woff2?url'
import latin from './fonts/readex-pro-latin.woff2?url'

const files: Record<Locale, string[]> = { en: [latin], ar: [latin, arabic] }

/** Fetches the web fonts of a language without showing them, because text must not move while the visitor reads it. */
export function fetchFaces(locale: Locale): void {
  const { sheet } = document.getElementById('faces') as HTMLStyleElement
  for (const rule of sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSFontFaceRule)) continue
    const value = (name: string) => rule.style.getPropertyValue(name)
    const source = value('src')
    if (fetched.has(source) || !files[locale].some((file) => source.includes(file))) continue
    const face = new FontFace('Readex Pro', source, {
      weight: value('font-weight'),
      unicodeRange: value('unicode-range'),
    })
    fetched.set(source, face)
    // Without the web font the page stays in the device's font.
    face.load().catch(() => fetched.delete(source))
  }
}
