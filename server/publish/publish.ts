import { createHash } from 'node:crypto'
import { loadMessages } from '#content/i18n'
import type { HomeData } from '#contract/entities'
import { locales } from '#contract/locales'
import { base, createPaths, splitLocale } from '#contract/paths'
import { calendar, datedItems } from './calendar'
import { atomFeed } from './feed'
import { allAt, type Publication } from './publication'
import { sitemap, sitemapPaths } from './sitemap'

export type PublishedFile = { type: string; text: string }

/**
 * `changed` is unset for content of another API, which does not tell these times. `now` is the time at which the file is made, if that
 * is not the present: the file tells of no later time.
 */
type Source = Omit<Publication, 'changed'> & { changed?: Publication['changed'] | undefined; now?: number | undefined }

/**
 * Makes the published file at `url`, below the site's base, for search engines, feed readers or calendars. The same content gives
 * the same text until a restart. Returns `undefined` if nothing is published at `url`.
 */
export async function publish(url: string, { changed, now, ...source }: Source): Promise<PublishedFile | undefined> {
  const [ownPath = ''] = url.split('?', 1)
  const path = base.slice(0, -1) + ownPath
  const [locale] = splitLocale(path)
  await loadMessages(locale)
  const publication: Publication = { ...source, changed: upTo(now, changed ?? firstSeen(source.home)) }
  const { product, origin } = source
  const paths = createPaths({ locale, product })
  if (ownPath === '/robots.txt') {
    const text = `User-agent: *\nAllow: /\nSitemap: ${origin + base}sitemap.xml\n`
    return { type: 'text/plain; charset=utf-8', text }
  }
  const [isMap, part = '0'] = /^\/sitemap(?:-([1-9]\d{0,5}))?\.xml$/.exec(ownPath) ?? []
  if (isMap) return file('application/xml', sitemap(publication, Number(part)))
  if (path === paths.newsFeed()) return file('application/atom+xml', atomFeed('news', locale, publication))
  if (path === paths.blogFeed()) return file('application/atom+xml', atomFeed('blogs', locale, publication))
  const dated = datedItems(locale, publication)
  if (path === paths.calendar()) return file('text/calendar', calendar([...dated.values()], locale, publication))
  const own = dated.get(path)
  return own && file('text/calendar', calendar([own], locale, publication))
}

/** The paths of all published files. */
export function publishedPaths(publication: Publication): string[] {
  const inLocales = Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: publication.product })
    return [paths.newsFeed(), paths.blogFeed(), paths.calendar(), ...datedItems(locale, publication).keys()]
  })
  return ['/robots.txt', ...sitemapPaths(publication), ...inLocales]
}

function file(type: string, text: string | undefined): PublishedFile | undefined {
  return text === undefined ? undefined : { type: `${type}; charset=utf-8`, text }
}

function upTo(now: number | undefined, changed: Publication['changed']): Publication['changed'] {
  if (now === undefined) return changed
  const times = Object.entries(changed).map(([kind, time]) => [kind, new Date(Math.min(time.getTime(), now))])
  return Object.fromEntries(times) as typeof changed // the same kinds
}

let last: { home?: HomeData; digest: string; seen: Date } = { digest: '', seen: new Date(0) }

/** The time at which this process first saw the content in its current state. */
function firstSeen(home: HomeData): Publication['changed'] {
  // Compares the object first, because the JSON of a large content takes a tenth of a second.
  if (home !== last.home) {
    const digest = createHash('sha256').update(JSON.stringify(home)).digest('base64')
    last = { home, digest, seen: digest === last.digest ? last.seen : new Date() }
  }
  return allAt(last.seen)
}
