import { describe, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { createUpstream } from '../../../server/api/upstream'
import { operationRows } from '../../api/operation-rows'
import { generateContent } from '../../generated-content'
import { build } from '../../helper'
import { envelope, type OtherAnswer, otherApi } from './other-api'

const ours = generateContent({ seed: 1 })
const theirs = generateContent({ seed: 8 })
const [course] = theirs.courses
if (!course) throw new Error('the generated content has courses')
const [ownCourse] = ours.courses
if (!ownCourse) throw new Error('the generated content has courses')

test('every operation answers what the upstream holds, unknown fields too, and says so', async () => {
  const upstream = await build({ content: theirs })
  const { request } = await build({ content: ours, config: { upstream: upstream.url } })
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

test('what the upstream has not is a 404 problem document of the upstream, also when the fixtures have it', async () => {
  const { url } = await otherApi(() => ({ status: 404, type: 'text/html', text: '<h1>no</h1>' }))
  const { request } = await build({ content: ours, config: { upstream: url } })
  const { headers, body } = await request.post('/api/get-course').send({ slug: ownCourse.slug }).expect(404)
  expect([headers['x-answered-by'], headers['content-type']]).toStrictEqual([
    'upstream',
    'application/problem+json; charset=utf-8',
  ])
  expect(JSON.stringify(body.errors)).not.toContain(`nearest":["${ownCourse.slug}`)
})

test('a payload that does not fit is refused before the upstream is asked', async () => {
  const { url, asked } = await otherApi(() => envelope(course))
  const { request } = await build({ config: { upstream: url } })
  await request.post('/api/get-course').send({ slug: 4 }).expect(400)
  expect(asked).toStrictEqual([])
})

test('forms are passed on as JSON', async () => {
  const { url, asked } = await otherApi(() => envelope([]))
  const { request } = await build({ config: { upstream: `${url}/v1` } })
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

test.each(failures)('%s: the fixtures answer and say why', async (_, answer, reason) => {
  const { url } = await otherApi(() => answer)
  const { request } = await build({ content: ours, config: { upstream: url } })
  const { headers, body } = await request.post('/api/get-course').send({ slug: ownCourse.slug }).expect(200)
  expect(body).toStrictEqual({ data: ownCourse })
  expect(headers['x-answered-by']).toBe('fixtures')
  expect(headers['x-answered-because']).toMatch(reason)
})

test('an upstream that is gone is answered for by the fixtures, and asked again as soon as it is back', async () => {
  const api = await otherApi(() => envelope([course]))
  const { request } = await build({ content: ours, config: { upstream: api.url } })
  const from = async () =>
    (await request.post('/api/get-events').send({ event_type: 'free_workshop' })).headers['x-answered-by']
  api.respond = () => envelope([])
  expect(await from()).toBe('upstream')
  await api.stop()
  expect(await from()).toBe('fixtures')
  await api.restart()
  expect(await from()).toBe('upstream')
})

/** The pass-through alone, with a short limit, and what it logs. */
function passThrough(address: string, timeout = 5_000) {
  const logged: string[] = []
  const log = {
    info: (_: object, text: string) => logged.push(text),
    warn: (_: object, text: string) => logged.push(text),
  }
  return {
    logged,
    upstream: createUpstream({ address, product: 'ugarit', fallback: () => ({ slug: 'ours' }), log, timeout }),
  }
}

describe('an upstream that hangs', () => {
  test('for one item is asked for every other one as ever', async () => {
    const [slow, ...healthy] = theirs.courses
    const api = await otherApi((_, payload) => {
      const { slug } = JSON.parse(payload) as { slug: string }
      const found = healthy.find((item) => item.slug === slug)
      return slug === slow?.slug ? undefined : found ? envelope(found) : { status: 404, text: '{}' }
    })
    const { upstream, logged } = passThrough(api.url, 4_000)
    const ask = (slug = '') => upstream('course', { slug })
    const instead = { by: 'fixtures', reason: 'gave no answer within 4000 ms' }
    expect(await ask(slow?.slug)).toMatchObject(instead)
    for (const item of healthy) expect(await ask(item.slug)).toStrictEqual({ by: 'upstream', data: item })
    expect(await ask('none')).toStrictEqual({ by: 'upstream', data: undefined })
    // At once, while a call in the background asks for it again.
    expect(await ask(slow?.slug)).toMatchObject(instead)
    expect(logged).toStrictEqual(['course is answered from the fixtures: the upstream gave no answer within 4000 ms'])
  })

  test('costs one call its time limit; later ones are answered at once, until it answers again', async () => {
    const api = await otherApi(() => undefined)
    const { upstream, logged } = passThrough(api.url, 1_000)
    const ask = () => upstream('course', { slug: course.slug })
    expect(await ask()).toMatchObject({ by: 'fixtures', reason: 'gave no answer within 1000 ms' })
    api.respond = () => envelope(course)
    let answer = await ask()
    expect(answer.by).toBe('fixtures')
    while (answer.by === 'fixtures') {
      // A turn of the event loop, in which the call in the background gets on.
      await new Promise(setImmediate)
      answer = await ask()
    }
    expect(answer).toStrictEqual({ by: 'upstream', data: course })
    expect(logged).toStrictEqual([
      'course is answered from the fixtures: the upstream gave no answer within 1000 ms',
      'the upstream answers course again',
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
      const { upstream, logged } = passThrough(url)
      const answer = await upstream(name, name === 'course' ? { slug: course.slug } : { event_type: 'free_workshop' })
      expect(answer).toStrictEqual({ by: 'upstream', data })
      expect(logged).toStrictEqual([expect.stringMatching(line)])
    },
  )

  test('is logged once per kind, however many items, calls and values have it', async () => {
    const api = await otherApi(() => envelope([1, 2, 3].map((image) => ({ slug: 'a', en_title: 'A', image }))))
    const { upstream, logged } = passThrough(api.url)
    await upstream('blogs', undefined)
    api.respond = () => envelope([{ slug: 'b', en_title: 'B', image: 99 }])
    await upstream('blogs', undefined)
    expect(logged).toHaveLength(1)
    api.respond = () => envelope([{ slug: 'b', en_title: 'B' }])
    await upstream('blogs', undefined)
    expect(logged).toStrictEqual([expect.stringContaining('/data/0/image'), expect.stringContaining('found nothing')])
  })

  test('of the content type is logged too, and a right answer logs nothing', async () => {
    const api = await otherApi(() => envelope(course, { type: 'application/vnd.api+json; charset=utf-8' }))
    const { upstream, logged } = passThrough(api.url)
    await upstream('course', { slug: course.slug })
    expect(logged).toStrictEqual([])
    api.respond = () => ({ type: 'text/html', text: JSON.stringify({ more: 1, data: course }) })
    await upstream('course', { slug: course.slug })
    expect(logged).toStrictEqual([
      expect.stringContaining('content-type application/json, found the string "text/html"'),
    ])
  })
})
