import { locales } from '#contract/locales'
import { createPaths, splitLocale } from '#contract/paths'
import { loadMessages } from '../client/language/i18n'
import { calendar, datedItems } from './calendar'
import { atomFeed } from './feed'
import type { Publication } from './publication'
import { sitemap } from './sitemap'

export type PublishedFile = { type: string; text: string }

/**
 * The files beside the pages, for search engines, feed readers and calendars: makes the one at `path` from the content, the same text
 * from the same content. `undefined` for a path that has none.
 */
export async function publish(path: string, publication: Publication): Promise<PublishedFile | undefined> {
  const [locale] = splitLocale(path)
  await loadMessages(locale)
  const { product, origin } = publication
  const paths = createPaths({ locale, product })
  if (path === '/robots.txt') {
    const text = `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`
    return { type: 'text/plain; charset=utf-8', text }
  }
  const [isMap, part = '0'] = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(path) ?? []
  if (isMap) return file('application/xml', sitemap(publication, Number(part)))
  if (path === paths.newsFeed()) return file('application/atom+xml', atomFeed('news', locale, publication))
  if (path === paths.blogFeed()) return file('application/atom+xml', atomFeed('blogs', locale, publication))
  const dated = datedItems(locale, publication)
  if (path === paths.calendar()) return file('text/calendar', calendar(dated, locale, publication))
  const own = dated.find((item) => item.path === path)
  return own && file('text/calendar', calendar([own], locale, publication))
}

/** The paths of all published files but the parts of a large site map, which its index names. */
export function publishedPaths(publication: Publication): string[] {
  const inLocales = Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: publication.product })
    const items = datedItems(locale, publication).map(({ path }) => path)
    return [paths.newsFeed(), paths.blogFeed(), paths.calendar(), ...items]
  })
  return ['/robots.txt', '/sitemap.xml', ...inLocales]
}

function file(type: string, text: string | undefined): PublishedFile | undefined {
  return text === undefined ? undefined : { type: `${type}; charset=utf-8`, text }
}
