import type { HomeData } from '#contract/entities'
import { type Locale, locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { listNamesOf, type PageName, pageNames, pages, sharedFieldsOf } from '#contract/pages'
import { createPaths } from '#contract/paths'

export type SitePage = { name: PageName | 'notFound'; locale: Locale; path: string; status: 200 | 404 }

/** A slug that no content set has. */
export const missingSlug = 'there-is-no-such-thing'

/**
 * Lists pages of a content set in both languages: each page of the site, with the first item of its first list, and the not-found
 * page of a missing slug.
 */
export function sitePages(content: HomeData, product: string = defaultProduct): SitePage[] {
  const slugFor = (name: PageName) => {
    const page = pages[name]
    if (!('items' in page)) return ''
    const [list = 'courses'] = listNamesOf(name)
    const shared = sharedFieldsOf(list, product)
    const items: readonly { slug: string }[] = content[page.items]
    return firstOf(items, (item) => shared.every(([key, value]) => Reflect.get(item, key) === value)).slug
  }
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product })
    return [
      ...pageNames.map((name): SitePage => ({ name, locale, path: paths[name](slugFor(name)), status: 200 })),
      { name: 'notFound', locale, path: paths.course(missingSlug), status: 404 },
    ] satisfies SitePage[]
  })
}

/** Lists each page once, alternately in English and in Arabic, for tests of code that both languages share. */
export function sitePagesInTurn(content: HomeData, product?: string): SitePage[] {
  const pages = sitePages(content, product)
  return pages.filter(({ locale }, index) => locale === ((index % (pages.length / 2)) % 2 === 0 ? 'en' : 'ar'))
}

/** Returns the first item of a list that fits. Throws if no item fits, because the test would then check nothing. */
export function firstOf<T>(list: readonly T[], fits: (item: T) => unknown = () => true): T {
  const found = list.find(fits)
  if (found === undefined) throw new Error('the content has no item that fits')
  return found
}
