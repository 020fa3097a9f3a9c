/** Runs in the page: elements that would run script when clicked, or that only the site itself may have. */
export function findTraps(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    if (name === 'script' && element.hasAttribute('src') && !element.getAttribute('src')?.startsWith('/assets/'))
      found.push(`a script: ${element.outerHTML.slice(0, 200)}`)
    if (/^(?:iframe|object|embed|base|applet|frame|template|plaintext|xmp)$/.test(name))
      found.push(`an element: ${element.outerHTML.slice(0, 200)}`)
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith('on') || attribute.name === 'srcdoc')
        found.push(`a handler: ${attribute.name}=${attribute.value}`)
      const isAddress = /^(?:href|src|action|formaction|data|poster|background|xlink:href)$/.test(attribute.name)
      const address = [...attribute.value].filter((character) => character > ' ').join('')
      // The site's own drawings, one of which is inlined.
      if (element.matches('.hero-slide > img.hero-art')) continue
      if (isAddress && /^(?:javascript|vbscript|data:text|data:image\/svg)/i.test(address))
        found.push(`an address: ${attribute.name}=${attribute.value.slice(0, 100)}`)
    }
  }
  const main = document.querySelector('main')
  for (const element of main?.querySelectorAll('style, link, meta, form') ?? []) {
    const isSearch = element.querySelector('input[name="q"]#search')
    if (!isSearch) found.push(`in main: ${element.outerHTML.slice(0, 200)}`)
  }
  return found
}
