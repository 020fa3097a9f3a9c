import { afterEach, describe, expect, test, vi } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import type { Answer, ContentSource } from '../../../server/api/content-source'
import { createRemoteSource } from '../../../server/api/remote-source'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { operationRows } from './operation-rows'
import { envelope, type OtherAnswer, otherApi, type Respond } from './other-api'

const ours = generateContent({ seed: 1 })
const theirs = generateContent({ seed: 8 })
const [course] = theirs.courses
if (!course) throw new Error('the generated content has courses')
const [ownCourse] = ours.courses
if (!ownCourse) throw new Error('the generated content has courses')

test('every operation answers with the upstream’s data, unknown fields too, and names its source', async () => {
  const upstream = await startApp({ content: theirs })
  const { request } = await startApp({ content: ours, config: { upstream: upstream.url } })
  const rows = operationRows(theirs, 'ugarit')
  for (const name of operationNames) {
    const { method, path } = operations[name]
    for (const { payload, data } of rows[name].slice(0, 3)) {
      const call = method === 'GET' ? request.get(path) : request.post(path).send(payload ?? {})
      const { body, headers } = await call.expect(200)
      expect([name, headers['x-answered-by'], body]).toStrictEqual([name, 'upstream', { data }])
    }
  }
})

test('an item missing in the upstream is a 404 problem document, even if the fixtures have it', async () => {
  const { url } = await otherApi(() => ({ status: 404, type: 'text/html', text: '<h1>no</h1>' }))
  const { request } = await startApp({ content: ours, config: { upstream: url } })
  const { headers, body } = await request.post('/api/get-course').send({ slug: ownCourse.slug }).expect(404)
  expect([headers['x-answered-by'], headers['content-type']]).toStrictEqual([
    'upstream',
    'application/problem+json; charset=utf-8',
  ])
  expect(JSON.stringify(body.errors)).not.toContain(`"${ownCourse.slug}"`)
})

test('an invalid payload is refused before the upstream is asked', async () => {
  const { url, asked } = await otherApi(() => envelope(course))
  const { request } = await startApp({ config: { upstream: url } })
  await request.post('/api/get-course').send({ slug: 4 }).expect(400)
  expect(asked).toStrictEqual([])
})

test.each([
  ['lists', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
  ['objects', `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`],
])('a payload of %s in each other, thousands deep, is a 400', async (_, deep) => {
  const { url, asked } = await otherApi(() => envelope(course))
  const { app } = await startApp({ content: ours, config: { upstream: url } })
  const headers = { 'content-type': 'application/json' }
  const payload = `{"slug":"a","more":${deep}}`
  const answer = await app.inject({ method: 'POST', url: '/api/get-course', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toStrictEqual([
    { pointer: '', expected: 'lists and objects in each other, 32 deep at most', found: 'deeper ones' },
  ])
  expect(asked).toHaveLength(0)
})

test('forms are passed on as JSON', async () => {
  const { url, asked } = await otherApi(() => envelope([]))
  const { request } = await startApp({ config: { upstream: `${url}/v1` } })
  await request.post('/api/get-news').type('form').send('ugarit_news=true').expect(200)
  expect(asked).toStrictEqual(['POST /v1/api/get-news {"ugarit_news":true}'])
})

const failures: [what: string, answer: OtherAnswer, reason: RegExp][] = [
  ['a server fault', { status: 500, text: '{}' }, /answered 500/],
  ['a gateway without a server', { status: 502, type: 'text/html', text: '<h1>Bad gateway</h1>' }, /answered 502/],
  ['a refusal', { status: 401, text: '{}' }, /answered 401/],
  [
    'a redirect',
    { status: 301, text: '', headers: { location: 'https://api.example.org/' } },
    /301, a redirect to https:/,
  ],
  ['HTML', { type: 'text/html', text: '<!doctype html>' }, /no JSON/],
  ['cut JSON', { text: '{"data":{"slug":"a' }, /no JSON/],
  ['nothing', { text: '' }, /no JSON/],
  ['no data', { text: '{}' }, /beyond use: \/data: expected an object/],
  ['null', { text: 'null' }, /beyond use/],
  ['data that is null', envelope(null), /beyond use: \/data: .* found null/],
  ['a list for an item', envelope([course, course]), /beyond use: .* found a list of 2/],
  ['letters beyond ASCII in a reason', { status: 302, text: '', headers: { location: encodeURI('/ع') } }, /302/],
]

test.each(failures)('%s: the fixtures answer and give the reason', async (_, answer, reason) => {
  const { url } = await otherApi(() => answer)
  const { request } = await startApp({ content: ours, config: { upstream: url } })
  const { headers, body } = await request.post('/api/get-course').send({ slug: ownCourse.slug }).expect(200)
  expect(body).toStrictEqual({ data: ownCourse })
  expect(headers['x-answered-by']).toBe('fixtures')
  expect(headers['x-answered-because']).toMatch(reason)
})

afterEach(() => vi.useRealTimers())
const later = () => vi.setSystemTime(Date.now() + 60_000)

test('an unreachable upstream: its last good answer with its age, else the fixtures; called again when it is back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const api = await otherApi(() => envelope([]))
  const { request } = await startApp({ content: ours, config: { upstream: api.url } })
  const ask = async (event_type: string) => {
    const { headers, body } = await request.post('/api/get-events').send({ event_type }).expect(200)
    const { 'x-answered-by': by, 'x-answered-because': because = '', age = '' } = headers
    return [by, age, because.split(':')[0], body.data.length > 0]
  }
  expect(await ask('free_workshop')).toStrictEqual(['upstream', '', '', false])
  await api.stop()
  expect(await ask('free_workshop')).toStrictEqual(['upstream', '', '', false])
  later()
  expect(await ask('free_workshop')).toStrictEqual(['upstream', '60', "the upstream can't be reached", false])
  expect(await ask('competitions_programming')).toStrictEqual(['fixtures', '', "the upstream can't be reached", true])
  await api.restart()
  expect(await ask('free_workshop')).toStrictEqual(['upstream', '', '', false])
  expect(await ask('competitions_programming')).toStrictEqual(['upstream', '', '', false])
})

/** A source and its log lines. Without a fallback it behaves as with `BASE_URL`. */
function sourceOf(address: string, { timeout = 5_000, hasFallback = true } = {}) {
  const logged: string[] = []
  const log = {
    info: (_: unknown, text = String(_)) => logged.push(text),
    warn: (_: unknown, text = String(_)) => logged.push(text),
  }
  const fallback: ContentSource = {
    ask: async () => ({ data: { slug: 'ours' }, by: 'fixtures' }),
    isRemote: false,
    isCostly: () => false,
    onChange: () => undefined,
  }
  const source = createRemoteSource({ address, product: 'ugarit', log, timeout, ...(hasFallback && { fallback }) })
  return { logged, ask: source.ask }
}

const reason = 'gave no answer in time'
const [firstCourse, ...otherCourses] = theirs.courses
const answerCourse: Respond = (_, payload) => {
  const { slug } = JSON.parse(payload) as { slug: string }
  const found = theirs.courses.find((item) => item.slug === slug)
  return found ? envelope(found) : { status: 404, text: '{}' }
}

describe('identical calls', () => {
  test('in flight share one request, whose answer is fresh for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const api = await otherApi(answerCourse)
    const { ask } = sourceOf(api.url)
    const twenty = await Promise.all(Array.from({ length: 20 }, () => ask('course', { slug: course.slug })))
    for (const answer of twenty) expect(answer).toMatchObject({ by: 'upstream', data: course })
    const freshUntil = Date.now() + 10_000
    vi.setSystemTime(freshUntil - 1)
    expect(await ask('course', { slug: course.slug })).toStrictEqual({ by: 'upstream', data: course, freshUntil })
    expect(api.asked).toHaveLength(1)
    vi.setSystemTime(freshUntil)
    await ask('course', { slug: course.slug })
    expect(api.asked).toHaveLength(2)
  })

  test('a deleted item has no last good answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const api = await otherApi(answerCourse)
    const { ask } = sourceOf(api.url, { hasFallback: false })
    expect((await ask('course', { slug: course.slug })).data).toStrictEqual(course)
    later()
    api.respond = () => ({ status: 404, text: '{}' })
    expect((await ask('course', { slug: course.slug })).data).toBeUndefined()
    api.respond = () => ({ status: 500, text: '{}' })
    await expect(ask('course', { slug: course.slug })).rejects.toThrow('answered 500')
  })

  test('no more than sixteen calls are in flight', async () => {
    const api = await otherApi(() => undefined)
    const { ask } = sourceOf(api.url, { timeout: 2_000 })
    await Promise.all(Array.from({ length: 40 }, (_, index) => ask('course', { slug: `a-${index}` })))
    expect(api.asked).toHaveLength(16)
  })
})

/**
 * Repeats the call until the upstream answers, which on a busy machine may take longer than the wait for a silent upstream. Returns
 * the item's slug.
 */
async function untilBack(ask: () => Promise<Answer>): Promise<unknown> {
  for (;;) {
    const { by, data } = await ask()
    if (by === 'upstream' && data) return (data as { slug?: unknown }).slug
  }
}

describe('an upstream that hangs', () => {
  test('for one item still answers for all others, and each change is logged once', async () => {
    const api = await otherApi((path, payload) =>
      payload.includes(JSON.stringify(firstCourse?.slug)) ? undefined : answerCourse(path, payload),
    )
    const { ask, logged } = sourceOf(api.url, { timeout: 2_000 })
    expect(await ask('course', { slug: firstCourse?.slug })).toMatchObject({ by: 'fixtures', reason })
    for (const item of otherCourses) expect(await untilBack(() => ask('course', { slug: item.slug }))).toBe(item.slug)
    expect(await ask('course', { slug: 'none' })).toMatchObject({ by: 'upstream', data: undefined })
    expect(logged).toStrictEqual([
      'the API gave no answer in time (course): last good answers or the fixtures stand in',
      'the API answers again',
    ])
  })

  test('costs one timeout: other payloads are answered while their calls are in flight, until it answers again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const api = await otherApi(answerCourse)
    const { ask, logged } = sourceOf(api.url, { timeout: 4_000 })
    const [second, third] = otherCourses
    await ask('course', { slug: third?.slug })
    later()
    const before = Date.now() - 60_000
    api.respond = () => undefined
    expect(await ask('course', { slug: firstCourse?.slug })).toMatchObject({ by: 'fixtures', reason })
    expect(await ask('course', { slug: second?.slug })).toMatchObject({ by: 'fixtures', reason })
    expect(await ask('course', { slug: third?.slug })).toMatchObject({ data: third, staleSince: before, reason })
    expect(api.open.size).toBe(2)
    api.respond = answerCourse
    expect(await untilBack(() => ask('course', { slug: firstCourse?.slug }))).toBe(firstCourse?.slug)
    expect(logged).toStrictEqual([
      'the API gave no answer in time (course): last good answers or the fixtures stand in',
      'the API answers again',
    ])
  })
})

describe('drift', () => {
  const passed: [what: string, name: 'course' | 'events', data: unknown, line: RegExp][] = [
    [
      'a field of another type',
      'course',
      { ...course, tags: 7 },
      /course \/data\/tags: expected a list.*found the number 7/,
    ],
    [
      'another item than asked',
      'course',
      { ...course, slug: 'other' },
      /course \/data\/slug: expected what was asked for, found the string "other"/,
    ],
    [
      'an item of another kind',
      'events',
      [{ ...theirs.events.find((e) => e.event_type !== 'free_workshop') }],
      /events \/data\/0\/event_type/,
    ],
  ]

  test.each(passed)(
    '%s is passed on and logged with operation, pointer, expected and found',
    async (_, name, data, line) => {
      const { url } = await otherApi(() => envelope(data))
      const { ask, logged } = sourceOf(url)
      const answer = await ask(name, name === 'course' ? { slug: course.slug } : { event_type: 'free_workshop' })
      expect(answer).toMatchObject({ by: 'upstream', data })
      expect(logged).toStrictEqual([expect.stringMatching(line)])
    },
  )

  test('is logged once per kind, regardless of how many items, calls and values have it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const api = await otherApi(() => envelope([1, 2, 3].map((image) => ({ slug: 'a', en_title: 'A', image }))))
    const { ask, logged } = sourceOf(api.url)
    await ask('blogs', undefined)
    api.respond = () => envelope([{ slug: 'b', en_title: 'B', image: 99 }])
    later()
    await ask('blogs', undefined)
    expect(logged).toHaveLength(1)
    later()
    api.respond = () => envelope([{ slug: 'b', en_title: 'B' }])
    await ask('blogs', undefined)
    expect(logged).toStrictEqual([expect.stringContaining('/data/0/image'), expect.stringContaining('found nothing')])
  })

  test('of the content type is logged too, and a right answer logs nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const api = await otherApi(() => envelope(course, { type: 'application/vnd.api+json; charset=utf-8' }))
    const { ask, logged } = sourceOf(api.url)
    await ask('course', { slug: course.slug })
    expect(logged).toStrictEqual([])
    later()
    api.respond = () => ({ type: 'text/html', text: JSON.stringify({ more: 1, data: course }) })
    await ask('course', { slug: course.slug })
    expect(logged).toStrictEqual([
      expect.stringContaining('content-type application/json, found the string "text/html"'),
    ])
  })
})
