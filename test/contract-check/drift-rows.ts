import { gzipSync } from 'node:zlib'
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
  type SiteContent,
  send,
  sendJson,
} from './drifting-server'

const json = 'application/json'
const latin = Buffer.from('{"data":"café"}', 'latin1')
const largePicture = Buffer.concat([await pictureOf('x.webp'), Buffer.alloc(1_100_000)])

/**
 * Kinds of drift, each with a server that has it. A key has the rule, the field (none for a whole answer) and the operations, then
 * words from the texts of what was expected and of what was found.
 */
const errors: Record<string, Hooks> = {
  'answer.missing blogs.image (homeData, blogs, blog, blogById) | a string | nothing': inFirst('blogs', {
    image: undefined,
  }),
  'answer.missing team (homeData) | a list | nothing': inHome(({ team: _, ...rest }) => rest),
  'answer.type events.en_body (homeData, events, event) | a string | true': inFirst('events', { en_body: true }),
  'answer.type homeData (homeData) | a list | an object': inData('get-data', () => ({ site: 1 })),
  'answer.type events.* (event) | an object | null': inData('get-event', () => null),
  'answer.value news.en_title (homeData, news, newsItem) | en_title or ar_title | ""': inFirst('news', {
    en_title: '',
    ar_title: '',
  }),
  'answer.value events.event_type (homeData, event) | one of | talk': inFirst('events', { event_type: 'talk' }),
  'answer.value courses.date (homeData, coursesByCategory, courseById, course) | ISO 8601 | 2027-02-29': inFirst(
    'courses',
    { date: '2027-02-29' },
  ),
  'answer.value blogs.link (homeData, blogs, blog, blogById) | http | javascript': inFirst('blogs', {
    link: 'javascript:x',
  }),
  'answer.value team.image (homeData) | file name | ..': inFirst('team', { image: '../a.png' }),
  'answer.status (blog) | status 200 | status 404': inData('get-blog', () => undefined),
  'answer.json (newsItem) | JSON in UTF-8 | no text in utf-8': inResponse('get-next-new', (to) =>
    send(to, json, latin),
  ),
  'answer.envelope (blogs) | "data" | bare list': inBody('get-blogs', json, JSON.stringify),
  'answer.envelope (course) | member "data" | result': inBody('get-course', json, () => '{"result":{}}'),
  'answer.json (newsItem) | JSON | HTML': inBody('get-next-new', 'text/html', () => '<!doctype html><p>Welcome</p>'),
  'answer.json (newsItem) | JSON | a message of PHP: Deprecated: Creation of': inBody(
    'get-next-new',
    'text/html',
    (data) =>
      `<br />\n<b>Deprecated</b>:  Creation of <b>/a.php</b> on line <b>1</b><br />\n${JSON.stringify({ data })}`,
  ),
  'answer.json (blogs) | JSON | a message of PHP: Warning: Undefined': inBody(
    'get-blogs',
    json,
    (data) => `\nWarning: Undefined variable $a in /a.php on line 1\n${JSON.stringify({ data })}`,
  ),
  'answer.json (event) | JSON | gzip that content-encoding': inResponse('get-event', (to, data) =>
    send(to, json, gzipSync(JSON.stringify({ data }))),
  ),
  'answer.json (events) | JSON | no JSON': inBody('get-events', json, () => '{"data":[{"slug":'),
  'answer.content-type (blogs) | application/json | text/plain': inBody('get-blogs', 'text/plain'),
  'list.empty blogs (blogs) | blogs that homeData has | an empty list': inData('get-blogs', () => []),
  'list.item-missing blogs (blogs) | all blogs | none with the slug': inList('get-blogs', (blogs) => blogs.slice(1)),
  'list.item-unknown events.slug (events) | events | ghost': inList('get-events', ([one]) => [
    { ...one, slug: 'ghost' },
  ]),
  'list.item-misplaced courses.category (coursesByCategory) | as asked | string': inData(
    'get-courses-by-category',
    (listed: Item, { site: { courses } }) => ({ ...listed, courses }),
  ),
  'list.item-misplaced events.event_type (events) | asked | string': inList('get-events', (_, { site }) => site.events),
  'list.item-misplaced news.ugarit_news (news) | as asked | boolean': inList('get-news', (_, { site }) => site.news),
  'list.duplicate courses.slug (homeData, coursesByCategory) | its own slug | has already': {
    content: ({ courses }) => Object.assign(courses[1] as Item, { slug: firstOf(courses).slug }),
  },
  'item.other courses.slug (course) | slug asked for | another': inFields('get-course', { slug: 'another' }),
  'item.other blogs.id (blogById) | id asked for | 99': inData('get-blog-by-id', (blog: Item, { payload }) =>
    payload.id === undefined ? blog : { ...blog, id: 99 },
  ),
  'item.differs events.en_title (event) | homeData has | "Other"': inFields('get-event', { en_title: 'Other' }),
  'item.differs courses_categories.slug (coursesByCategory) | homeData | "x"': inData(
    'get-courses-by-category',
    (listed: Item) => ({ ...listed, category: listed.category && { slug: 'x', name: 'X' } }),
  ),
  'item.unknown-category courses.category (homeData) | one of | nix': inFirst('courses', { category: 'nix' }),
  'refusal.failure (blog) | no item for an unknown slug | status 500': {
    respond: ({ route, data }, response) => route === 'get-blog' && !data && sendJson(response, {}, 500),
  },
  'refusal.failure (blog) | an unknown slug: status 404 | 200 with {"status":"error"': {
    respond: ({ route, data }, response) =>
      route === 'get-blog' && !data && sendJson(response, { status: 'error', message: 'No such post' }),
  },
  'refusal.failure (event) | an unknown slug: status 404 | {"data":{"message"': {
    respond: ({ route, data }, response) =>
      route === 'get-event' && !data && sendJson(response, { data: { message: 'Not found' } }),
  },
  'refusal.failure (course) | an unknown slug: status 404 | 200 with text that is no JSON': {
    respond: ({ route, data }, response) =>
      route === 'get-course' && !data && send(response, 'text/html', '<!doctype html>', 200),
  },
  'refusal.failure (newsItem) | an unknown slug: status 404 | status 302': {
    respond: ({ route, data }, response) =>
      route === 'get-next-new' && !data && send(response, 'text/html', '', 302, { location: '/login' }),
  },
  'picture.missing courses.image (homeData) | images/x.webp | status 404': inPicture('text/plain', '', 404),
  'picture.missing courses.image (homeData) | a picture at | HTML': inPicture('text/html', '<!doctype html>'),
  'picture.missing courses.image (homeData) | a picture at | HEIC': inPicture(
    'image/heic',
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1'),
  ),
  'picture.missing courses.image (homeData) | a picture at | no picture': inPicture('image/webp', 'not at all'),
}

const warnings: Record<string, Hooks> = {
  'format.number courses.count (homeData, coursesByCategory, courseById, course) | a number | string "24"': inFirst(
    'courses',
    { count: '24' },
  ),
  'format.tags courses.tags (homeData, coursesByCategory, courseById, course) | a list | "a,b"': inFirst('courses', {
    tags: 'a,b',
  }),
  'format.date courses.date (homeData, coursesByCategory, courseById, course) | with a T | 2027-01-05 18:00': inFirst(
    'courses',
    { date: '2027-01-05 18:00:00' },
  ),
  'format.entity blogs.en_title (homeData, blogs, blog, blogById) | without entities | R&amp;D': inFirst('blogs', {
    en_title: 'R&amp;D',
  }),
  'format.boolean news.ugarit_news (news) | true or false | string "': inList('get-news', (news) =>
    news.map((item) => ({ ...item, ugarit_news: String(item.ugarit_news) })),
  ),
  'answer.success (event) | status 200 | status 201': inResponse('get-event', (to, data) =>
    sendJson(to, { data }, 201),
  ),
  'text.letters news.ar_title (homeData) | well-formed Unicode | in place of words': inFirst('news', {
    ar_title: '???? ?????',
  }),
  'answer.charset (newsItem) | charset UTF-8 | windows-1256': inBody('get-next-new', `${json}; charset=windows-1256`),
  'format.nothing events.en_body (homeData, events, event) | no such field | null': inFirst('events', {
    en_body: null,
  }),
  'format.nothing courses.registration_link (homeData, coursesByCategory, courseById, course) | no such field | ""':
    inFirst('courses', { registration_link: '' }),
  'format.zero-date courses.date (homeData, coursesByCategory, courseById, course) | no such field | 0000-00-00':
    inFirst('courses', {
      date: '0000-00-00 00:00:00',
    }),
  'format.link courses.registration_link (homeData, coursesByCategory, courseById, course) | an http(s) address | forms.gle/a':
    inFirst('courses', { registration_link: 'forms.gle/a' }),
  'format.no-picture blogs.image (homeData, blogs, blog, blogById) | a file name | null': inFirst('blogs', {
    image: null,
  }),
  'picture.none blogs.image (homeData) | a file name | ""': inFirst('blogs', { image: '' }),
  'format.home homeData (homeData) | a list of one | an object': inData('get-data', ([site]: [SiteContent]) => site),
  'format.keys events (events) | a list | an object': inData('get-events', (events: Item[]) => ({ ...events })),
  'format.pages blogs (blogs) | a list | an object': inData('get-blogs', (data) => ({ current_page: 1, data })),
  'format.missing (coursesByCategory, courseById, course, blog, blogById, event, newsItem) | status 404 | status 200 with {"data":null}':
    { answer: ({ data }) => data ?? null },
  'format.missing (coursesByCategory, courseById, course, blog, blogById, event, newsItem) | status 404 | {"data":{"success":false}}':
    {
      answer: ({ data }) => data ?? { success: false },
    },
  'format.missing (coursesByCategory, courseById, course, blog, blogById, event, newsItem) | status 404 | {"status":false':
    {
      respond: ({ data }, response) => data === undefined && sendJson(response, { status: false, message: 'No' }),
    },
  'format.empty-list team (homeData) | a list | null': inHome((site) => ({ ...site, team: null })),
  'format.one events.* (event) | an object | a list of 1': inData('get-event', (event) => [event]),
  'format.picture events.image (event) | a file name | http:': inResponse(
    'get-event',
    (response, event, { headers }) => {
      const { image, ...rest } = event as Item
      const address = `http://${headers.host}/images/${encodeURIComponent(String(image))}`
      return sendJson(response, { data: { ...rest, image: address } })
    },
  ),
  'body.link news.ar_body (homeData) | http | javascript:x': inFirst('news', {
    ar_body: '<a href="java&#115;cript:x">',
  }),
  'text.letters blogs.ar_title (homeData) | well-formed Unicode | U+D800': inFirst('blogs', { ar_title: 'أ\ud800' }),
  'body.element blogs.en_body (homeData) | <iframe> | <iframe>': inFirst('blogs', { en_body: '<iframe>' }),
  'body.attribute goals.ar_mission (homeData) | attribute style | <p style>': {
    content: ({ goals }) => Object.assign(goals, { ar_mission: '<p style="color:red">x</p>' }),
  },
  'body.picture news.en_body (homeData) | base | a.org': inFirst('news', { en_body: '<img src="//a.org/x">' }),
  'refusal.unknown-slug (course) | an unknown slug | 200 with an item': inRefusal('get-course', 'courses', 0),
  'refusal.unknown-slug (event) | an unknown slug | 200 with 9 items': inRefusal('get-event', 'events'),
  'refusal.no-slug (event) | a payload without a slug | 200': inRefusal('get-event', 'events', 0),
  'picture.format courses.image (homeData) | in WebP, as its name ends in .webp | PNG, whose name would be x.png':
    inPicture('image/webp', await pictureOf('x.png')),
  'picture.format courses.image (homeData) | in WebP | BMP, which pages do not show': inPicture(
    'image/bmp',
    'BM and more',
  ),
  'picture.format courses.image (homeData) | a complete picture | cut short': inPicture(
    'image/webp',
    (await pictureOf('x.webp')).subarray(0, -20),
  ),
  'picture.size courses.image (homeData) | at most 1000000 | bytes': inPicture('image/webp', largePicture),
}

export const driftRows = Object.entries({ error: errors, warning: warnings }).flatMap(([severity, rows]) =>
  Object.entries(rows).map(([row, hooks]) => [severity, row, hooks] as const),
)

function inHome(change: (site: SiteContent) => unknown): Hooks {
  return inData('get-data', ([site]: [SiteContent]) => [change(site)])
}

function inList(route: string, change: (list: Item[], call: Call) => Item[]): Hooks {
  return inData(route, change)
}

/** Answers with a list, or with an item of it, where a correct server refuses. */
function inRefusal(route: string, list: 'courses' | 'events', index?: number): Hooks {
  const dataOf = ({ [list]: items }: SiteContent) => (index === undefined ? items : items[index])
  return { answer: (call) => call.data ?? (call.route === route ? dataOf(call.site) : undefined) }
}
