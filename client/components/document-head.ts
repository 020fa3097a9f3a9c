import { alternatesOf, type Head } from '../head'

/** Brings the document's head to the page that a navigation has led to; `path` is its pathname and query. */
export function writeHead(head: Head, path: string): void {
  const url = new URL(path, location.origin)
  // The number of items shown makes another view, not another page.
  url.searchParams.delete('show')
  const written = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  const origin = written ? new URL(written).origin : location.origin
  const { canonical, hreflang } = alternatesOf(url.pathname + url.search, origin)
  document.title = head.title
  element('meta', 'name', 'description').setAttribute('content', head.description)
  element('link', 'rel', 'canonical').setAttribute('href', canonical)
  for (const [lang, href] of hreflang) {
    const alternate = element('link', 'hreflang', lang)
    alternate.setAttribute('rel', 'alternate')
    alternate.setAttribute('href', href)
  }
  document.querySelector('meta[name="robots"]')?.remove()
}

function element(tag: 'meta' | 'link', attribute: string, value: string): Element {
  const found = document.head.querySelector(`${tag}[${attribute}="${value}"]`)
  if (found) return found
  const made = document.createElement(tag)
  made.setAttribute(attribute, value)
  document.head.append(made)
  return made
}
