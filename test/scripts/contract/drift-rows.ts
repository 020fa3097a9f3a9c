import type { ServerResponse } from 'node:http'
import type { OperationName } from '#contract/operations'
import { type Call, type Hooks, type Item, pictureOf, type Site, send, sendJson } from './drifting-server'

/** A kind of drift: how the server is made to drift, and what must be said of it. */
export type DriftRow = {
  title: string
  hooks: Hooks
  /** Severity, rule, operation and pointer, with `*` for positions in lists. */
  drift: `${'error' | 'warning'} ${string} ${OperationName} ${string}`
  expected: RegExp
  found: RegExp
}

const is = (call: Call, route: string) => call.route === route && call.data !== undefined
/** Data of one route, changed. */
const at = (route: string, change: (data: never, call: Call) => unknown): Hooks => ({
  answer: (call) => (is(call, route) ? change(call.data as never, call) : call.data),
})
/** Another response of one route, where it has data. */
const reply = (route: string, send: (response: ServerResponse, call: Call) => boolean): Hooks => ({
  respond: (call, response) => is(call, route) && send(response, call),
})
const content = (change: (site: Site) => void): Hooks => ({ content: change })
const first = (list: Item[]): Item => list[0] as Item // the site of the tests has items of every kind
/** Fields of the first item of a list, changed. */
const firstOf = (list: Exclude<keyof Site, 'goals'>, fields: Item): Hooks =>
  content((site) => Object.assign(first(site[list]), fields))

export const driftRows: DriftRow[] = [
  {
    ...{ title: 'a number that became text', hooks: firstOf('courses', { count: '24' }) },
    ...{ drift: 'warning habit.number course /data/count', expected: /a number/, found: /string "24"/ },
  },
  {
    ...{ title: 'a required field that went', hooks: content(({ blogs }) => delete first(blogs).image) },
    ...{ drift: 'error answer.missing blogs /data/*/image', expected: /a string/, found: /nothing/ },
  },
  {
    ...{ title: 'null in place of text', hooks: firstOf('events', { en_body: null }) },
    ...{ drift: 'error answer.type event /data/en_body', expected: /a string/, found: /null/ },
  },
  {
    ...{ title: 'tags as one text', hooks: firstOf('courses', { tags: 'a,b' }) },
    ...{ drift: 'warning habit.tags homeData /data/*/courses/*/tags', expected: /a list/, found: /"a,b"/ },
  },
  {
    ...{ title: 'a title in neither language', hooks: firstOf('news', { en_title: '', ar_title: '' }) },
    ...{ drift: 'error answer.value newsItem /data/en_title', expected: /en_title or ar_title/, found: /""/ },
  },
  {
    ...{ title: 'an unknown event type', hooks: firstOf('events', { event_type: 'free_workshops' }) },
    drift: 'error answer.value homeData /data/*/events/*/event_type',
    ...{ expected: /one of/, found: /free_workshops/ },
  },
  {
    ...{ title: 'a day that no month has', hooks: firstOf('courses', { date: '2027-02-31' }) },
    ...{ drift: 'error answer.value courseById /data/date', expected: /ISO 8601/, found: /2027-02-31/ },
  },
  {
    title: 'JSON of another charset',
    hooks: reply('get-next-new', (response, call) =>
      send(response, 'application/json; charset=windows-1256', JSON.stringify({ data: call.data })),
    ),
    ...{ drift: 'error answer.charset newsItem ', expected: /charset UTF-8/, found: /windows-1256/ },
  },
  {
    ...{ title: 'a date that is none', hooks: firstOf('courses', { date: '05/01/2027' }) },
    ...{ drift: 'error answer.value courseById /data/date', expected: /ISO 8601/, found: /05\/01\/2027/ },
  },
  {
    ...{ title: 'a link that is a script', hooks: firstOf('courses', { registration_link: 'javascript:alert(1)' }) },
    ...{ drift: 'error answer.value course /data/registration_link', expected: /http/, found: /javascript/ },
  },
  {
    ...{ title: 'a link of ftp', hooks: firstOf('blogs', { link: 'ftp://example.org/' }) },
    ...{ drift: 'error answer.value blogById /data/link', expected: /http/, found: /ftp:/ },
  },
  {
    title: 'a link in a body that is a script',
    hooks: firstOf('news', { ar_body: '<a href="java&#115;cript:x()">x</a>' }),
    ...{ drift: 'warning body.link homeData /data/*/news/*/ar_body', expected: /http/, found: /javascript:x/ },
  },
  {
    ...{ title: 'a picture with a path', hooks: firstOf('team', { image: '../a.png' }) },
    ...{ drift: 'error answer.value homeData /data/*/team/*/image', expected: /file name/, found: /\.\./ },
  },
  {
    title: 'a news flag as a number',
    hooks: at('get-data', ([site]: [Site]) => [{ ...site, news: site.news.map((item) => flagged(item, Number)) }]),
    drift: 'warning habit.boolean homeData /data/*/news/*/ugarit_news',
    ...{ expected: /true or false/, found: /number [01]/ },
  },
  {
    title: 'a part of the home data that went',
    hooks: at('get-data', ([{ team: _, ...rest }]: [Site]) => [rest]),
    ...{ drift: 'error answer.missing homeData /data/*/team', expected: /a list/, found: /nothing/ },
  },
  {
    ...{ title: 'home data that is no list', hooks: at('get-data', ([site]: [Site]) => site) },
    ...{ drift: 'error answer.type homeData /data', expected: /a list/, found: /an object/ },
  },
  {
    title: 'an answer without its envelope',
    hooks: reply('get-blogs', (response, call) => sendJson(response, call.data)),
    ...{ drift: 'error answer.envelope blogs ', expected: /"data"/, found: /bare list/ },
  },
  {
    title: 'an envelope of another name',
    hooks: reply('get-course', (response, call) => sendJson(response, { result: call.data })),
    ...{ drift: 'error answer.envelope course /data', expected: /member "data"/, found: /result/ },
  },
  {
    ...{ title: 'an item in a list of one', hooks: at('get-event', (event) => [event]) },
    ...{ drift: 'warning habit.one event /data', expected: /an object/, found: /a list of 1/ },
  },
  {
    ...{ title: 'a status of 500', hooks: reply('get-news', (response) => sendJson(response, {}, 500)) },
    ...{ drift: 'error answer.status news ', expected: /status 200/, found: /status 500/ },
  },
  {
    ...{ title: 'a known slug that is not found', hooks: at('get-blog', () => undefined) },
    ...{ drift: 'error answer.status blog ', expected: /status 200/, found: /status 404/ },
  },
  {
    title: 'HTML in place of JSON',
    hooks: reply('get-next-new', (response) => send(response, 'text/html', '<!doctype html><p>Welcome</p>')),
    ...{ drift: 'error answer.json newsItem ', expected: /JSON/, found: /HTML/ },
  },
  {
    title: 'JSON that is cut',
    hooks: reply('get-events', (response) => send(response, 'application/json', '{"data":[{"slug":')),
    ...{ drift: 'error answer.json events ', expected: /JSON/, found: /no JSON/ },
  },
  {
    title: 'JSON that says it is text',
    hooks: reply('get-blogs', (response, call) => send(response, 'text/plain', JSON.stringify({ data: call.data }))),
    ...{ drift: 'error answer.content-type blogs ', expected: /application\/json/, found: /text\/plain/ },
  },
  {
    ...{ title: 'a list that is empty', hooks: at('get-blogs', () => []) },
    ...{ drift: 'error list.empty blogs /data', expected: /blogs that homeData has/, found: /an empty list/ },
  },
  {
    ...{ title: 'a list that lacks an item', hooks: at('get-blogs', (list: Item[]) => list.slice(1)) },
    ...{ drift: 'error list.item-missing blogs /data', expected: /all blogs/, found: /none with the slug/ },
  },
  {
    title: 'a list with an item that is nowhere else',
    hooks: at('get-events', (list: Item[]) => [...list, { ...first(list), slug: 'ghost' }]),
    ...{ drift: 'error list.item-unknown events /data/*/slug', expected: /homeData's events/, found: /ghost/ },
  },
  {
    title: 'two items of one slug',
    hooks: content(({ courses }) => Object.assign(courses[1] as Item, { slug: first(courses).slug })),
    drift: 'error list.duplicate homeData /data/*/courses/*/slug',
    ...{ expected: /its own slug/, found: /has already/ },
  },
  {
    title: 'another item than the one asked for',
    hooks: {
      answer: ({ route, data }) => (route === 'get-course' && data ? { ...(data as Item), slug: 'another' } : data),
    },
    ...{ drift: 'error item.other course /data/slug', expected: /slug asked for/, found: /another/ },
  },
  {
    title: 'another item than the id asked for',
    hooks: {
      answer: ({ route, data, payload }) =>
        route === 'get-blog-by-id' && data && payload.id !== undefined ? { ...(data as Item), id: 99 } : data,
    },
    ...{ drift: 'error item.other blogById /data/id', expected: /id asked for/, found: /99/ },
  },
  {
    title: 'an item alone that differs from its list',
    hooks: at('get-event', (event: Item) => ({ ...event, en_title: 'Other' })),
    ...{ drift: 'error item.differs event /data/en_title', expected: /homeData has.*"Title"/, found: /"Other"/ },
  },
  {
    title: 'a list item that differs from the home data',
    hooks: at('get-news', (list: Item[]) => list.map((item) => ({ ...item, en_body: '<p>Short</p>' }))),
    ...{ drift: 'error item.differs news /data/*/en_body', expected: /homeData/, found: /Short/ },
  },
  {
    title: 'a category with the courses of others',
    hooks: {
      answer: ({ route, data, payload }) => {
        if (route !== 'get-courses-by-category' || !data || !payload.slug) return data
        const { courses, category } = data as { courses: Item[]; category: Item }
        return { courses: [...courses, { ...first(courses), slug: 'strayed', category: 'elsewhere' }], category }
      },
    },
    drift: 'error list.item-misplaced coursesByCategory /data/courses/*/category',
    ...{ expected: /as asked/, found: /elsewhere/ },
  },
  {
    title: 'another category than the one asked for',
    hooks: {
      answer: ({ route, data, payload }) =>
        route === 'get-courses-by-category' && data && payload.slug
          ? { ...(data as Item), category: { slug: 'x', name: 'X' } }
          : data,
    },
    ...{ drift: 'error item.differs coursesByCategory /data/category/slug', expected: /homeData/, found: /"x"/ },
  },
  {
    ...{ title: 'a course of a category that is nowhere', hooks: firstOf('courses', { category: 'nowhere' }) },
    drift: 'error item.unknown-category homeData /data/*/courses/*/category',
    ...{ expected: /courses_categories/, found: /nowhere/ },
  },
  {
    title: 'no category that is not all courses',
    hooks: {
      answer: ({ route, data, payload }) =>
        route === 'get-courses-by-category' && payload.slug === '' ? { courses: [], category: null } : data,
    },
    drift: 'error list.empty coursesByCategory /data/courses',
    ...{ expected: /courses that homeData has/, found: /empty list/ },
  },
  {
    title: 'events of the wrong type',
    hooks: { answer: ({ route, data, payload }) => (route === 'get-events' && data ? swapType(data, payload) : data) },
    ...{ drift: 'error list.item-misplaced events /data/*/event_type', expected: /as asked/, found: /string/ },
  },
  {
    title: 'a news flag that does not split',
    hooks: { answer: ({ route, data, site }) => (route === 'get-news' && data ? site.news : data) },
    ...{ drift: 'error list.item-misplaced news /data/*/ugarit_news', expected: /as asked/, found: /true|false/ },
  },
  {
    title: 'an item for an unknown slug',
    hooks: {
      answer: ({ route, data, site }) => (route === 'get-course' ? (data ?? first(site.courses)) : data),
    },
    drift: 'warning refusal.unknown-slug course /data',
    ...{ expected: /no item for an unknown slug/, found: /200 with an item/ },
  },
  {
    title: 'an item for a payload that does not fit',
    hooks: {
      answer: ({ route, data, payload, site }) =>
        route === 'get-event' && payload.slug === undefined ? first(site.events) : data,
    },
    ...{ drift: 'warning refusal.no-slug event /data', expected: /no item for a payload without a slug/, found: /200/ },
  },
  {
    title: 'a failure for an unknown slug',
    hooks: {
      respond: ({ route, data }, response) => route === 'get-blog' && !data && sendJson(response, {}, 500),
    },
    ...{ drift: 'error refusal.failure blog ', expected: /no item for an unknown slug/, found: /status 500/ },
  },
  {
    title: 'a picture that is not there',
    hooks: { image: (name, response) => name === 'x.webp' && send(response, 'text/plain', 'Not found', 404) },
    drift: 'error picture.missing homeData /data/*/courses/*/image',
    ...{ expected: /images\/x\.webp/, found: /status 404/ },
  },
  {
    title: 'a picture that is HTML',
    hooks: {
      image: (name, response) => name === 'x.webp' && send(response, 'text/html', '<!doctype html><title>Site</title>'),
    },
    ...{ drift: 'error picture.missing homeData /data/*/courses/*/image', expected: /a picture at/, found: /HTML/ },
  },
  {
    title: 'a picture whose bytes are none',
    hooks: { image: (name, response) => name === 'x.webp' && send(response, 'image/webp', 'not at all') },
    drift: 'error picture.missing homeData /data/*/courses/*/image',
    ...{ expected: /a picture at/, found: /no picture/ },
  },
  {
    title: 'a list for an unknown slug',
    hooks: { answer: ({ route, data, site }) => (route === 'get-event' ? (data ?? site.events) : data) },
    drift: 'warning refusal.unknown-slug event /data',
    ...{ expected: /no item for an unknown slug/, found: /200 with \d+ items/ },
  },
  {
    title: 'true or false as text',
    hooks: at('get-news', (list: Item[]) => list.map((item) => flagged(item, String))),
    drift: 'warning habit.boolean news /data/*/ugarit_news',
    ...{ expected: /true or false/, found: /string "(?:true|false)"/ },
  },
  {
    ...{ title: 'null for an empty list', hooks: content((site) => Object.assign(site, { team: null })) },
    ...{ drift: 'warning habit.empty-list homeData /data/*/team', expected: /a list/, found: /null/ },
  },
  {
    ...{ title: 'a date with a space and without a zone', hooks: firstOf('courses', { date: '2027-01-05 18:00:00' }) },
    ...{ drift: 'warning habit.date course /data/date', expected: /with a T/, found: /2027-01-05 18:00:00/ },
  },
  {
    ...{ title: 'entities in a title', hooks: firstOf('blogs', { en_title: 'R&amp;D' }) },
    ...{ drift: 'warning habit.entity blogs /data/*/en_title', expected: /without entities/, found: /R&amp;D/ },
  },
  {
    title: 'the address of a picture',
    hooks: {
      respond: (call, response, { headers }) => {
        if (!is(call, 'get-event')) return false
        const event = call.data as Item
        const image = `http://${headers.host}/images/${encodeURIComponent(String(event.image))}`
        return sendJson(response, { data: { ...event, image } })
      },
    },
    ...{ drift: 'warning habit.picture event /data/image', expected: /a file name/, found: /http:/ },
  },
  {
    title: 'an element that pages drop',
    hooks: firstOf('blogs', { en_body: '<p>x</p><iframe src="/a"></iframe>' }),
    ...{ drift: 'warning body.element homeData /data/*/blogs/*/en_body', expected: /<iframe>/, found: /<iframe>/ },
  },
  {
    title: 'a style of its own in a body',
    hooks: content(({ goals }) => Object.assign(goals, { ar_mission: '<p style="color:red">x</p>' })),
    drift: 'warning body.attribute homeData /data/*/goals/ar_mission',
    ...{ expected: /attribute style/, found: /<p style>/ },
  },
  {
    title: 'a picture of another place in a body',
    hooks: firstOf('news', { en_body: '<img src="https://example.org/x.png">' }),
    ...{ drift: 'warning body.picture homeData /data/*/news/*/en_body', expected: /image base/, found: /example\.org/ },
  },
  {
    title: 'a picture too large',
    hooks: {
      image: (name, response) => {
        if (name !== 'x.webp') return false
        void pictureOf(name).then((picture) => {
          const large = Buffer.concat([picture, Buffer.alloc(1_100_000)])
          send(response.setHeader('content-length', large.length), 'image/webp', large)
        })
        return true
      },
    },
    drift: 'warning picture.size homeData /data/*/courses/*/image',
    ...{ expected: /at most 1000000/, found: /11\d+ bytes/ },
  },
]

function flagged(item: Item, form: (value: unknown) => unknown): Item {
  return { ...item, ugarit_news: form(item.ugarit_news) }
}

function swapType(data: unknown, { event_type }: Item): Item[] {
  const other = event_type === 'free_workshop' ? 'competitions_programming' : 'free_workshop'
  return (data as Item[]).map((event) => ({ ...event, event_type: other }))
}
