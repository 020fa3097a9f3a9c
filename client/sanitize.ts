import { allowedAttributes, allowedTags, imageSource, isSafeHref, levelHeadings, renamedTags } from '#contract/html'

type Purify = typeof import('dompurify').default

/** Makes HTML that came over fetch safe to insert, by the same lists as the server. */
export function sanitizeWith(purify: Purify, imageBase: string, html: string): string {
  // The parser takes whole documents, in which a frameset before any text would be all there is: so there is text before it.
  const fragment = purify.sanitize(`.${html}`, {
    ALLOWED_TAGS: [...allowedTags, ...Object.keys(renamedTags)],
    ALLOWED_ATTR: [...new Set(Object.values(allowedAttributes).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  const first = fragment.firstChild
  if (first instanceof Text) first.deleteData(0, 1)
  for (const element of fragment.querySelectorAll('*')) tidy(element, imageBase)
  const container = document.createElement('div')
  container.append(fragment)
  return levelHeadings(container.innerHTML)
}

/** What a list of names can't say: which attribute belongs to which element, and where links and pictures may point. */
function tidy(element: Element, imageBase: string): void {
  const tag = element.localName
  const allowed = [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])]
  for (const { name } of [...element.attributes]) if (!allowed.includes(name)) element.removeAttribute(name)
  const href = element.getAttribute('href')
  if (href !== null) {
    if (!isSafeHref(href)) element.removeAttribute('href')
    else if (/^\s*https?:/i.test(href)) element.setAttribute('rel', 'noopener noreferrer')
  }
  if (tag === 'img') {
    const source = imageSource(element.getAttribute('src') ?? '', imageBase)
    if (source === undefined) {
      element.remove()
      return
    }
    element.setAttribute('src', source)
    element.setAttribute('loading', 'lazy')
    if (!element.hasAttribute('alt')) element.setAttribute('alt', '')
  }
  const renamed = renamedTags[tag]
  if (renamed) {
    const replacement = document.createElement(renamed)
    replacement.append(...element.childNodes)
    element.replaceWith(replacement)
  }
}
