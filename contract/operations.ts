import { type EventType, entities } from '#contract/entities'

/**
 * The operations of the site's API (spec section 7) as plain data. Queries,
 * schemas, tests and the OpenAPI document's `operationId` all name an operation by its key here.
 */
export const operations = {
  homeData: {
    method: 'GET',
    path: '/api/get-data',
    summary: 'Everything the home page shows, in a list of one',
  },
  coursesByCategory: {
    method: 'POST',
    path: '/api/get-courses-by-category',
    summary: 'The courses of one category, or all of them when the slug is empty',
  },
  courseById: {
    method: 'POST',
    path: '/api/get-courses-by-id',
    summary: 'One course by its number or slug',
    item: 'courses',
  },
  course: { method: 'POST', path: '/api/get-course', summary: 'One course by its slug', item: 'courses' },
  blogs: { method: 'GET', path: '/api/get-blogs', summary: 'All blog posts', list: 'blogs' },
  blog: { method: 'POST', path: '/api/get-blog', summary: 'One blog post by its slug', item: 'blogs' },
  blogById: {
    method: 'POST',
    path: '/api/get-blog-by-id',
    summary: 'One blog post by its number or slug',
    item: 'blogs',
  },
  events: { method: 'POST', path: '/api/get-events', summary: 'The events of one type', list: 'events' },
  event: { method: 'POST', path: '/api/get-event', summary: 'One event by its slug', item: 'events' },
  news: { method: 'POST', path: '/api/get-news', summary: 'News of the product, or of AI in general', list: 'news' },
  newsItem: { method: 'POST', path: '/api/get-next-new', summary: 'One news item by its slug', item: 'news' },
} as const satisfies Record<string, Operation>

/** An operation. With `list` it returns this list of the home data; with `item` it returns one item of this list. */
export type Operation = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  item?: ListKey
  list?: ListKey
}

/** The lists of the home data whose items have slugs and an operation that returns one of them. */
export type ListKey = 'courses' | 'blogs' | 'events' | 'news'

export type OperationName = keyof typeof operations

/** The operations' names, in the order of the spec's table. */
export const operationNames = Object.keys(operations) as OperationName[]

/** Returns the operation with this path, or `undefined`. */
export function operationAt(path: string | undefined): OperationName | undefined {
  return operationNames.find((name) => operations[name].path === path)
}

/** True for a payload with a slug or an id, which may name an item that does not exist. */
export function asksForOne(payload: unknown): boolean {
  const { slug, id } = (payload ?? {}) as { slug?: unknown; id?: unknown }
  return id !== undefined || (slug !== undefined && slug !== '')
}

/** The two kinds of event (spec section 3), as the API spells them. */
export const eventTypes = Object.keys(entities.events.fields.event_type.choices) as EventType[]

/** The product if no product is configured. The institute has the same name. */
export const defaultProduct = 'ugarit'

/**
 * True for a valid product slug, which becomes part of a path and of a field's name. `ai` is refused, because AI has its own
 * news.
 */
export function isProduct(text: string): boolean {
  return /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/.test(text) && text !== 'ai' && text.length <= 40
}

/**
 * The field that distinguishes product news from AI news: `{product}_news` (spec section 7), in news items and in the payload
 * of the news operation.
 */
export function newsFlag(product: string): `${string}_news` {
  return `${product}_news`
}
