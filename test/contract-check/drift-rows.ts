import { pictureOf } from '../support/generated-content'
import {
  type Call,
  firstOf,
  type Hooks,
  type Item,
  inBody,
  inData,
  inFields,
  inFirst,
  inPicture,
  inResponse,
  type Site,
  send,
  sendJson,
} from './drifting-server'

const json = 'application/json'
const latin = Buffer.from('{"data":"café"}', 'latin1')
const largePicture = Buffer.concat([await pictureOf('x.webp'), Buffer.alloc(1_100_000)])

/**
 * Kinds of drift, each with a server that has it. A key has the rule, the operation and the pointer, with `*` for list positions,
 * then words from the texts of what was expected and of what was found.
 */
const errors: Record<string, Hooks> = {
  'answer.missing blogs /data/*/image | a string | nothing': inFirst('blogs', { image: undefined }),
  'answer.missing homeData /data/*/team | a list | nothing': inHome(({ team: _, ...rest }) => rest),
  'answer.type event /data/en_body | a string | the number 5': inFirst('events', { en_body: 5 }),
  'answer.type homeData /data | a list | an object': inData('get-data', () => ({ site: 1 })),
  'answer.type event /data | an object | null': inData('get-event', () => null),
  'answer.value newsItem /data/en_title | en_title or ar_title | ""': inFirst('news', { en_title: '', ar_title: '' }),
  'answer.value homeData /data/*/events/*/event_type | one of | talk': inFirst('events', { event_type: 'talk' }),
  'answer.value courseById /data/date | ISO 8601 | 2027-02-31': inFirst('courses', { date: '2027-02-31' }),
  'answer.value blogById /data/link | http | javascript': inFirst('blogs', { link: 'javascript:x' }),
  'answer.value homeData /data/*/team/*/image | file name | ..': inFirst('team', { image: '../a.png' }),
  'answer.status blog | status 200 | status 404': inData('get-blog', () => undefined),
  'answer.json newsItem | JSON in UTF-8 | no text in utf-8': inResponse('get-next-new', (to) => send(to, json, latin)),
  'answer.envelope blogs | "data" | bare list': inBody('get-blogs', json, JSON.stringify),
  'answer.envelope course /data | member "data" | result': inBody('get-course', json, () => '{"result":{}}'),
  'answer.json newsItem | JSON | HTML': inBody('get-next-new', 'text/html', () => '<!doctype html><p>Welcome</p>'),
  'answer.json events | JSON | no JSON': inBody('get-events', json, () => '{"data":[{"slug":'),
  'answer.content-type blogs | application/json | text/plain': inBody('get-blogs', 'text/plain'),
  'list.empty blogs /data | blogs that homeData has | an empty list': inData('get-blogs', () => []),
  'list.item-missing blogs /data | all blogs | none with the slug': inList('get-blogs', (blogs) => blogs.slice(1)),
  'list.item-unknown events /data/*/slug | events | ghost': inList('get-events', ([one]) => [
    { ...one, slug: 'ghost' },
  ]),
  'list.item-misplaced coursesByCategory /data/courses/*/category | as asked | string': inData(
    'get-courses-by-category',
    (listed: Item, { site: { courses } }) => ({ ...listed, courses }),
  ),
  'list.item-misplaced events /data/*/event_type | asked | string': inList('get-events', (_, { site }) => site.events),
  'list.item-misplaced news /data/*/ugarit_news | as asked | boolean': inList('get-news', (_, { site }) => site.news),
  'list.duplicate homeData /data/*/courses/*/slug | its own slug | has already': {
    content: ({ courses }) => Object.assign(courses[1] as Item, { slug: firstOf(courses).slug }),
  },
  'item.other course /data/slug | slug asked for | another': inFields('get-course', { slug: 'another' }),
  'item.other blogById /data/id | id asked for | 99': inData('get-blog-by-id', (blog: Item, { payload }) =>
    payload.id === undefined ? blog : { ...blog, id: 99 },
  ),
  'item.differs event /data/en_title | homeData has | "Other"': inFields('get-event', { en_title: 'Other' }),
  'item.differs coursesByCategory /data/category/slug | homeData | "x"': inData(
    'get-courses-by-category',
    (listed: Item) => ({ ...listed, category: listed.category && { slug: 'x', name: 'X' } }),
  ),
  'item.unknown-category homeData /data/*/courses/*/category | one of | nix': inFirst('courses', { category: 'nix' }),
  'refusal.failure blog | no item for an unknown slug | status 500': {
    respond: ({ route, data }, response) => route === 'get-blog' && !data && sendJson(response, {}, 500),
  },
  'picture.missing homeData /data/*/courses/*/image | images/x.webp | status 404': inPicture('text/plain', '', 404),
  'picture.missing homeData /data/*/courses/*/image | a picture at | HTML': inPicture('text/html', '<!doctype html>'),
  'picture.missing homeData /data/*/courses/*/image | a picture at | no picture': inPicture('image/webp', 'not at all'),
}

const warnings: Record<string, Hooks> = {
  'format.number course /data/count | a number | string "24"': inFirst('courses', { count: '24' }),
  'format.tags homeData /data/*/courses/*/tags | a list | "a,b"': inFirst('courses', { tags: 'a,b' }),
  'format.date course /data/date | with a T | 2027-01-05 18:00': inFirst('courses', { date: '2027-01-05 18:00:00' }),
  'format.entity blogs /data/*/en_title | without entities | R&amp;D': inFirst('blogs', { en_title: 'R&amp;D' }),
  'format.boolean news /data/*/ugarit_news | true or false | string "': inList('get-news', (news) =>
    news.map((item) => ({ ...item, ugarit_news: String(item.ugarit_news) })),
  ),
  'answer.charset newsItem | charset UTF-8 | windows-1256': inBody('get-next-new', `${json}; charset=windows-1256`),
  'format.nothing event /data/en_body | no such field | null': inFirst('events', { en_body: null }),
  'format.nothing course /data/registration_link | no such field | ""': inFirst('courses', { registration_link: '' }),
  'format.zero-date course /data/date | no such field | 0000-00-00': inFirst('courses', {
    date: '0000-00-00 00:00:00',
  }),
  'format.no-picture blogs /data/*/image | a file name | null': inFirst('blogs', { image: null }),
  'picture.none homeData /data/*/blogs/*/image | a file name | ""': inFirst('blogs', { image: '' }),
  'format.home homeData /data | a list of one | an object': inData('get-data', ([site]: [Site]) => site),
  'format.keys events /data | a list | an object': inData('get-events', (events: Item[]) => ({ ...events })),
  'format.pages blogs /data | a list | an object': inData('get-blogs', (data) => ({ current_page: 1, data })),
  'format.missing blog | status 404 | status 200 with {"data":null}': { answer: ({ data }) => data ?? null },
  'format.missing courseById | status 404 | {"data":{"success":false}}': {
    answer: ({ data }) => data ?? { success: false },
  },
  'format.empty-list homeData /data/*/team | a list | null': inHome((site) => ({ ...site, team: null })),
  'format.one event /data | an object | a list of 1': inData('get-event', (event) => [event]),
  'format.picture event /data/image | a file name | http:': inResponse('get-event', (response, event, { headers }) => {
    const { image, ...rest } = event as Item
    const address = `http://${headers.host}/images/${encodeURIComponent(String(image))}`
    return sendJson(response, { data: { ...rest, image: address } })
  }),
  'body.link homeData /data/*/news/*/ar_body | http | javascript:x': inFirst('news', {
    ar_body: '<a href="java&#115;cript:x">',
  }),
  'body.element homeData /data/*/blogs/*/en_body | <iframe> | <iframe>': inFirst('blogs', { en_body: '<iframe>' }),
  'body.attribute homeData /data/*/goals/ar_mission | attribute style | <p style>': {
    content: ({ goals }) => Object.assign(goals, { ar_mission: '<p style="color:red">x</p>' }),
  },
  'body.picture homeData /data/*/news/*/en_body | base | a.org': inFirst('news', { en_body: '<img src="//a.org/x">' }),
  'refusal.unknown-slug course /data | an unknown slug | 200 with an item': inRefusal('get-course', 'courses', 0),
  'refusal.unknown-slug event /data | an unknown slug | 200 with 9 items': inRefusal('get-event', 'events'),
  'refusal.no-slug event /data | a payload without a slug | 200': inRefusal('get-event', 'events', 0),
  'picture.size homeData /data/*/courses/*/image | at most 1000000 | bytes': inPicture('image/webp', largePicture),
}

export const driftRows = Object.entries({ error: errors, warning: warnings }).flatMap(([severity, rows]) =>
  Object.entries(rows).map(([row, hooks]) => [severity, row, hooks] as const),
)

function inHome(change: (site: Site) => unknown): Hooks {
  return inData('get-data', ([site]: [Site]) => [change(site)])
}

function inList(route: string, change: (list: Item[], call: Call) => Item[]): Hooks {
  return inData(route, change)
}

/** Answers with a list, or with an item of it, where a correct server refuses. */
function inRefusal(route: string, list: 'courses' | 'events', index?: number): Hooks {
  const dataOf = ({ [list]: items }: Site) => (index === undefined ? items : items[index])
  return { answer: (call) => call.data ?? (call.route === route ? dataOf(call.site) : undefined) }
}
