import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { generateContent, pictureFormat, pictureOf } from '../support/generated-content'
import { startHttpServer } from '../support/http-server'

/*
 * Implements the API of the spec a second time, without code of `server/` or `contract/`, like the APIs that others write. The API
 * is correct until hooks make it drift.
 */

export type Item = Record<string, unknown>
type ListName = 'courses' | 'courses_categories' | 'news' | 'blogs' | 'events' | 'team'
export type SiteContent = Record<ListName, Item[]> & { goals: Item }

/** One call: the last part of its path, its payload, the response's `data` (`undefined` for a 404), and the whole content. */
export type Call = { route: string; payload: Item; data: unknown; site: SiteContent }

export type Hooks = {
  /** Changes the content before it is served. */
  content?: (site: SiteContent) => void
  /** Returns other data for a call. */
  answer?: (call: Call) => unknown
  /** Answers a call itself and returns true, or returns false. */
  respond?: (call: Call, response: ServerResponse, request: IncomingMessage) => boolean
  /** Answers a request for a picture itself and returns true, or returns false. */
  image?: (name: string, response: ServerResponse) => boolean
  /** The path before `/api` and `/images`. */
  prefix?: string
  /** Returns the headers of every answer; by default pages of any origin may read them. */
  headers?: (request: IncomingMessage) => Record<string, string>
  /** Answers a preflight, by default with 204. */
  preflight?: (response: ServerResponse) => unknown
}

/** Changes fields of the first item of a list. `undefined` removes a field. */
export function inFirst(list: ListName, fields: Item): Hooks {
  return { content: (site) => Object.assign(firstOf(site[list]), fields) }
}

/** Changes the data of a route's responses, except of a 404. */
export function inData(route: string, change: (data: never, call: Call) => unknown): Hooks {
  const isChanged = (call: Call) => call.route === route && call.data !== undefined
  return { answer: (call) => (isChanged(call) ? change(call.data as never, call) : call.data) }
}

/** Changes fields of the item that a route answers with. */
export const inFields = (route: string, fields: Item): Hooks => inData(route, (item: Item) => ({ ...item, ...fields }))

/** Removes items from the lists of events. */
export const lackingEvents = (count = 1): Hooks => inData('get-events', (events: Item[]) => events.slice(count))

/** Sends the responses of a route itself, except a 404. */
export function inResponse(
  route: string,
  respond: (response: ServerResponse, data: unknown, request: IncomingMessage) => boolean,
): Hooks {
  return {
    respond: (call, response, request) =>
      call.route === route && call.data !== undefined && respond(response, call.data, request),
  }
}

/** Sends another type or body for a route. */
export function inBody(route: string, type: string, bodyOf = (data: unknown) => JSON.stringify({ data })): Hooks {
  return inResponse(route, (response, data) => send(response, type, bodyOf(data)))
}

/** Sends another body for a picture. */
export function inPicture(type: string, body: string | Buffer, status = 200, wanted = 'x.webp'): Hooks {
  return { image: (name, response) => name === wanted && send(response, type, body, status) }
}

/** Returns the first item of a list. The tests' site has items of every kind. */
export const firstOf = (list: Item[]): Item => list[0] as Item

/** Content with every optional field, so that a row of a table can break any of them. */
export function fullContent(size = 9): SiteContent {
  const site = structuredClone(generateContent({ size, seed: 7 })) as unknown as SiteContent
  site.courses.forEach((course, index) => {
    Object.assign(course, { id: index + 1, count: 24, date: '2027-01-05', registration_link: 'https://example.org/r' })
  })
  site.blogs.forEach((blog, index) => {
    Object.assign(blog, { id: index + 1, link: 'https://example.org/b' })
  })
  const texts = { en_title: 'Title', ar_title: 'عنوان', en_body: '<p>Body</p>' }
  for (const item of [...site.courses, ...site.blogs, ...site.events, ...site.news]) Object.assign(item, texts)
  return site
}

/** The headers of an API that pages of any origin may call. */
export const allowingAll = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }

/** Serves a site on a free port until the server is closed. `requests` are the paths of all requests so far. */
export async function startServer(hooks: Hooks = {}, site = fullContent()) {
  const { prefix = '', headers: headersOf = () => allowingAll, preflight = (to) => to.writeHead(204).end() } = hooks
  hooks.content?.(site)
  const requests: string[] = []
  const { url, stop } = await startHttpServer(async (request, response) => {
    const { url: address = '', headers } = request
    const path = address.startsWith(prefix) ? address.slice(prefix.length) : ''
    requests.push(path)
    for (const [name, value] of Object.entries(headersOf(request))) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return preflight(response)
    const body = await text(request)
    const [, image] = /^\/images\/(.+)$/.exec(path) ?? []
    if (image !== undefined) {
      const name = decodeURIComponent(image)
      return hooks.image?.(name, response) || send(response, `image/${pictureFormat(name)}`, await pictureOf(name))
    }
    const route = path.replace('/api/', '')
    const payload = parse(body, headers['content-type'] ?? '')
    if (payload === undefined) return refuse(response)
    const call: Call = { route, payload, data: structuredClone(answers[route]?.(site, payload)), site }
    if (hooks.answer) call.data = hooks.answer(call)
    if (hooks.respond?.(call, response, request)) return true
    return call.data === undefined ? refuse(response) : sendJson(response, { data: call.data })
  })
  return { url: url + prefix, site, close: stop, requests }
}

/** Sends any value as JSON. Returns true, because hooks return true when they have answered. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): true {
  return send(response, 'application/json', JSON.stringify(value), status)
}

/** Sends a body of any type. Returns true, like `sendJson`. */
export function send(
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  return true
}

/** Refuses a call as a simple server does, without a problem document. */
const refuse = (response: ServerResponse) => send(response, 'text/html', '<h1>Sorry</h1>', 404)

const find = (list: Item[], { slug, id }: Item) =>
  list.find((item) => (id === undefined ? item.slug === slug : item.id === id))
const types = ['free_workshop', 'competitions_programming']

const answers: Record<string, (site: SiteContent, payload: Item) => unknown> = {
  'get-data': (site) => [site],
  'get-courses-by-category': ({ courses, courses_categories }, { slug }) => {
    if (slug === undefined || slug === '') return { courses, category: null }
    const category = find(courses_categories, { slug })
    return category && { courses: courses.filter((course) => course.category === slug), category }
  },
  'get-courses-by-id': ({ courses }, payload) => find(courses, payload),
  'get-course': ({ courses }, payload) => find(courses, payload),
  'get-blogs': ({ blogs }) => blogs,
  'get-blog': ({ blogs }, payload) => find(blogs, payload),
  'get-blog-by-id': ({ blogs }, payload) => find(blogs, payload),
  'get-events': ({ events }, { event_type }) =>
    types.includes(String(event_type)) ? events.filter((event) => event.event_type === event_type) : undefined,
  'get-event': ({ events }, payload) => find(events, payload),
  'get-news': ({ news }, { ugarit_news }) =>
    typeof ugarit_news === 'boolean' ? news.filter((item) => item.ugarit_news === ugarit_news) : undefined,
  'get-next-new': ({ news }, payload) => find(news, payload),
}

function parse(body: string, type: string): Item | undefined {
  if (type.includes('form')) {
    const values: Record<string, unknown> = { true: true, false: false }
    return Object.fromEntries([...new URLSearchParams(body)].map(([key, value]) => [key, values[value] ?? value]))
  }
  try {
    return JSON.parse(body || '{}') as Item
  } catch {
    return undefined
  }
}

/** Returns the same value with the keys of every object in the opposite order. */
export function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toReversed()
  return Object.fromEntries(entries.map(([key, child]) => [key, turned(child)]))
}
