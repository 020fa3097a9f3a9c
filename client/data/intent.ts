import { isSavingData } from './saving-data'

/** How long a mouse rests on a link before that means something, in milliseconds. */
const restTime = 65

/** Calls `fetchAhead` for the page that the visitor is about to open. Never where data is saved or the line is of the slowest. */
export function watchIntent(fetchAhead: (url: URL) => void): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  const intend = ({ type, target }: Event) => {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    // The other language's page is made of what is there.
    if (link.hreflang) return
    const url = new URL(link.href)
    url.hash = ''
    if (url.pathname === location.pathname || isSavingData()) return
    if (type === 'mouseover') resting = setTimeout(fetchAhead, restTime, url)
    else fetchAhead(url)
  }
  for (const type of ['touchstart', 'mouseover', 'focusin']) addEventListener(type, intend, { passive: true })
}
