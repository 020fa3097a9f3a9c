import { itemsOf, slugOf } from '#content/cards'
import { alternatesOf } from '#content/head'
import { listNameOf } from '#content/lists'
import type { HomeData } from '#contract/entities'
import { locales } from '#contract/locales'
import { listNamesOf, type PageName, pageNames, pages } from '#contract/pages'
import { base, createPaths } from '#contract/paths'
import { damascusTime } from './damascus-time'
import { type Publication, partsOf } from './publication'
import { xml, xmlDocument } from './xml'

/** A page. `changed` is the time of its content's last change, and unset for a page without content. */
type SitemapPage = { pathOf: (slug: string) => string; slug: string; changed: string | undefined }

/** The maximum number of pages in a file. The protocol allows 50 MB, and an entry has five addresses of up to 5 kB. */
const partSize = 2_000

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * The site map: all pages in one file, or an index of parts if there are too many pages. `part` is 0 for `/sitemap.xml`. The
 * result is `undefined` for a part that does not exist.
 */
export function sitemap(publication: Publication, part: number): string | undefined {
  const pages = pagesOf(publication)
  const [, ...parts] = mapPaths(pages.length)
  if (parts.length === 0) return part === 0 ? urlSet(pages, publication) : undefined
  if (part === 0) return partIndex(parts, publication)
  return part <= parts.length ? urlSet(pages.slice((part - 1) * partSize, part * partSize), publication) : undefined
}

/** The paths of the site map and of its parts, below the site's base. */
export function sitemapPaths(publication: Publication): string[] {
  return mapPaths(pagesOf(publication).length)
}

function mapPaths(pages: number): string[] {
  const count = Math.ceil(pages / partSize)
  return ['/sitemap.xml', ...Array.from({ length: count > 1 ? count : 0 }, (_, index) => `/sitemap-${index + 1}.xml`)]
}

function partIndex(parts: string[], { origin }: Publication): string {
  const addresses = parts.map((path) => origin + base + path.slice(1))
  return xmlDocument(xml`<sitemapindex xmlns="${namespace}">
${addresses.map((address) => xml`<sitemap><loc>${address}</loc></sitemap>\n`)}</sitemapindex>`)
}

function urlSet(pages: SitemapPage[], { origin, onLeftOut }: Publication): string {
  const entryOf = ({ pathOf, slug, changed }: SitemapPage) => {
    const { canonical, hreflang } = alternatesOf(pathOf(slug), origin)
    const time = changed && xml`<lastmod>${changed}</lastmod>`
    const links = hreflang.map(([lang, href]) => xml`<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`)
    return xml`<url><loc>${canonical}</loc>${time}${links}</url>\n`
  }
  const urls = partsOf(pages, entryOf, onLeftOut)
  return xmlDocument(xml`<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}</urlset>`)
}

/** The paths of all pages in both languages. They begin with the site's base. */
export function pagePaths(publication: Publication): string[] {
  return pagesOf(publication).map(({ pathOf, slug }) => pathOf(slug))
}

/** All pages in both languages. An event has two pages: one of its list, and one that the home page links to. */
function pagesOf({ home, product, changed }: Publication): SitemapPage[] {
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product })
    return pageNames.flatMap((name) => {
      const page = pages[name]
      const content: readonly (keyof HomeData)[] = [
        ...('items' in page ? [page.items] : []),
        ...('content' in page ? page.content : []),
      ]
      const time = Math.max(...content.map((key) => changed[key].getTime()))
      const text = content.length > 0 ? damascusTime(new Date(time)) : undefined
      return slugsOf(name, home, product).map((slug) => ({ pathOf: paths[name], slug, changed: text }))
    })
  })
}

/** The slugs of a page's items. A page with a list of its own has only the items of that list. */
function slugsOf(name: PageName, home: HomeData, product: string): string[] {
  const page = pages[name]
  if (!('items' in page)) return ['']
  const key = page.items
  const [list, ...others] = listNamesOf(name)
  const items = itemsOf(home[key])
  if (key === 'courses_categories' || others.length > 0) return items.map(slugOf)
  return items.filter((item) => listNameOf(item, key, product) === list).map(slugOf)
}
