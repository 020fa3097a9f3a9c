import type { EventType } from '#contract/entities'
import type { ListKey } from '#contract/operations'

/** The parts of the home data. */
type ContentKey = ListKey | 'courses_categories' | 'goals' | 'team'

/** A page with one address. It must be in the menu: directly (`main`) or in a group. The footer links to it too. */
type SinglePage = {
  /** The path below the language. `{product}` stands for the product's slug. */
  path: `/${string}`
  menu: 'main' | 'courses' | 'news' | 'events'
  /** The parts of the home data that the page shows. Their last change is the page's. */
  content: readonly ContentKey[]
  list?: List
}

/**
 * The items that a list shows; `item` is the name of their pages. `where` has the value of the field by which the API's operation of
 * these items filters, so only events and news have it.
 */
type List = { item: string } & (
  | { of: 'courses' | 'blogs' }
  | { of: 'events'; where: { event_type: EventType } }
  | { of: 'news'; where: { '{product}_news': boolean } }
)

/** A page for each item of `items`, whose slug ends its path. */
type ItemsPage = {
  path: `/${string}/:slug`
  items: ContentKey
  /** The lists that the page belongs to. An item in none of them, or in an unknown one, belongs to `defaultList`. */
  lists: readonly string[]
  defaultList?: string
  /** True if the page itself is a list. */
  isListPage?: true
  /** The parts of the home data that the page shows besides `items`. */
  content?: readonly ContentKey[]
}

/**
 * The pages of the site (spec section 2) in the order of menu and site map. Routes, paths, menu, footer, site map, breadcrumbs,
 * skeletons, the 404 page, the service worker and the tests' list of addresses come from here.
 */
export const pages = {
  home: { path: '/', menu: 'main', content: ['courses', 'news', 'blogs', 'events', 'goals'] },
  courses: {
    path: '/courses',
    menu: 'courses',
    content: ['courses', 'courses_categories'],
    list: { of: 'courses', item: 'course' },
  },
  courseCategory: {
    path: '/course-category/:slug',
    items: 'courses_categories',
    content: ['courses'],
    lists: ['courses'],
    isListPage: true,
  },
  productNews: {
    path: '/{product}_news',
    menu: 'news',
    content: ['news'],
    list: { of: 'news', item: 'newsItem', where: { '{product}_news': true } },
  },
  aiNews: {
    path: '/ai_news',
    menu: 'news',
    content: ['news'],
    list: { of: 'news', item: 'newsItem', where: { '{product}_news': false } },
  },
  blogs: { path: '/blogs', menu: 'main', content: ['blogs'], list: { of: 'blogs', item: 'blog' } },
  freeWorkshops: {
    path: '/free-workshops',
    menu: 'events',
    content: ['events'],
    list: { of: 'events', item: 'freeWorkshop', where: { event_type: 'free_workshop' } },
  },
  programmingCompetitions: {
    path: '/programming-competitions',
    menu: 'events',
    content: ['events'],
    list: { of: 'events', item: 'programmingCompetition', where: { event_type: 'competitions_programming' } },
  },
  whoWeAre: { path: '/who-we-are', menu: 'main', content: ['goals', 'team'] },
  ourMission: { path: '/our-mission', menu: 'main', content: ['goals'] },
  contactUs: { path: '/contact-us', menu: 'main', content: [] },
  course: { path: '/courses/:slug', items: 'courses', lists: ['courses'] },
  // News is either about the product or about AI, so news that is not marked as the product's is AI news.
  newsItem: {
    path: '/news/:slug',
    items: 'news',
    lists: ['productNews', 'aiNews'],
    defaultList: 'aiNews',
  },
  blog: { path: '/blogs/:slug', items: 'blogs', lists: ['blogs'] },
  freeWorkshop: { path: '/free-workshops/:slug', items: 'events', lists: ['freeWorkshops'] },
  programmingCompetition: {
    path: '/programming-competitions/:slug',
    items: 'events',
    lists: ['programmingCompetitions'],
  },
  // The home page links to events of both kinds here.
  event: {
    path: '/events/:slug',
    items: 'events',
    lists: ['freeWorkshops', 'programmingCompetitions'],
  },
} as const satisfies Record<string, SinglePage | ItemsPage>

type Pages = typeof pages

export type PageName = keyof Pages
type NameOf<Row> = { [Name in PageName]: Pages[Name] extends Row ? Name : never }[PageName]

/** The pages that the menu and the footer link to. */
export type MenuPage = NameOf<SinglePage>
/** The lists, but not the lists of single categories. */
export type ListName = NameOf<{ list: object }>
/** The pages of single items. */
export type ItemPage = NameOf<{ items: ListKey }>

export const pageNames = Object.keys(pages) as PageName[]
export const menuPages = pageNames.filter((name): name is MenuPage => 'menu' in pages[name])
export const listNames = pageNames.filter((name): name is ListName => 'list' in pages[name])

/**
 * True for a page that shows part of a list: its address may ask for more items, for a search and for a part of the items
 * (`?show=14&when=upcoming&q=words`).
 */
export function isListPage(name: PageName): boolean {
  return 'list' in pages[name] || 'isListPage' in pages[name]
}

/** The filters of a list's address, such as `?when=upcoming&by=start`, with their values. Other values are ignored. */
const filterValues = { when: ['upcoming'], by: ['start', 'length'] } as const

export type FilterName = keyof typeof filterValues
export type FilterValue<Name extends FilterName = FilterName> = (typeof filterValues)[Name][number]
export const filterNames = Object.keys(filterValues) as FilterName[]

/** The values of a filter on a list of these items. Only courses and events start on a day, and only courses have a length. */
export function filterValuesOf<Name extends FilterName>(name: Name, kind: ListKey | undefined): FilterValue<Name>[] {
  if (kind !== 'courses' && kind !== 'events') return []
  return filterValues[name].filter((value) => value !== 'length' || kind === 'courses')
}

/** The filters of a list of these items. */
export function filterNamesOf(kind: ListKey): FilterName[] {
  return filterNames.filter((name) => filterValuesOf(name, kind).length > 0)
}

/** The items that a list shows; `undefined` for other pages. */
export function listedBy(name: PageName): ListKey | undefined {
  const page = pages[name]
  if ('list' in page) return page.list.of
  return 'isListPage' in page ? pages[page.lists[0]].list.of : undefined
}

/** True for the page of a single item. */
export function isItem(name: PageName): name is ItemPage {
  return 'items' in pages[name] && !isListPage(name)
}

/** The fields that the items of a list share, and by which they differ from those of other lists. */
export function sharedFieldsOf(name: ListName, product: string): [field: string, value: string | boolean][] {
  const list: List = pages[name].list
  return Object.entries('where' in list ? list.where : {}).map(([field, value]) => [
    field.replace('{product}', product),
    value,
  ])
}

/** The lists that a page's item could be in. Empty for a page without a slug. */
export function listNamesOf(name: PageName): readonly ListName[] {
  const page = pages[name]
  return 'lists' in page ? page.lists : []
}

/** The list above the page of an item that does not say in which list it is. */
export function defaultListOf(name: PageName): ListName | undefined {
  const page = pages[name]
  if ('defaultList' in page) return page.defaultList
  const [list, ...others] = listNamesOf(name)
  return others.length === 0 ? list : undefined
}
