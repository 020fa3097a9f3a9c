import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { generateContent } from '../../support/generated-content'

/*
 * The API of the spec, written a second time without anything of `server/` or `contract/`: what the contract check meets in
 * the world. It is right as it stands; hooks make it drift.
 */

export type Item = Record<string, unknown>
export type Site = Record<'courses' | 'courses_categories' | 'news' | 'blogs' | 'events' | 'team', Item[]> & {
  goals: Item
}

/** One call: the last part of its path, its payload, the answer's `data` (`undefined` is a 404), and the whole content. */
export type Call = { route: string; payload: Item; data: unknown; site: Site }

export type Hooks = {
  /** Changes the content before it is served. */
  content?: (site: Site) => void
  /** Gives other data for a call. */
  answer?: (call: Call) => unknown
  /** Answers a call itself and gives true. */
  respond?: (call: Call, response: ServerResponse, request: IncomingMessage) => boolean
  /** Answers a request for a picture itself and gives true. */
  image?: (name: string, response: ServerResponse) => boolean
  /** Members of the envelope beside `data`. */
  envelope?: Item
  /** A path before `/api` and `/images`. */
  prefix?: string
}

export type Running = {
  url: string
  site: Site
  /** Requests so far, by path. */
  requests: string[]
  /** The most that were being answered at one time. */
  most: () => number
  close: () => Promise<void>
}

/** Content with every optional field, so that a row of a table can break any of them. */
export function wholeSite(size = 9): Site {
  const site = structuredClone(generateContent({ size, seed: 7 })) as unknown as Site
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

/** Serves a site on a free port until it is closed. */
export async function startServer(hooks: Hooks = {}, site = wholeSite()): Promise<Running> {
  const { prefix = '' } = hooks
  hooks.content?.(site)
  const requests: string[] = []
  let inFlight = 0
  let most = 0
  const server: Server = createServer(async (request, response) => {
    most = Math.max(most, ++inFlight)
    response.once('close', () => inFlight--)
    const path = (request.url ?? '').slice(prefix.length)
    requests.push(path)
    const body = await read(request)
    if (!request.url?.startsWith(`${prefix}/`)) return refuse(response, 404)
    const image = /^\/images\/(.+)$/.exec(path)?.[1]
    if (image !== undefined) {
      const name = decodeURIComponent(image)
      if (!hooks.image?.(name, response)) await sendPicture(name, response)
      return
    }
    const route = path.replace('/api/', '')
    const payload = parse(body, request.headers['content-type'] ?? '')
    if (payload === undefined) return refuse(response, 400)
    const right = answers[route]?.(site, payload)
    const call: Call = { route, payload, data: right === undefined ? undefined : structuredClone(right), site }
    if (hooks.answer) call.data = hooks.answer(call)
    if (hooks.respond?.(call, response, request)) return
    if (call.data === undefined) return refuse(response, 404)
    sendJson(response, { ...hooks.envelope, data: call.data })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    ...{ site, requests },
    most: () => most,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Sends any value as JSON; true, as hooks say that they have answered. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): true {
  return send(response, 'application/json', JSON.stringify(value), status)
}

/** Sends a body of any type; true as well. */
export function send(
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  return true
}

const bySlug = (list: Item[], { slug }: Item) => list.find((item) => item.slug === slug)
const bySlugOrId = (list: Item[], payload: Item) =>
  payload.id === undefined ? bySlug(list, payload) : list.find(({ id }) => id === payload.id)
const types = ['free_workshop', 'competitions_programming']

const answers: Record<string, (site: Site, payload: Item) => unknown> = {
  'get-data': (site) => [site],
  'get-courses-by-category': ({ courses, courses_categories }, { slug }) => {
    if (slug === undefined || slug === '') return { courses, category: null }
    const category = bySlug(courses_categories, { slug })
    return category && { courses: courses.filter((course) => course.category === slug), category }
  },
  'get-courses-by-id': ({ courses }, payload) => bySlugOrId(courses, payload),
  'get-course': ({ courses }, payload) => bySlug(courses, payload),
  'get-blogs': ({ blogs }) => blogs,
  'get-blog': ({ blogs }, payload) => bySlug(blogs, payload),
  'get-blog-by-id': ({ blogs }, payload) => bySlugOrId(blogs, payload),
  'get-events': ({ events }, { event_type }) =>
    types.includes(String(event_type)) ? events.filter((event) => event.event_type === event_type) : undefined,
  'get-event': ({ events }, payload) => bySlug(events, payload),
  'get-news': ({ news }, { ugarit_news }) =>
    typeof ugarit_news === 'boolean' ? news.filter((item) => item.ugarit_news === ugarit_news) : undefined,
  'get-next-new': ({ news }, payload) => bySlug(news, payload),
}

/** A refusal as plain servers send it: no problem document. */
function refuse(response: ServerResponse, status: number): void {
  send(response, 'text/html', '<h1>Sorry</h1>', status)
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function parse(body: string, type: string): Item | undefined {
  if (body === '') return {}
  if (type.includes('form')) {
    const values: Record<string, unknown> = { true: true, false: false }
    return Object.fromEntries([...new URLSearchParams(body)].map(([key, value]) => [key, values[value] ?? value]))
  }
  try {
    return JSON.parse(body) as Item
  } catch {
    return undefined
  }
}

const pictures = new Map<string, Promise<Buffer>>()

/** A small picture in the format of its name; `shade` makes another one. */
export function pictureOf(name: string, shade = '#2a6f77'): Promise<Buffer> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'png'
  const format = extension === 'jpg' ? 'jpeg' : (extension as 'png')
  const key = `${format} ${shade}`
  const made =
    pictures.get(key) ??
    sharp({ create: { width: 32, height: 18, channels: 3, background: shade } })
      .toFormat(format)
      .toBuffer()
  pictures.set(key, made)
  return made
}

async function sendPicture(name: string, response: ServerResponse): Promise<void> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'png'
  send(response, `image/${extension === 'jpg' ? 'jpeg' : extension}`, await pictureOf(name))
}
