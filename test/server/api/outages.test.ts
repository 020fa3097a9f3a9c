import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { HomeData } from '#contract/entities'
import { answeringOf, operationNames } from '#contract/operations'
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
  const times: number[] = []
  const { url: address, stop } = await startHttpServer((request, response) => {
    request.resume()
    const fail = failures[times.push(performance.now()) - 1]
    if (fail) fail(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const source = createRemoteSource({ address, product: 'ugarit', log })
  const askOther = () => source.ask('events', { event_type: 'free_workshop' })
  return { ask: () => source.ask('blogs', undefined), askOther, calls: () => times.length, times }
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
  const again: [what: string, failure: (response: ServerResponse) => unknown][] = [
    ['without a response', drop],
    ['with half a response', cut],
    ['with 502', status(502)],
    ['with 503', status(503)],
    ['with 504', status(504)],
  ]

  test.each(again)('%s is made again, unseen', async (_, failure) => {
    const { ask, calls } = await sourceOver(failure, failure)
    expect(await ask()).toMatchObject({ by: 'upstream', data: [] })
    expect(calls()).toBe(3)
  })

  test('is made five times, and once more at once while the outage lasts', async () => {
    await Promise.all(
      again.map(async ([what, failure]) => {
        const { ask, calls } = await sourceOver(...Array(9).fill(failure))
        await expect(ask()).rejects.toThrow()
        expect([what, calls()]).toEqual([what, 5])
        await expect(ask()).rejects.toThrow()
        expect([what, calls()]).toEqual([what, 7])
      }),
    )
  })

  test('is made once more at once, if there is a last good answer', async () => {
    const pass = stopClock()
    const { ask, calls } = await sourceOver(undefined, ...Array(9).fill(status(503)))
    await ask()
    pass(11_000)
    expect(await ask()).toMatchObject({ data: [], reason: 'answered 503' })
    expect(calls()).toBe(3)
  })

  test.each<[what: string, failure: (response: ServerResponse) => unknown]>([
    ['500', status(500)],
    ['429, which asks to wait 10 s', status(429)],
    ['503 and a longer time to wait than it may take', status(503, { 'retry-after': '9' })],
  ])('with %s is not made again', async (_, failure) => {
    const { ask, calls } = await sourceOver(failure)
    await expect(ask()).rejects.toThrow()
    expect(calls()).toBe(1)
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
  test.each([429, 503])(
    'by %i for a second is called again after it, and not by other calls meanwhile',
    async (code) => {
      const { ask, askOther, calls, times } = await sourceOver(status(code, { 'retry-after': '1' }))
      const waiting = ask()
      await expect.poll(calls).toBe(1)
      for (const { by, data } of [await askOther(), await waiting]) expect([by, data]).toEqual(['upstream', []])
      // A timer may fire a millisecond early.
      for (const time of times.slice(1)) expect(time - Number(times[0])).toBeGreaterThan(990)
    },
  )

  test.each([
    ['429 and seconds', 429, '30', 30_000],
    ['503 and a date', 503, new Date(Date.now() + 86_400_000).toUTCString(), 5 * 60_000],
  ])('with %s is not called before that time, which has a limit', async (_, code, header, wait) => {
    const pass = stopClock()
    const { ask, calls } = await sourceOver(status(code, { 'retry-after': header }))
    for (let count = 0; count < 20; count++) await expect(ask()).rejects.toMatchObject({ message: `answered ${code}` })
    expect(calls()).toBe(1)
    // After the first failure, calls do not wait for the end of the pause.
    pass(wait - 1)
    await expect(ask()).rejects.toMatchObject({ retryAfter: 1 })
    pass(1)
    expect(await ask()).toMatchObject({ data: [] })
    expect(calls()).toBe(2)
  })

  test.each([
    ['longer', '30', '60'],
    ['shorter', '60', '30'],
  ])(
    'by concurrent responses is not called before the longer time, if the later one is %s',
    async (_, first, later) => {
      const pass = stopClock()
      const slow: ServerResponse[] = []
      const { ask, askOther, calls } = await sourceOver(
        (response) => slow.push(response),
        status(429, { 'retry-after': first }),
      )
      const waiting = ask()
      await expect.poll(calls).toBe(1)
      await expect(askOther()).rejects.toMatchObject({ retryAfter: Number(first) * 1_000 })
      for (const response of slow) status(429, { 'retry-after': later })(response)
      await expect(waiting).rejects.toMatchObject({ message: 'answered 429' })
      pass(59_999)
      await expect(ask()).rejects.toMatchObject({ retryAfter: 1 })
      pass(1)
      expect(await ask()).toMatchObject({ data: [] })
      expect(calls()).toBe(3)
    },
  )

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
    const bySlug = operationNames.filter((name) => answeringOf(name).item || answeringOf(name).groupedBy)
    expect(new Set(items.map(({ name }) => name))).toEqual(new Set(bySlug))
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

test.each([
  [410, 'text/html'],
  [422, 'application/json'],
  [400, 'application/problem+json'],
])(
  'an item that the API refuses by %i with %s is not there, once the API has answered another call',
  async (status, type) => {
    const { api, request } = await siteOver(answer, { content: ours })
    await request.get('/courses').expect(200)
    api.respond = (path, payload) => (path === '/api/get-course' ? { status, type, text: '{}' } : answer(path, payload))
    await request.get(coursePath('gone')).expect(404)
  },
)

test('an API that refuses every call by 400 is an outage, and no item is gone', async () => {
  const refusal = () => ({ status: 400, text: '{"message":"No key"}' })
  const { api, request } = await siteOver(refusal, { content: ours })
  await request.get(coursePath(slug)).expect(503)
  // Also if the API has answered before.
  api.respond = answer
  await request.get('/courses').expect(200)
  api.respond = refusal
  await request.get('/blogs').expect(503)
  await request.get(coursePath(slug)).expect(503)
})
