import { defaultLocale, type Locale } from '#contract/locales'

/** Spec section 9: a list shows 7 items, and each "load more" adds 7 more (`?show=14`, `?show=21`). */
export const pageSize = 7

/** The path below which all pages lie, with a trailing slash. A static export can set it in its build; otherwise it is `/`. */
export const base: string = import.meta.env?.BASE_URL ?? '/'

/** The beginning of a language's paths, without a trailing slash: the base path for English, the base path and `ar` for Arabic. */
function prefix(locale: Locale): string {
  return base.slice(0, -1) + (locale === defaultLocale ? '' : `/${locale}`)
}

/** Drops the slashes at the end. An expression such as `/\/+$/` takes quadratic time for many slashes before another character. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Encodes a slug as a path segment. Lone surrogates become U+FFFD, because `encodeURIComponent` would throw on them. */
export function segment(slug: string): string {
  return encodeURIComponent(slug.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

/**
 * Creates the paths of all pages (spec section 2), feeds and calendars in one language, so that no link is spelled wrongly. Only
 * `ErrorPages.tsx` and `publish/structured-data.ts` spell the first segments of paths themselves.
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

/** Matches the path of a list page without the language (see `splitLocale`). */
export const listPath =
  /^\/(?:courses|course-category\/[^/]+|[\w-]+_news|blogs|free-workshops|programming-competitions)$/

/** The number of items that a list shows. It is `show` from the query, rounded up to whole pages. */
export function shownIn(query: URLSearchParams): number {
  const asked = Number(query.get('show'))
  const isMore = Number.isFinite(asked) && asked > pageSize
  return isMore ? Math.ceil(Math.min(asked, 1e9) / pageSize) * pageSize : pageSize
}

/** Keeps only the parameters that change the page, in a fixed order. Only lists have such parameters: `?show=14&q=word`. */
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

/** The path of the page that a share card belongs to, or `undefined` if `url` is not the address of a card. */
export function pageOfCard(url: string): string | undefined {
  return /^\/cards(\/[^?]+)\.jpg(?:\?|$)/.exec(url)?.[1]?.replace(/^\/index$/, '/')
}
