import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { HomeData } from '#contract/entities'
import { operationNames } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { createRemoteSource } from '../../../server/api/remote-source'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { elementText } from '../../support/html'
import { startHttpServer } from '../../support/http-server'
import { firstOf } from '../../support/site-pages'
import { call, operationRows } from './operation-rows'
import { answersOf, envelope, fails, siteOver } from './other-api'

const ours = generateContent({ seed: 1 })
/** Content of which the fixtures have no slug. */
const theirs = JSON.parse(JSON.stringify(generateContent({ seed: 8 })), (key, value) =>
  (key === 'slug' || key === 'category') && typeof value === 'string' ? `their ${value}` : value,
) as HomeData
const answer = answersOf(theirs)
const rows = operationRows(theirs, 'ugarit')
const { course: coursePath } = createPaths({ locale: 'en', product: 'ugarit' })
const course = firstOf(theirs.courses, ({ en_title }) => en_title)
const { slug } = course

/** Makes a source over an API whose first responses are made by `failures`, in turn, and all others have data. */
async function sourceOver(...failures: (((response: ServerResponse) => unknown) | undefined)[]) {
  let calls = 0
  const { url: address, stop } = await startHttpServer((request, response) => {
    request.resume()
    const fail = failures[calls++]
    if (fail) fail(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const source = createRemoteSource({ address, product: 'ugarit', log })
  return { ask: () => source.ask('blogs', undefined), calls: () => calls }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('{}')
const drop = (response: ServerResponse) => response.destroy()
const cut = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
  response.write('{"data":', () => response.destroy())
}

describe('a failed call', () => {
  test.each<[what: string, failure: (response: ServerResponse) => unknown, calls: number]>([
    ['without a response', drop, 2],
    ['with half a response', cut, 2],
    ['with 502', status(502), 2],
    ['with 503', status(503), 2],
    ['with 504', status(504), 2],
    ['with 500', status(500), 1],
    ['with 429', status(429), 1],
    ['with 503 and a time to wait', status(503, { 'retry-after': '9' }), 1],
  ])('%s is made once more at once if that can help', async (_, failure, count) => {
    const once = await sourceOver(failure)
    if (count === 2) expect(await once.ask()).toMatchObject({ by: 'upstream', data: [] })
    else await expect(once.ask()).rejects.toThrow()
    const always = await sourceOver(...Array(9).fill(failure))
    await expect(always.ask()).rejects.toThrow()
    expect([once.calls(), always.calls()]).toStrictEqual([count, count])
  })

  test('on a kept connection that the API closes at that moment is made once more', async () => {
    const pass = stopClock()
    const { ask, calls } = await sourceOver(undefined, drop)
    await ask()
    pass(11_000)
    expect(await ask()).toStrictEqual({ by: 'upstream', data: [], freshUntil: performance.now() + 10_000 })
    expect(calls()).toBe(3)
  })
})

describe('an API that asks to wait', () => {
  test.each([
    ['429 and seconds', 429, '30', 30_000],
    ['503 and a date', 503, new Date(Date.now() + 86_400_000).toUTCString(), 5 * 60_000],
  ])('with %s is not called before that time, which has a limit', async (_, code, header, wait) => {
    const pass = stopClock()
    const { ask, calls } = await sourceOver(status(code, { 'retry-after': header }))
    for (let count = 0; count < 20; count++) await expect(ask()).rejects.toMatchObject({ message: `answered ${code}` })
    expect(calls()).toBe(1)
    pass(wait - 1)
    await expect(ask()).rejects.toMatchObject({ retryAfter: 1 })
    pass(1)
    expect(await ask()).toMatchObject({ data: [] })
    expect(calls()).toBe(2)
  })

  test('makes nobody wait longer than a day', async () => {
    const { ask } = await sourceOver(status(503, { 'retry-after': '99999999999999980000' }))
    await expect(ask()).rejects.toMatchObject({ retryAfter: 86_400_000 })
  })

  test('makes our own API and pages say when to ask again, for what nothing stands in for', async () => {
    const { api, request } = await siteOver(answer, { content: ours }, 'upstream')
    api.respond = () => ({ ...fails(429), headers: { 'retry-after': '40' } })
    const answers = [await call(request, 'course', { slug }), await request.get(coursePath(slug))]
    for (const { status, headers } of answers)
      expect([status, Number(headers['retry-after'])]).toStrictEqual([503, expect.toSatisfy((time) => time > 30)])
    expect(api.asked.length).toBeLessThanOrEqual(1)
  })
})

describe('an outage of the upstream', () => {
  /** The calls for one item by its slug that only the API can answer. */
  const items = operationNames.flatMap((name) =>
    rows[name].flatMap(({ payload, data }) => {
      const asked = payload && 'slug' in payload ? String(payload.slug) : ''
      return asked === '' ? [] : [{ name, payload: { slug: asked }, data }]
    }),
  )

  test('is never a 404 for an item that only the API has: the last good home data has it, by API and page', async () => {
    const { api, request } = await siteOver(answer, { content: ours }, 'upstream')
    await request.get('/').expect(200)
    await api.stop()
    expect(new Set(items.map(({ name }) => name)).size).toBe(7)
    for (const { name, payload, data } of items) {
      const { status, headers, body } = await call(request, name, payload)
      expect([name, payload, status, headers['x-answered-by'], body]).toEqual([
        name,
        payload,
        200,
        'upstream',
        { data },
      ])
      expect(Number(headers.age)).toBeGreaterThanOrEqual(0)
    }
    const { text } = await request.get(coursePath(slug)).expect(200)
    expect(elementText(text, 'h1')).toBe(course.en_title?.trim())
  })

  test.each(['is down', 'answers an error', 'answers HTML'])(
    'that %s before any home data came is a 503 that can be tried again, by API and page',
    async (what) => {
      const { api, request } = await siteOver(() => fails(), { content: ours }, 'upstream')
      if (what === 'is down') await api.stop()
      if (what === 'answers HTML') api.respond = () => ({ text: '<!doctype html>' })
      for (const { name, payload } of items) {
        const { status, headers, type } = await call(request, name, payload)
        expect([name, payload, status, headers['retry-after'], type]).toEqual([
          ...[name, payload, 503, '2', 'application/problem+json'],
        ])
      }
      const { status, text, headers } = await request.get(coursePath(slug))
      expect([status, headers['retry-after'], elementText(text.slice(text.indexOf('role="alert"')), 'button')]).toEqual(
        [503, '2', 'Try again'],
      )
      // The fixtures still stand in for what they have.
      const own = firstOf(ours.courses)
      expect((await call(request, 'course', { slug: own.slug }).expect(200)).body).toStrictEqual({ data: own })
    },
  )

  test('brings no item back of which the API has said since the home data that it does not exist', async () => {
    const pass = stopClock()
    const { api, request } = await siteOver(answer, { content: ours }, 'upstream')
    await request.get('/').expect(200)
    pass()
    api.respond = () => fails(404)
    await call(request, 'course', { slug }).expect(404)
    api.respond = () => fails()
    await call(request, 'course', { slug }).expect(503)
    // Home data that came later has the item.
    api.respond = answer
    pass()
    await request.get('/api/get-data').expect(200)
    api.respond = () => fails()
    await call(request, 'course', { slug }).expect(200)
  })

  test.each([{ courses: {}, blogs: [null, 3, { slug: 4 }] }, 7, null])(
    'with odd home data is a 503 as well: %j',
    async (home) => {
      const { api, request } = await siteOver(() => envelope([home ?? {}]), { content: ours }, 'upstream')
      await request.get('/api/get-data').expect(200)
      api.respond = () => fails()
      for (const { name, payload } of items) await call(request, name, payload).expect(503)
    },
  )
})

test('a wall clock that is set back makes no answer fresh for longer, and no page', async () => {
  const pass = stopClock()
  const { api, request } = await siteOver(answer, { content: ours }, 'upstream')
  await request.get('/courses').expect(200)
  const before = api.asked.length
  vi.setSystemTime(Date.now() - 3_600_000)
  pass(11_000)
  api.respond = answersOf({ ...theirs, courses: [] })
  await expect.poll(async () => (await request.get('/courses')).text.includes(coursePath(slug))).toBe(false)
  expect(api.asked.length).toBeGreaterThan(before)
})
