import type { ServerResponse } from 'node:http'
import { pictureOf } from '../../support/generated-content'
import {
  firstOf,
  type Hooks,
  type Item,
  inData,
  inFirst,
  inResponse,
  type Site,
  send,
  sendJson,
} from './drifting-server'

const webp = await pictureOf('x.webp')

/**
 * Kinds of drift: severity, rule, operation and pointer, with `*` for positions in lists, then words of what was expected and of
 * what was found; and the server that has it.
 */
export const driftRows: Record<string, Hooks> = {
  'warning habit.number course /data/count | a number | string "24"': inFirst('courses', { count: '24' }),
  'error answer.missing blogs /data/*/image | a string | nothing': inFirst('blogs', { image: undefined }),
  'error answer.type event /data/en_body | a string | null': inFirst('events', { en_body: null }),
  'warning habit.tags homeData /data/*/courses/*/tags | a list | "a,b"': inFirst('courses', { tags: 'a,b' }),
  'error answer.value newsItem /data/en_title | en_title or ar_title | ""': inFirst('news', {
    en_title: '',
    ar_title: '',
  }),
  'error answer.value homeData /data/*/events/*/event_type | one of | workshops': inFirst('events', {
    event_type: 'workshops',
  }),
  'error answer.value courseById /data/date | ISO 8601 | 2027-02-31': inFirst('courses', { date: '2027-02-31' }),
  'error answer.value courseById /data/date | ISO 8601 | 05/01/2027': inFirst('courses', { date: '05/01/2027' }),
  'error answer.value course /data/registration_link | http | javascript': inFirst('courses', {
    registration_link: 'javascript:alert(1)',
  }),
  'error answer.value blogById /data/link | http | ftp:': inFirst('blogs', { link: 'ftp://example.org/' }),
  'error answer.value homeData /data/*/team/*/image | file name | ..': inFirst('team', { image: '../a.png' }),
  'error item.unknown-category homeData /data/*/courses/*/category | courses_categories | nowhere': inFirst('courses', {
    category: 'nowhere',
  }),
  'warning habit.date course /data/date | with a T | 2027-01-05 18:00': inFirst('courses', {
    date: '2027-01-05 18:00:00',
  }),
  'warning habit.entity blogs /data/*/en_title | without entities | R&amp;D': inFirst('blogs', { en_title: 'R&amp;D' }),
  'warning body.link homeData /data/*/news/*/ar_body | http | javascript:x': inFirst('news', {
    ar_body: '<a href="java&#115;cript:x()">x</a>',
  }),
  'warning body.element homeData /data/*/blogs/*/en_body | <iframe> | <iframe>': inFirst('blogs', {
    en_body: '<iframe src="/a"></iframe>',
  }),
  'warning body.picture homeData /data/*/news/*/en_body | image base | example.org': inFirst('news', {
    en_body: '<img src="https://example.org/x.png">',
  }),
  'warning body.attribute homeData /data/*/goals/ar_mission | attribute style | <p style>': {
    content: ({ goals }) => Object.assign(goals, { ar_mission: '<p style="color:red">x</p>' }),
  },
  'warning habit.empty-list homeData /data/*/team | a list | null': {
    content: (site) => Object.assign(site, { team: null }),
  },
  'error list.duplicate homeData /data/*/courses/*/slug | its own slug | has already': {
    content: ({ courses }) => Object.assign(courses[1] as Item, { slug: firstOf(courses).slug }),
  },
  'warning habit.boolean homeData /data/*/news/*/ugarit_news | true or false | number': inData(
    'get-data',
    ([site]: [Site]) => [{ ...site, news: site.news.map(flagged(Number)) }],
  ),
  'warning habit.boolean news /data/*/ugarit_news | true or false | string "': inData('get-news', (list: Item[]) =>
    list.map(flagged(String)),
  ),
  'error answer.missing homeData /data/*/team | a list | nothing': inData(
    'get-data',
    ([{ team: _, ...rest }]: [Site]) => [rest],
  ),
  'error answer.type homeData /data | a list | an object': inData('get-data', ([site]: [Site]) => site),
  'warning habit.one event /data | an object | a list of 1': inData('get-event', (event) => [event]),
  'error answer.status blog | status 200 | status 404': inData('get-blog', () => undefined),
  'error list.empty blogs /data | blogs that homeData has | an empty list': inData('get-blogs', () => []),
  'error list.item-missing blogs /data | all blogs | none with the slug': inData('get-blogs', (list: Item[]) =>
    list.slice(1),
  ),
  "error list.item-unknown events /data/*/slug | homeData's events | ghost": inData('get-events', (list: Item[]) => [
    ...list,
    { ...firstOf(list), slug: 'ghost' },
  ]),
  'error item.other course /data/slug | slug asked for | another': inData('get-course', (course: Item) => ({
    ...course,
    slug: 'another',
  })),
  'error item.other blogById /data/id | id asked for | 99': inData('get-blog-by-id', (blog: Item, { payload }) =>
    payload.id === undefined ? blog : { ...blog, id: 99 },
  ),
  'error item.differs event /data/en_title | homeData has | "Other"': inData('get-event', (event: Item) => ({
    ...event,
    en_title: 'Other',
  })),
  'error item.differs news /data/*/en_body | homeData | Short': inData('get-news', (list: Item[]) =>
    list.map((item) => ({ ...item, en_body: '<p>Short</p>' })),
  ),
  'error list.item-misplaced coursesByCategory /data/courses/*/category | as asked | elsewhere': inData(
    'get-courses-by-category',
    ({ courses, category }: Listed, { payload }) => ({
      courses: payload.slug ? [...courses, { ...firstOf(courses), slug: 'strayed', category: 'elsewhere' }] : courses,
      category,
    }),
  ),
  'error item.differs coursesByCategory /data/category/slug | homeData | "x"': inData(
    'get-courses-by-category',
    (listed: Listed, { payload }) => (payload.slug ? { ...listed, category: { slug: 'x', name: 'X' } } : listed),
  ),
  'error list.empty coursesByCategory /data/courses | courses that homeData has | empty list': inData(
    'get-courses-by-category',
    (listed: Listed, { payload }) => (payload.slug === '' ? { courses: [], category: null } : listed),
  ),
  'error list.item-misplaced events /data/*/event_type | as asked | string': inData(
    'get-events',
    (list: Item[], { site }) => site.events.filter((event) => !list.some(({ slug }) => slug === event.slug)),
  ),
  'error list.item-misplaced news /data/*/ugarit_news | as asked | ': inData('get-news', (_, { site }) => site.news),
  'warning refusal.unknown-slug course /data | no item for an unknown slug | 200 with an item': inRefusal(
    'get-course',
    ({ courses }) => courses[0],
  ),
  'warning refusal.no-slug event /data | no item for a payload without a slug | 200': inRefusal(
    'get-event',
    ({ events }) => events[0],
  ),
  'warning refusal.unknown-slug event /data | no item for an unknown slug | 200 with 9 items': inRefusal(
    'get-event',
    ({ events }) => events,
  ),
  'error refusal.failure blog | no item for an unknown slug | status 500': {
    respond: ({ route, data }, response) => route === 'get-blog' && !data && sendJson(response, {}, 500),
  },
  'error answer.status news | status 200 | status 500': inResponse('get-news', (response) =>
    sendJson(response, {}, 500),
  ),
  'error answer.charset newsItem | charset UTF-8 | windows-1256': inResponse('get-next-new', (response, data) =>
    send(response, 'application/json; charset=windows-1256', JSON.stringify({ data })),
  ),
  'error answer.envelope blogs | "data" | bare list': inResponse('get-blogs', (response, data) =>
    sendJson(response, data),
  ),
  'error answer.envelope course /data | member "data" | result': inResponse('get-course', (response, data) =>
    sendJson(response, { result: data }),
  ),
  'error answer.json newsItem | JSON | HTML': inResponse('get-next-new', (response) =>
    send(response, 'text/html', '<!doctype html><p>Welcome</p>'),
  ),
  'error answer.json events | JSON | no JSON': inResponse('get-events', (response) =>
    send(response, 'application/json', '{"data":[{"slug":'),
  ),
  'error answer.content-type blogs | application/json | text/plain': inResponse('get-blogs', (response, data) =>
    send(response, 'text/plain', JSON.stringify({ data })),
  ),
  'warning habit.picture event /data/image | a file name | http:': inResponse(
    'get-event',
    (response, event, { headers }) => {
      const { image } = event as Item
      return sendJson(response, {
        data: { ...(event as Item), image: `http://${headers.host}/images/${encodeURIComponent(String(image))}` },
      })
    },
  ),
  'error picture.missing homeData /data/*/courses/*/image | images/x.webp | status 404': inPicture((response) =>
    send(response, 'text/plain', 'Not found', 404),
  ),
  'error picture.missing homeData /data/*/courses/*/image | a picture at | HTML': inPicture((response) =>
    send(response, 'text/html', '<!doctype html><title>Site</title>'),
  ),
  'error picture.missing homeData /data/*/courses/*/image | a picture at | no picture': inPicture((response) =>
    send(response, 'image/webp', 'not at all'),
  ),
  'warning picture.size homeData /data/*/courses/*/image | at most 1000000 | bytes': inPicture((response) => {
    const large = Buffer.concat([webp, Buffer.alloc(1_100_000)])
    return send(response, 'image/webp', large, 200, { 'content-length': String(large.length) })
  }),
}

type Listed = { courses: Item[]; category: Item | null }

function flagged(form: (value: unknown) => unknown) {
  return (item: Item): Item => ({ ...item, ugarit_news: form(item.ugarit_news) })
}

/** Gives data where a right server refuses. */
function inRefusal(route: string, data: (site: Site) => unknown): Hooks {
  return { answer: (call) => call.data ?? (call.route === route ? data(call.site) : undefined) }
}

function inPicture(respond: (response: ServerResponse) => boolean): Hooks {
  return { image: (name, response) => name === 'x.webp' && respond(response) }
}
