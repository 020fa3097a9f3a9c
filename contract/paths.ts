import { defaultLocale, type Locale } from '#contract/locales'
import type { ListKey } from '#contract/operations'
import {
  type FilterName,
  type FilterValue,
  filterNames,
  filterValuesOf,
  isListPage,
  listedBy,
  type PageName,
  pageNames,
  pages,
} from '#contract/pages'

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
 * Writes each segment of a path as `createPaths` does, whatever the request escaped: `/courses/%70ython` is `/courses/python`. Leaves
 * bytes that are not UTF-8, and escaped dots, which would lead to another path.
 */
export function canonicalPath(pathname: string): string {
  const canonical = (part: string) => {
    try {
      const text = decodeURIComponent(part)
      return /^\.{1,2}$/.test(text) ? part : segment(text)
    } catch {
      return part
    }
  }
  return pathname.split('/').map(canonical).join('/')
}

/** The files beside the pages, for feed readers and calendars. Their paths are like those of pages. */
const files = {
  newsFeed: '/news.xml',
  blogFeed: '/blogs.xml',
  calendar: '/calendar.ics',
  courseCalendar: '/calendar/courses/:slug.ics',
  eventCalendar: '/calendar/events/:slug.ics',
} as const

type Patterns = { [Name in PageName]: (typeof pages)[Name]['path'] } & typeof files

/** The paths of one language by their names, as functions. A path with `:slug` takes a slug. */
export type Paths = {
  [Name in keyof Patterns]: Patterns[Name] extends `${string}:slug${string}` ? (slug: string) => string : () => string
}

type PathOptions = { locale: Locale; product: string }

/** The pattern of a page's path in one language, as the router reads it. `:slug` stands for the item. */
export function pathPattern(name: PageName, options: PathOptions): string {
  return patternOf(pages[name].path, options)
}

function patternOf(path: string, { locale, product }: PathOptions): string {
  if (path === '/') return locale === defaultLocale ? base : prefix(locale)
  return prefix(locale) + path.replace('{product}', product)
}

/** Creates the paths of all pages, feeds and calendars in one language, so that no link is spelled wrongly. */
export function createPaths(options: PathOptions): Paths {
  const patterns = [...pageNames.map((name) => [name, pages[name].path] as const), ...Object.entries(files)]
  return Object.fromEntries(
    patterns.map(([name, path]) => {
      const pattern = patternOf(path, options)
      return [name, (slug = '') => pattern.replace(':slug', () => segment(slug))]
    }),
  ) as Paths
}
/** Splits a pathname into its language and the path below it: `/ar/blogs` is `['ar', '/blogs']`, `/blogs` is `['en', '/blogs']`. */
export function splitLocale(pathname: string): [Locale, string] {
  const path = pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname
  const match = /^\/ar(?=\/|$)(.*)$/s.exec(path)
  return match ? ['ar', match[1] || '/'] : [defaultLocale, path || '/']
}

/** The page at a pathname, in either language and with or without a slash at its end. `undefined` if there is no such page. */
export function pageAt(pathname: string): PageName | undefined {
  const [, below] = splitLocale(pathname)
  const path = `/${below.split('/').filter(Boolean).join('/')}`
  // A path without placeholders comes first, because `/ai_news` also has the shape of `/{product}_news`.
  return pageNames.find((name) => pages[name].path === path) ?? pageNames.find((name) => pathShape(name).test(path))
}

function pathShape(name: PageName): RegExp {
  return new RegExp(`^${pages[name].path.replace('{product}', '[\\w-]+').replace(':slug', '[^/]+')}$`)
}

/** The number of items that a list shows. It is `show` from the query, rounded up to whole pages. */
export function shownIn(query: URLSearchParams): number {
  const asked = Number(query.get('show'))
  const isMore = Number.isFinite(asked) && asked > pageSize
  return isMore ? Math.ceil(Math.min(asked, 1e9) / pageSize) * pageSize : pageSize
}

/** The longest query that is searched, in characters. */
export const queryLength = 100

/** The filters of a list's address. `tag` is a tag of courses as the API spells it. */
export type Filters = { [Name in FilterName]?: FilterValue<Name> } & { tag?: string }

/** The longest tag that an address filters by, in characters. */
const longestTag = 100

/** The filters in an address that a list of these items has. Ignores unknown values. */
export function filtersIn(query: URLSearchParams, kind: ListKey | undefined): Filters {
  const known = filterNames.flatMap((name) => {
    const value = filterValuesOf(name, kind).find((each) => each === query.get(name))
    return value ? [[name, value]] : []
  })
  const tag = kind === 'courses' && query.get('tag')?.trim().slice(0, longestTag)
  return { ...Object.fromEntries(known), ...(tag && { tag }) }
}

/** Keeps only the parameters that change the page, in a fixed order. Only lists have such parameters: `?show=14&q=word`. */
export function knownQuery(pathname: string, search: string): string {
  const page = search && pageAt(pathname)
  if (!page || !isListPage(page)) return ''
  const given = new URLSearchParams(search)
  const shown = shownIn(given)
  const words = given.get('q')?.trim()
  const known = new URLSearchParams({
    ...(shown > pageSize && { show: String(shown) }),
    ...filtersIn(given, listedBy(page)),
    ...(words && { q: words }),
  })
  return queryOf(known)
}

/** The part of an address from the question mark on; empty without parameters. Chromium 109 has no `size` of parameters. */
export function queryOf(parameters: URLSearchParams): string {
  const text = String(parameters)
  return text && `?${text}`
}

/** The same page in `locale`, with its query and hash. */
export function inLocale(path: string, locale: Locale): string {
  const end = path.search(/[?#]/)
  const [pathname, rest] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)]
  const [, page] = splitLocale(pathname)
  return prefix(locale) + (page === '/' && locale !== defaultLocale ? '' : page) + rest
}

/** The path of the share image of the page at `page`. */
export function shareImagePath(page: string): string {
  return `${base}cards/${page.slice(base.length) || 'index'}.jpg`
}

/** The path of the page that a share image belongs to, or `undefined` if `url` is not the address of a share image. */
export function pageOfShareImage(url: string): string | undefined {
  return /^\/cards(\/[^?]+)\.jpg(?:\?|$)/.exec(url)?.[1]?.replace(/^\/index$/, '/')
}
