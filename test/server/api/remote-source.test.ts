import { describe, expect, test } from 'vitest'
import type { Course } from '#contract/entities'
import { operationNames } from '#contract/operations'
import { segment } from '#contract/paths'
import type { ContentSource } from '../../../server/api/content-source'
import { createRemoteSource } from '../../../server/api/remote-source'
import { startApp } from '../../support/app'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { firstOf } from '../../support/site-pages'
import { call, operationRows } from './operation-rows'
import { answersOf, envelope, fails, type OtherAnswer, otherApi, type Respond, siteOver } from './other-api'

const ours = generateContent({ seed: 1 })
const theirs = generateContent({ seed: 8 })
const ownCourse = firstOf(ours.courses)
const [course, second, third, ...otherCourses] = theirs.courses as [Course, Course, Course, ...Course[]] // 12 or more
const { slug } = course
const answer = answersOf(theirs)

/** Starts a server with our content, whose API is in front of another API with these responses. */
async function inFrontOf(respond: Respond) {
  const api = await otherApi(respond)
  return { api, ...(await startApp({ content: ours, config: { upstream: api.url } })) }
}

test('every operation answers with the upstream’s data, unknown fields too, and names its source', async () => {
  const { request } = await inFrontOf(answer)
  const rows = operationRows(theirs, 'ugarit')
  for (const name of operationNames)
    for (const { payload, data } of rows[name].slice(0, 3)) {
      const { body, headers } = await call(request, name, payload).expect(200)
      expect([name, headers['x-answered-by'], body]).toStrictEqual([name, 'upstream', { data }])
    }
})

test.each([null, [], {}, '', false, { success: false }])(
  'an item that the upstream answers with 200 and %j is a 404, even if the fixtures have it',
  async (data) => {
    const { request } = await inFrontOf(() => envelope(data))
    const { headers } = await call(request, 'course', { slug: ownCourse.slug }).expect(404)
    expect(headers['x-answered-by']).toBe('upstream')
    await call(request, 'coursesByCategory', { slug: ownCourse.category }).expect(404)
  },
)

test('letters come by the charset of the answer; bytes that are no text are logged, and the last good answer stays', async () => {
  const pass = stopClock()
  const text = new Uint8Array([...Buffer.from('{"data":{"ar_title":"'), 0xcf, 0xe6, 0xd1, 0xc9, ...Buffer.from('"}}')])
  const { api, ask, logged } = await sourceOf(() => ({ type: 'application/json; charset=windows-1256', text }))
  expect(await ask('course', { slug })).toMatchObject({ by: 'upstream', data: { ar_title: 'دورة' } })
  expect(logged.join()).toContain(
    'expected the charset utf-8, found the string "application/json; charset=windows-1256"',
  )
  pass()
  api.respond = () => ({ text })
  const { data, reason } = await ask('course', { slug })
  expect([data, reason]).toEqual([{ ar_title: 'دورة' }, 'answered with bytes that are no text in utf-8'])
  expect(logged.at(-1)).toContain('bytes that are no text in utf-8')
})

test('an item missing in the upstream is a 404 problem document, even if the fixtures have it', async () => {
  const { request } = await inFrontOf(() => fails(404))
  const { headers, type, body } = await call(request, 'course', { slug: ownCourse.slug }).expect(404)
  expect([headers['x-answered-by'], type]).toStrictEqual(['upstream', 'application/problem+json'])
  expect(JSON.stringify(body.errors)).not.toContain(`"${ownCourse.slug}"`)
})

test('payloads are checked before the upstream is asked, and forms are passed on as JSON', async () => {
  const { url, asked } = await otherApi(() => envelope([]))
  const { request } = await startApp({ config: { upstream: `${url}/v1` } })
  await call(request, 'news', { ugarit_news: 4 }).expect(400)
  await request.post('/api/get-news').type('form').send('ugarit_news=true').expect(200)
  expect(asked).toStrictEqual(['POST /v1/api/get-news {"ugarit_news":true}'])
})

test('an answer of another success is read, and 204 says that there is no such item', async () => {
  const { api, ask } = await sourceOf(() => envelope(course, { status: 201 }))
  expect(await ask('course', { slug })).toMatchObject({ by: 'upstream', data: course })
  api.respond = () => ({ status: 204, text: '' })
  expect(await ask('course', { slug: 'none' })).toMatchObject({ by: 'upstream', data: undefined })
  expect(await ask('blogs', undefined)).toMatchObject({ by: 'fixtures', reason: 'answered text that is no JSON' })
})

const location = 'https://api.example.org/'
test.each<[what: string, answer: OtherAnswer, reason: RegExp]>([
  ['a server error', fails(), /answered 500/],
  ['a redirect', { status: 301, text: '', headers: { location } }, /301, a redirect to https:/],
  ['letters beyond ASCII in a reason', envelope('عنوان'), /found the string "\?"/],
  ['HTML', { text: '<!doctype html>' }, /no JSON/],
  ['cut JSON', { text: '{"data":{"slug":"a' }, /no JSON/],
  ['no data', { text: '{}' }, /beyond use: \/data: expected an object/],
  ['null', { text: 'null' }, /beyond use/],
  ['a list for an item', envelope([course, course]), /beyond use: .* found a list of 2/],
])('%s: the fixtures answer and give the reason', async (_, given, reason) => {
  const { request } = await inFrontOf(() => given)
  const { headers, body } = await call(request, 'course', { slug: ownCourse.slug }).expect(200)
  expect([body, headers['x-answered-by']]).toStrictEqual([{ data: ownCourse }, 'fixtures'])
  expect(headers['x-answered-because']).toMatch(reason)
})

test('an unreachable upstream: its last good answer with its age, else the fixtures; called again when it is back', async () => {
  const pass = stopClock()
  const { api, request } = await inFrontOf(() => envelope([]))
  const ask = async (event_type: string) => {
    const { headers, body } = await call(request, 'events', { event_type }).expect(200)
    const { 'x-answered-by': by, 'x-answered-because': because = '', age = '' } = headers
    return [by, age, because.split(':')[0], body.data.length > 0]
  }
  const [good, reason] = [['upstream', '', '', false], "the upstream can't be reached"]
  expect(await ask('free_workshop')).toStrictEqual(good)
  await api.stop()
  expect(await ask('free_workshop')).toStrictEqual(good)
  pass(60_000)
  expect(await ask('free_workshop')).toStrictEqual(['upstream', '60', reason, false])
  expect(await ask('competitions_programming')).toStrictEqual(['fixtures', '', reason, true])
  await api.restart()
  for (const type of ['free_workshop', 'competitions_programming']) expect(await ask(type)).toStrictEqual(good)
})

test('pages and pictures are the upstream’s; when it fails, pages show its last good answers, else the fixtures', async () => {
  const { api, request } = await siteOver(answer, { content: ours }, 'upstream')
  const shows = async (path: string, { slug }: Course) => {
    const { headers, text } = await request.get(path).expect(200)
    return [headers['x-answered-by'], text.includes(`href="/courses/${segment(slug)}"`)]
  }
  for (const path of ['/', '/courses']) expect(await shows(path, course)).toEqual(['upstream', true])
  await request.get('/images/a.png?w=320').expect(302).expect('location', `${api.url}/images/a.png`)
  await api.stop()
  expect(await shows('/courses', course)).toEqual(['upstream', true])
  expect(await shows(`/courses/${segment(ownCourse.slug)}`, ownCourse)).toEqual(['fixtures', true])
})

/** Makes a source and its log lines. `course` requests a course by its slug. */
async function sourceOf(respond: Respond) {
  const api = await otherApi(respond)
  const logged: string[] = []
  const add = (_: unknown, text = String(_)) => logged.push(text)
  const ask: ContentSource['ask'] = async () => ({ data: { slug: 'ours' }, by: 'fixtures' })
  const fallback = { ask, isRemote: false, isCostly: () => false, onChange: () => undefined }
  const log = { info: add, warn: add }
  const source = createRemoteSource({ address: api.url, product: 'ugarit', log, timeout: 30_000, fallback })
  return { api, logged, ...source, course: (slug: string, maxWait?: number) => source.ask('course', { slug }, maxWait) }
}

test('identical calls in flight share one request, whose answer is fresh for ten seconds', async () => {
  const pass = stopClock()
  const { api, course: ask } = await sourceOf(answer)
  const freshUntil = performance.now() + 10_000
  const twenty = await Promise.all(Array.from({ length: 20 }, () => ask(slug)))
  for (const each of twenty) expect(each).toMatchObject({ by: 'upstream', data: course })
  pass(9_999)
  expect(await ask(slug)).toStrictEqual({ by: 'upstream', data: course, freshUntil })
  expect(api.asked).toHaveLength(1)
  pass(1)
  await ask(slug)
  expect(api.asked).toHaveLength(2)
})

test('an unchanged answer stays the same object, and a changed one does not', async () => {
  const pass = stopClock()
  let title = 'A'
  const { course: ask } = await sourceOf(() => ({ text: JSON.stringify({ data: { ...course, en_title: title } }) }))
  const { data: first } = await ask(slug)
  pass(10_000)
  expect((await ask(slug)).data).toBe(first)
  title = 'B'
  pass(10_000)
  expect((await ask(slug)).data).toMatchObject({ en_title: 'B' })
})

test('calls that differ only in unknown fields or in their order are identical', async () => {
  const { api, ask } = await sourceOf(answer)
  const payloads = [{ slug, id: 1 }, { id: 1, slug }, ...['a', 'b'].map((more) => ({ id: 1, more, slug }))]
  await Promise.all(payloads.map((payload) => ask('courseById', payload)))
  expect(api.asked).toHaveLength(1)
})

test('no more than a thousand calls wait for their turn; the others are answered without a call', async () => {
  const { api, course: ask } = await sourceOf(() => undefined)
  const waiting = Array.from({ length: 1_016 }, (_, index) => ask(`a-${index}`))
  expect(await ask('one-more')).toMatchObject({ by: 'fixtures', reason: 'has too many calls in its queue' })
  await api.stop()
  expect(await ask('a-0')).toMatchObject({ by: 'fixtures', reason: expect.stringMatching("can't be reached") })
  await Promise.all(waiting)
})

test('no more than sixteen calls are in flight', async () => {
  const { api, course: ask } = await sourceOf(() => undefined)
  await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`a-${index}`, 500)))
  await expect.poll(() => api.asked.length).toBeGreaterThan(15)
  expect(api.asked).toHaveLength(16)
})

describe('an upstream that hangs', () => {
  const reason = 'gave no answer in time'
  const told = [`the API ${reason} (course): last good answers or the fixtures stand in`, 'the API answers again']

  test('for one item still answers for all others, and each change is logged once', async () => {
    const { course: ask, logged } = await sourceOf((path, payload) =>
      payload.includes(JSON.stringify(slug)) ? undefined : answer(path, payload),
    )
    expect(await ask(slug, 500)).toMatchObject({ by: 'fixtures', reason })
    // On a busy machine the first answer may take longer than the wait for a silent upstream.
    await expect.poll(() => ask(second.slug)).toMatchObject({ by: 'upstream', data: second })
    for (const item of [third, ...otherCourses])
      expect(await ask(item.slug)).toMatchObject({ by: 'upstream', data: { slug: item.slug } })
    expect(await ask('none')).toMatchObject({ by: 'upstream', data: undefined })
    expect(logged).toStrictEqual(told)
  })

  test('costs one timeout: other payloads are answered while their calls are in flight, until it answers again', async () => {
    const pass = stopClock()
    const { api, course: ask, logged } = await sourceOf(answer)
    await ask(third.slug)
    const staleSince = performance.now()
    api.respond = () => undefined
    const waiting = ask(slug)
    await expect.poll(() => api.open.size).toBe(1)
    pass(60_000)
    expect(await ask(second.slug)).toMatchObject({ by: 'fixtures', reason })
    expect(await ask(third.slug)).toMatchObject({ data: third, staleSince, reason })
    expect(api.open.size).toBe(3)
    api.respond = answer
    await expect.poll(() => ask(firstOf(otherCourses).slug)).toMatchObject({ by: 'upstream' })
    expect(logged).toStrictEqual(told)
    await api.stop()
    expect(await waiting).toMatchObject({ by: 'fixtures' })
  })
})

describe('drift', () => {
  const competition = firstOf(theirs.events, ({ event_type }) => event_type !== 'free_workshop')
  const other = { ...course, slug: 'other' }
  test.each<[what: string, name: 'course' | 'events', data: unknown, line: RegExp]>([
    ['a field of another type', 'course', { ...course, tags: 7 }, /\/data\/tags: expected a list.*found the number 7/],
    ['another item', 'course', other, /course \/data\/slug: expected what was asked for, found the string "other"/],
    ['an item of another kind', 'events', [competition], /events \/data\/0\/event_type/],
  ])('%s is passed on and logged with operation, pointer, expected and found', async (_, name, data, line) => {
    const { ask, logged } = await sourceOf(() => envelope(data))
    const given = await ask(name, name === 'course' ? { slug } : { event_type: 'free_workshop' })
    expect(given).toMatchObject({ by: 'upstream', data })
    expect(logged).toStrictEqual([expect.stringMatching(line)])
  })

  test('is logged once per kind, regardless of how many items, calls and values have it', async () => {
    const pass = stopClock()
    const { api, ask, logged } = await sourceOf(() =>
      envelope([1, 2, 3].map((image) => ({ slug: 'a', en_title: 'A', image }))),
    )
    await ask('blogs', undefined)
    for (const more of [{ image: 99 }, {}]) {
      expect(logged).toHaveLength(1)
      pass()
      api.respond = () => envelope([{ slug: 'b', en_title: 'B', ...more }])
      await ask('blogs', undefined)
    }
    expect(logged).toStrictEqual([expect.stringContaining('/data/0/image'), expect.stringContaining('found nothing')])
  })

  test.each([
    ['application/vnd.api+json; charset=utf-8', []],
    ['text/html', [expect.stringContaining('content-type application/json, found the string "text/html"')]],
  ])('of the content type is logged unless it is one of JSON: %s', async (type, expected) => {
    const { course: ask, logged } = await sourceOf(() => ({ type, text: JSON.stringify({ more: 1, data: course }) }))
    await ask(slug)
    expect(logged).toStrictEqual(expected)
  })
})
