import { type Locale, locales } from '#contract/locales'
import { splitLocale } from '#contract/paths'
import { alternatesOf, type Head, manifestOf } from './head'

/** Brings the document's head to the page that is shown at `path` below `origin`. What is missing has no address of its own. */
export function writeHead(head: Head, path: string, origin: string, isMissing: boolean): void {
  const { canonical, hreflang } = alternatesOf(path, origin)
  document.title = head.title
  element('meta', 'name', 'description').setAttribute('content', head.description)
  element('link', 'rel', 'manifest').setAttribute('href', manifestOf(splitLocale(path)[0]))
  if (isMissing) {
    for (const link of document.querySelectorAll('link[rel="canonical"], link[rel="alternate"]')) link.remove()
    element('meta', 'name', 'robots').setAttribute('content', 'noindex')
    return
  }
  document.querySelector('meta[name="robots"]')?.remove()
  element('link', 'rel', 'canonical').setAttribute('href', canonical)
  for (const [lang, href] of hreflang) {
    const alternate = element('link', 'hreflang', lang)
    alternate.setAttribute('rel', 'alternate')
    alternate.setAttribute('href', href)
  }
}

/** Gives the document its language and direction. To write what is there already would have the whole page styled anew. */
export function writeLanguage(locale: Locale): void {
  const { lang, dir } = locales[locale]
  const html = document.documentElement
  if (html.lang !== lang) html.lang = lang
  if (html.dir !== dir) html.dir = dir
}

function element(tag: 'meta' | 'link', attribute: string, value: string): Element {
  const found = document.head.querySelector(`${tag}[${attribute}="${value}"]`)
  if (found) return found
  const made = document.createElement(tag)
  made.setAttribute(attribute, value)
  document.head.append(made)
  return made
}
