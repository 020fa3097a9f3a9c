import { type Locale, locales } from '#contract/locales'
import { defaultProduct, newsFlag } from '#contract/operations'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'

export type SitePage = { name: string; locale: Locale; path: string; status: 200 | 404 }

/** A slug that no content set has. */
export const missingSlug = 'there-is-no-such-thing'

/**
 * Lists pages of a content set in both languages: each route of the spec, with the first suitable item, and the not-found page of a
 * missing slug.
 */
export function sitePages(content: HomeData, product: string = defaultProduct): SitePage[] {
  const slugOf = (list: readonly { slug: string }[], where: Record<string, unknown> = {}) =>
    firstOf(list, (item) => Object.entries(where).every(([key, value]) => Reflect.get(item, key) === value)).slug
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product })
    const workshop = slugOf(content.events, { event_type: 'free_workshop' })
    const competition = slugOf(content.events, { event_type: 'competitions_programming' })
    const found: [name: string, path: string][] = [
      ['home', paths.home()],
      ['course list', paths.courses()],
      ['category', paths.courseCategory(slugOf(content.courses_categories))],
      ['course', paths.course(slugOf(content.courses))],
      ['product news', paths.productNews()],
      ['AI news', paths.aiNews()],
      ['news item', paths.newsItem(slugOf(content.news, { [newsFlag(product)]: true }))],
      ['blogs', paths.blogs()],
      ['blog', paths.blog(slugOf(content.blogs))],
      ['workshops', paths.freeWorkshops()],
      ['workshop', paths.freeWorkshop(workshop)],
      ['competitions', paths.programmingCompetitions()],
      ['competition', paths.programmingCompetition(competition)],
      ['event', paths.event(workshop)],
      ['who we are', paths.whoWeAre()],
      ['our mission', paths.ourMission()],
      ['contact', paths.contactUs()],
    ]
    return [
      ...found.map(([name, path]): SitePage => ({ name, locale, path, status: 200 })),
      { name: 'not found', locale, path: paths.course(missingSlug), status: 404 as const },
    ]
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
