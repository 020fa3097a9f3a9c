import { defaultLocale, type Locale } from '#contract/locales'

/** Spec section 9: lists show 7 items, "load more" adds 7, by `?show=14` and so on. */
export const pageSize = 7

/** The path below which all pages lie, with a trailing slash: the `base` of a static export's build, else `/`. */
export const base: string = import.meta.env?.BASE_URL ?? '/'

/** The beginning of a language's paths, without a trailing slash: that of `base`, then nothing for English or `/ar` for Arabic. */
function prefix(locale: Locale): string {
  return base.slice(0, -1) + (locale === defaultLocale ? '' : `/${locale}`)
}

/** One path segment. Slugs come from foreign APIs: lone surrogates, on which encodeURIComponent throws, become U+FFFD. */
export function segment(slug: string): string {
  const characters = [...slug].map((character) => (/^[\uD800-\uDFFF]$/.test(character) ? '\uFFFD' : character))
  return encodeURIComponent(characters.join(''))
}

/**
 * Gives the paths of all pages (spec section 2), feeds and calendars in one language, so that no link can lead nowhere. Only
 * `ErrorPages.tsx` and `publish/structured-data.ts` spell first segments themselves.
 */
export function createPaths({ locale, product }: { locale: Locale; product: string }) {
  const root = prefix(locale)
  return {
    home: () => (locale === defaultLocale ? base : root),
    courses: () => `${root}/courses`,
    courseCategory: (slug: string) => `${root}/course-category/${segment(slug)}`,
    course: (slug: string) => `${root}/courses/${segment(slug)}`,
    productNews: () => `${root}/${product}_news`,
    aiNews: () => `${root}/ai_news`,
    newsItem: (slug: string) => `${root}/news/${segment(slug)}`,
    blogs: () => `${root}/blogs`,
    blog: (slug: string) => `${root}/blogs/${segment(slug)}`,
    freeWorkshops: () => `${root}/free-workshops`,
    freeWorkshop: (slug: string) => `${root}/free-workshops/${segment(slug)}`,
    programmingCompetitions: () => `${root}/programming-competitions`,
    programmingCompetition: (slug: string) => `${root}/programming-competitions/${segment(slug)}`,
    event: (slug: string) => `${root}/events/${segment(slug)}`,
    whoWeAre: () => `${root}/who-we-are`,
    ourMission: () => `${root}/our-mission`,
    contactUs: () => `${root}/contact-us`,
    newsFeed: () => `${root}/news.xml`,
    blogFeed: () => `${root}/blogs.xml`,
    calendar: () => `${root}/calendar.ics`,
    courseCalendar: (slug: string) => `${root}/calendar/courses/${segment(slug)}.ics`,
    eventCalendar: (slug: string) => `${root}/calendar/events/${segment(slug)}.ics`,
  }
}

export type Paths = ReturnType<typeof createPaths>

/** Splits a pathname into its language and the path below it: `/ar/blogs` is `['ar', '/blogs']`, `/blogs` is `['en', '/blogs']`. */
export function splitLocale(pathname: string): [Locale, string] {
  const path = pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname
  const match = /^\/ar(?=\/|$)(.*)$/s.exec(path)
  return match ? ['ar', match[1] || '/'] : [defaultLocale, path || '/']
}

/** Matches the path of a list below its language. */
export const listPath =
  /^\/(?:courses|course-category\/[^/]+|[\w-]+_news|blogs|free-workshops|programming-competitions)$/

/** The number of items that a list shows by the `show` of its query: whole pages. */
export function shownIn(query: URLSearchParams): number {
  const asked = Number(query.get('show'))
  const isMore = Number.isFinite(asked) && asked > pageSize
  return isMore ? Math.ceil(Math.min(asked, 1e9) / pageSize) * pageSize : pageSize
}

/**
 * A page's query with known parameters only, in one order: `?show=14&q=word` of a list. Other parameters do not change the page.
 */
export function knownQuery(pathname: string, search: string): string {
  const [, page] = splitLocale(pathname)
  if (search === '' || !listPath.test(page)) return ''
  const given = new URLSearchParams(search)
  const shown = shownIn(given)
  const words = given.get('q')?.trim()
  const known = new URLSearchParams({
    ...(shown > pageSize && { show: String(shown) }),
    ...(words && { q: words }),
  })
  return known.size > 0 ? `?${known}` : ''
}

/** The same page in `locale`, with its query and hash. */
export function inLocale(path: string, locale: Locale): string {
  const end = path.search(/[?#]/)
  const [pathname, rest] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)]
  const [, page] = splitLocale(pathname)
  return prefix(locale) + (page === '/' && locale !== defaultLocale ? '' : page) + rest
}

/** The path of the share card of the page at `page`. */
export function cardPath(page: string): string {
  return `${base}cards/${page.slice(base.length) || 'index'}.jpg`
}

/** The path of the page that a card belongs to; undefined if `url` is not the address of a card. */
export function pageOfCard(url: string): string | undefined {
  return /^\/cards(\/[^?]+)\.jpg(?:\?|$)/.exec(url)?.[1]?.replace(/^\/index$/, '/')
}
