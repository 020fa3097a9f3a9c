import { matchRoutes } from 'react-router-dom'
import type { HasQuery, PageQueries } from './page-queries'
import { isSavingData } from './saving-data'

/** How long a mouse rests on a link before that means something, in milliseconds. */
const restTime = 65

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>

/**
 * Fetches code and answer of the page that the visitor is about to open, 50 to 300 ms before the click: at a touch, when the mouse
 * rests on a link or the keyboard reaches it. Never where data is saved or the line is of the slowest.
 */
export function prefetchOnIntent(routes: Routes, { client }: PageQueries): void {
  let resting: ReturnType<typeof setTimeout> | undefined

  const prefetch = (pathname: string) => {
    const { route, params = {} } = matchRoutes(routes, pathname)?.at(-1) ?? {}
    if (typeof route?.lazy === 'object') void route.lazy.Component?.().catch(() => undefined)
    const queryKey = (route?.loader as HasQuery | undefined)?.query?.(params)
    if (queryKey) client.query({ queryKey }).catch(() => undefined)
  }

  const intend = ({ type, target }: Event) => {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    // The other language's page is made of what is there.
    if (link.hreflang || link.pathname === location.pathname || isSavingData()) return
    if (type === 'mouseover') resting = setTimeout(prefetch, restTime, link.pathname)
    else prefetch(link.pathname)
  }
  for (const type of ['touchstart', 'mouseover', 'focusin']) addEventListener(type, intend, { passive: true })
}
