import type { OperationName } from '#contract/operations'
import { type Call, type Hooks, type Item, pictureOf, type Site, send, sendJson } from './drifting-server'

/** A kind of drift: how the server is made to drift, and what must be said of it. */
export type DriftRow = {
  title: string
  hooks: Hooks
  /** An error unless told. */
  severity?: 'warning'
  operation: OperationName
  /** With `*` for positions in lists. */
  pointer: string
  expected: RegExp
  found: RegExp
}

const is = (call: Call, route: string) => call.route === route && call.data !== undefined
/** Data of one route, changed. */
const at = (route: string, change: (data: never, call: Call) => unknown): Hooks => ({
  answer: (call) => (is(call, route) ? change(call.data as never, call) : call.data),
})
const content = (change: (site: Site) => void): Hooks => ({ content: change })
const first = (list: Item[]): Item => list[0] as Item // the site of the tests has items of every kind

export const driftRows: DriftRow[] = [
  {
    title: 'a number that became text',
    severity: 'warning',
    hooks: content(({ courses }) => Object.assign(first(courses), { count: '24' })),
    ...{ operation: 'course', pointer: '/data/count', expected: /a number/, found: /string "24"/ },
  },
  {
    title: 'a required field that went',
    hooks: content(({ blogs }) => delete first(blogs).image),
    ...{ operation: 'blogs', pointer: '/data/*/image', expected: /a string/, found: /nothing/ },
  },
  {
    title: 'null in place of text',
    hooks: content(({ events }) => Object.assign(first(events), { en_body: null })),
    ...{ operation: 'event', pointer: '/data/en_body', expected: /a string/, found: /null/ },
  },
  {
    title: 'tags as one text',
    severity: 'warning',
    hooks: content(({ courses }) => Object.assign(first(courses), { tags: 'a,b' })),
    ...{ operation: 'homeData', pointer: '/data/*/courses/*/tags', expected: /a list/, found: /"a,b"/ },
  },
  {
    title: 'a title in neither language',
    hooks: content(({ news }) => Object.assign(first(news), { en_title: '', ar_title: '' })),
    ...{ operation: 'newsItem', pointer: '/data/en_title', expected: /en_title or ar_title/, found: /""/ },
  },
  {
    title: 'an unknown event type',
    hooks: content(({ events }) => Object.assign(first(events), { event_type: 'free_workshops' })),
    ...{ operation: 'homeData', pointer: '/data/*/events/*/event_type', expected: /one of/, found: /free_workshops/ },
  },
  {
    title: 'a day that no month has',
    hooks: content(({ courses }) => Object.assign(first(courses), { date: '2027-02-31' })),
    ...{ operation: 'courseById', pointer: '/data/date', expected: /ISO 8601/, found: /2027-02-31/ },
  },
  {
    title: 'JSON of another charset',
    hooks: {
      respond: (call, response) =>
        is(call, 'get-next-new') &&
        send(response, 'application/json; charset=windows-1256', JSON.stringify({ data: call.data })),
    },
    ...{ operation: 'newsItem', pointer: '', expected: /charset UTF-8/, found: /windows-1256/ },
  },
  {
    title: 'a date that is none',
    hooks: content(({ courses }) => Object.assign(first(courses), { date: '05/01/2027' })),
    ...{ operation: 'courseById', pointer: '/data/date', expected: /ISO 8601/, found: /05\/01\/2027/ },
  },
  {
    title: 'a link that is a script',
    hooks: content(({ courses }) => Object.assign(first(courses), { registration_link: 'javascript:alert(1)' })),
    ...{ operation: 'course', pointer: '/data/registration_link', expected: /http/, found: /javascript/ },
  },
  {
    title: 'a link of ftp',
    hooks: content(({ blogs }) => Object.assign(first(blogs), { link: 'ftp://example.org/' })),
    ...{ operation: 'blogById', pointer: '/data/link', expected: /http/, found: /ftp:/ },
  },
  {
    title: 'a link in a body that is a script',
    severity: 'warning',
    hooks: content(({ news }) => Object.assign(first(news), { ar_body: '<a href="java&#115;cript:x()">x</a>' })),
    ...{ operation: 'homeData', pointer: '/data/*/news/*/ar_body', expected: /http/, found: /javascript:x/ },
  },
  {
    title: 'a picture with a path',
    hooks: content(({ team }) => Object.assign(first(team), { image: '../a.png' })),
    ...{ operation: 'homeData', pointer: '/data/*/team/*/image', expected: /file name/, found: /\.\./ },
  },
  {
    title: 'a news flag as a number',
    severity: 'warning',
    hooks: at('get-data', ([site]: [Site]) => [{ ...site, news: site.news.map((item) => flagged(item, Number)) }]),
    ...{
      operation: 'homeData',
      pointer: '/data/*/news/*/ugarit_news',
      expected: /true or false/,
      found: /number [01]/,
    },
  },
  {
    title: 'a part of the home data that went',
    hooks: at('get-data', ([{ team: _, ...rest }]: [Site]) => [rest]),
    ...{ operation: 'homeData', pointer: '/data/*/team', expected: /a list/, found: /nothing/ },
  },
  {
    title: 'home data that is no list',
    hooks: at('get-data', ([site]: [Site]) => site),
    ...{ operation: 'homeData', pointer: '/data', expected: /a list/, found: /an object/ },
  },
  {
    title: 'an answer without its envelope',
    hooks: {
      respond: (call, response) => is(call, 'get-blogs') && sendJson(response, call.data),
    },
    ...{ operation: 'blogs', pointer: '', expected: /"data"/, found: /bare list/ },
  },
  {
    title: 'an envelope of another name',
    hooks: {
      respond: (call, response) => is(call, 'get-course') && sendJson(response, { result: call.data }),
    },
    ...{ operation: 'course', pointer: '/data', expected: /member "data"/, found: /result/ },
  },
  {
    title: 'an item in a list of one',
    severity: 'warning',
    hooks: at('get-event', (event) => [event]),
    ...{ operation: 'event', pointer: '/data', expected: /an object/, found: /a list of 1/ },
  },
  {
    title: 'a status of 500',
    hooks: { respond: (call, response) => is(call, 'get-news') && sendJson(response, {}, 500) },
    ...{ operation: 'news', pointer: '', expected: /status 200/, found: /status 500/ },
  },
  {
    title: 'a known slug that is not found',
    hooks: at('get-blog', () => undefined),
    ...{ operation: 'blog', pointer: '', expected: /status 200/, found: /status 404/ },
  },
  {
    title: 'HTML in place of JSON',
    hooks: {
      respond: (call, response) =>
        is(call, 'get-next-new') && send(response, 'text/html', '<!doctype html><p>Welcome</p>'),
    },
    ...{ operation: 'newsItem', pointer: '', expected: /JSON/, found: /HTML/ },
  },
  {
    title: 'JSON that is cut',
    hooks: {
      respond: (call, response) => is(call, 'get-events') && send(response, 'application/json', '{"data":[{"slug":'),
    },
    ...{ operation: 'events', pointer: '', expected: /JSON/, found: /no JSON/ },
  },
  {
    title: 'JSON that says it is text',
    hooks: {
      respond: (call, response) =>
        is(call, 'get-blogs') && send(response, 'text/plain', JSON.stringify({ data: call.data })),
    },
    ...{ operation: 'blogs', pointer: '', expected: /application\/json/, found: /text\/plain/ },
  },
  {
    title: 'a list that is empty',
    hooks: at('get-blogs', () => []),
    ...{ operation: 'blogs', pointer: '/data', expected: /blogs that homeData has/, found: /an empty list/ },
  },
  {
    title: 'a list that lacks an item',
    hooks: at('get-blogs', (list: Item[]) => list.slice(1)),
    ...{ operation: 'blogs', pointer: '/data', expected: /all blogs/, found: /none with the slug/ },
  },
  {
    title: 'a list with an item that is nowhere else',
    hooks: at('get-events', (list: Item[]) => [...list, { ...first(list), slug: 'ghost' }]),
    ...{ operation: 'events', pointer: '/data/*/slug', expected: /homeData's events/, found: /ghost/ },
  },
  {
    title: 'two items of one slug',
    hooks: content(({ courses }) => Object.assign(courses[1] as Item, { slug: first(courses).slug })),
    ...{ operation: 'homeData', pointer: '/data/*/courses/*/slug', expected: /its own slug/, found: /has already/ },
  },
  {
    title: 'another item than the one asked for',
    hooks: {
      answer: ({ route, data }) => (route === 'get-course' && data ? { ...(data as Item), slug: 'another' } : data),
    },
    ...{ operation: 'course', pointer: '/data/slug', expected: /slug asked for/, found: /another/ },
  },
  {
    title: 'another item than the id asked for',
    hooks: {
      answer: ({ route, data, payload }) =>
        route === 'get-blog-by-id' && data && payload.id !== undefined ? { ...(data as Item), id: 99 } : data,
    },
    ...{ operation: 'blogById', pointer: '/data/id', expected: /id asked for/, found: /99/ },
  },
  {
    title: 'an item alone that differs from its list',
    hooks: at('get-event', (event: Item) => ({ ...event, en_title: 'Other' })),
    ...{ operation: 'event', pointer: '/data/en_title', expected: /homeData has.*"Title"/, found: /"Other"/ },
  },
  {
    title: 'a list item that differs from the home data',
    hooks: at('get-news', (list: Item[]) => list.map((item) => ({ ...item, en_body: '<p>Short</p>' }))),
    ...{ operation: 'news', pointer: '/data/*/en_body', expected: /homeData/, found: /Short/ },
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
    ...{
      operation: 'coursesByCategory',
      pointer: '/data/courses/*/category',
      expected: /as asked/,
      found: /elsewhere/,
    },
  },
  {
    title: 'another category than the one asked for',
    hooks: {
      answer: ({ route, data, payload }) =>
        route === 'get-courses-by-category' && data && payload.slug
          ? { ...(data as Item), category: { slug: 'x', name: 'X' } }
          : data,
    },
    ...{ operation: 'coursesByCategory', pointer: '/data/category/slug', expected: /homeData/, found: /"x"/ },
  },
  {
    title: 'a course of a category that is nowhere',
    hooks: content(({ courses }) => Object.assign(first(courses), { category: 'nowhere' })),
    ...{
      operation: 'homeData',
      pointer: '/data/*/courses/*/category',
      expected: /courses_categories/,
      found: /nowhere/,
    },
  },
  {
    title: 'no category that is not all courses',
    hooks: {
      answer: ({ route, data, payload }) =>
        route === 'get-courses-by-category' && payload.slug === '' ? { courses: [], category: null } : data,
    },
    ...{
      operation: 'coursesByCategory',
      pointer: '/data/courses',
      expected: /courses that homeData has/,
      found: /empty list/,
    },
  },
  {
    title: 'events of the wrong type',
    hooks: { answer: ({ route, data, payload }) => (route === 'get-events' && data ? swapType(data, payload) : data) },
    ...{ operation: 'events', pointer: '/data/*/event_type', expected: /as asked/, found: /string/ },
  },
  {
    title: 'a news flag that does not split',
    hooks: {
      answer: ({ route, data, site }) => (route === 'get-news' && data ? site.news : data),
    },
    ...{ operation: 'news', pointer: '/data/*/ugarit_news', expected: /as asked/, found: /true|false/ },
  },
  {
    title: 'an item for an unknown slug',
    severity: 'warning',
    hooks: {
      answer: ({ route, data, site }) => (route === 'get-course' ? (data ?? first(site.courses)) : data),
    },
    ...{ operation: 'course', pointer: '/data', expected: /no item for an unknown slug/, found: /200 with an item/ },
  },
  {
    title: 'an item for a payload that does not fit',
    severity: 'warning',
    hooks: {
      answer: ({ route, data, payload, site }) =>
        route === 'get-event' && payload.slug === undefined ? first(site.events) : data,
    },
    ...{ operation: 'event', pointer: '/data', expected: /no item for a payload without a slug/, found: /200/ },
  },
  {
    title: 'a failure for an unknown slug',
    hooks: {
      respond: ({ route, data }, response) => route === 'get-blog' && !data && sendJson(response, {}, 500),
    },
    ...{ operation: 'blog', pointer: '', expected: /no item for an unknown slug/, found: /status 500/ },
  },
  {
    title: 'a picture that is not there',
    hooks: { image: (name, response) => name === 'x.webp' && send(response, 'text/plain', 'Not found', 404) },
    ...{ operation: 'homeData', pointer: '/data/*/courses/*/image', expected: /images\/x\.webp/, found: /status 404/ },
  },
  {
    title: 'a picture that is HTML',
    hooks: {
      image: (name, response) => name === 'x.webp' && send(response, 'text/html', '<!doctype html><title>Site</title>'),
    },
    ...{ operation: 'homeData', pointer: '/data/*/courses/*/image', expected: /a picture at/, found: /HTML/ },
  },
  {
    title: 'a picture whose bytes are none',
    hooks: {
      image: (name, response) => name === 'x.webp' && send(response, 'image/webp', 'not at all'),
    },
    ...{ operation: 'homeData', pointer: '/data/*/courses/*/image', expected: /a picture at/, found: /no picture/ },
  },
  {
    title: 'a list for an unknown slug',
    severity: 'warning',
    hooks: {
      answer: ({ route, data, site }) => (route === 'get-event' ? (data ?? site.events) : data),
    },
    ...{ operation: 'event', pointer: '/data', expected: /no item for an unknown slug/, found: /200 with \d+ items/ },
  },
  {
    title: 'true or false as text',
    severity: 'warning',
    hooks: at('get-news', (list: Item[]) => list.map((item) => flagged(item, String))),
    ...{
      operation: 'news',
      pointer: '/data/*/ugarit_news',
      expected: /true or false/,
      found: /string "(?:true|false)"/,
    },
  },
  {
    title: 'null for an empty list',
    severity: 'warning',
    hooks: content((site) => Object.assign(site, { team: null })),
    ...{ operation: 'homeData', pointer: '/data/*/team', expected: /a list/, found: /null/ },
  },
  {
    title: 'a date with a space and without a zone',
    severity: 'warning',
    hooks: content(({ courses }) => Object.assign(first(courses), { date: '2027-01-05 18:00:00' })),
    ...{ operation: 'course', pointer: '/data/date', expected: /with a T/, found: /2027-01-05 18:00:00/ },
  },
  {
    title: 'entities in a title',
    severity: 'warning',
    hooks: content(({ blogs }) => Object.assign(first(blogs), { en_title: 'R&amp;D' })),
    ...{ operation: 'blogs', pointer: '/data/*/en_title', expected: /without entities/, found: /R&amp;D/ },
  },
  {
    title: 'the address of a picture',
    severity: 'warning',
    hooks: {
      respond: (call, response, { headers }) => {
        if (!is(call, 'get-event')) return false
        const event = call.data as Item
        const image = `http://${headers.host}/images/${encodeURIComponent(String(event.image))}`
        return sendJson(response, { data: { ...event, image } })
      },
    },
    ...{ operation: 'event', pointer: '/data/image', expected: /a file name/, found: /http:/ },
  },
  {
    title: 'an element that pages drop',
    severity: 'warning',
    hooks: content(({ blogs }) => Object.assign(first(blogs), { en_body: '<p>x</p><iframe src="/a"></iframe>' })),
    ...{ operation: 'homeData', pointer: '/data/*/blogs/*/en_body', expected: /<iframe>/, found: /<iframe>/ },
  },
  {
    title: 'a style of its own in a body',
    severity: 'warning',
    hooks: content(({ goals }) => Object.assign(goals, { ar_mission: '<p style="color:red">x</p>' })),
    ...{ operation: 'homeData', pointer: '/data/*/goals/ar_mission', expected: /attribute style/, found: /<p style>/ },
  },
  {
    title: 'a picture of another place in a body',
    severity: 'warning',
    hooks: content(({ news }) => Object.assign(first(news), { en_body: '<img src="https://example.org/x.png">' })),
    ...{ operation: 'homeData', pointer: '/data/*/news/*/en_body', expected: /image base/, found: /example\.org/ },
  },
  {
    title: 'a picture too large',
    severity: 'warning',
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
    ...{ operation: 'homeData', pointer: '/data/*/courses/*/image', expected: /at most 1000000/, found: /11\d+ bytes/ },
  },
]

function flagged(item: Item, form: (value: unknown) => unknown): Item {
  return { ...item, ugarit_news: form(item.ugarit_news) }
}

function swapType(data: unknown, { event_type }: Item): Item[] {
  const other = event_type === 'free_workshop' ? 'competitions_programming' : 'free_workshop'
  return (data as Item[]).map((event) => ({ ...event, event_type: other }))
}
