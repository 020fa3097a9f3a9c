import { type Locale, locales } from '#contract/locales'

/** Sets the document's language and direction. Writes only changes, because any write restyles the whole page. */
export function writeLanguage(locale: Locale): void {
  const { lang, dir } = locales[locale]
  const html = document.documentElement
  if (html.lang !== lang) html.lang = lang
  if (html.dir !== dir) html.dir = dir
}
