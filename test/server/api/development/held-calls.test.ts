import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OperationName } from '#contract/operations'
import { currentBuild } from '../../../../scripts/site-build'
import { createHeldCalls, type HeldCall } from '../../../../server/api/development/held-calls'
import { sharedApp, startApp } from '../../../support/app'
import { readContent } from '../../../support/shipped-content'
import { firstOf } from '../../../support/site-pages'
import { call } from '../operation-rows'

const site = sharedApp({ config: { scenarios: [] }, distDir: currentBuild() })
const { slug } = firstOf((await readContent()).courses)

/** Defines a scenario with behaviours for one test, whose calls have its name as key. */
async function world(behaviour: object[], { request }: Pick<typeof site, 'request'> = site) {
  const key = `holding-${crypto.randomUUID()}`
  await request.put(`/__scenarios/${key}`).send({ description: 'Of a test', behaviour }).expect(204)
  const headers = { 'x-scenario': key, 'x-scenario-key': key }
  return {
    key,
    headers,
    // Sends the request at once; supertest would wait until someone waits for the answer.
    ask: (operation: OperationName, payload?: object) =>
      call(request, operation, payload)
        .set(headers)
        .then((answer) => answer),
    held: async (): Promise<HeldCall[]> => {
      const { held } = (await request.get('/__requests/held').expect(200)).body
      return held.filter((each: HeldCall) => each.key === key)
    },
    release: async (fields: object) => {
      const { status, body } = await request.post('/__requests/release').send({ key, within: 5_000, ...fields })
      return [status, body.released ?? body.detail]
    },
  }
}

test('a call is held until it is released, and then answered as without a hold', async () => {
  const { ask, held, release, key } = await world([{ operation: 'course', payload: { slug }, hold: true }])
  const isAnswered = vi.fn()
  const answer = ask('course', { slug }).then((each) => {
    isAnswered()
    return each
  })
  await vi.waitFor(async () => expect(await held()).toHaveLength(1))
  expect(await held()).toMatchObject([{ operation: 'course', payload: { slug }, by: key, id: expect.any(Number) }])
  // Other calls are answered meanwhile.
  expect((await ask('course', { slug: 'none' })).status).toBe(404)
  expect(isAnswered).not.toHaveBeenCalled()
  expect(await release({ operation: 'course', slug })).toEqual([200, 1])
  expect(await answer).toMatchObject({ status: 200, headers: { 'x-held': 'released' }, body: { data: { slug } } })
  expect(await held()).toEqual([])
  const { body } = await site.request.get(`/__requests?key=${key}`)
  expect(body.calls).toMatchObject([{ held: 'released', status: 200 }, { status: 404 }])
})

test('calls are released one by one, by part of the payload, or all', async () => {
  const { ask, held, release } = await world([{ hold: true }])
  const answers = [
    ask('blogs'),
    ask('news', { ugarit_news: true }),
    ask('news', { ugarit_news: false }),
    ask('homeData'),
  ]
  await vi.waitFor(async () => expect(await held()).toHaveLength(4))
  expect(await release({ payload: { ugarit_news: true } })).toEqual([200, 1])
  expect((await answers[1])?.status).toBe(200)
  const blogs = (await held()).find(({ operation }) => operation === 'blogs')
  expect(await release({ id: blogs?.id })).toEqual([200, 1])
  expect((await answers[0])?.status).toBe(200)
  expect(await release({})).toEqual([200, 2])
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('a release waits for the call, and fails if none comes', async () => {
  const { ask, release } = await world([{ operation: 'blogs', hold: true, status: 503 }])
  const released = release({ operation: 'blogs' })
  expect((await ask('blogs')).status).toBe(503)
  expect(await released).toEqual([200, 1])
  expect(await release({ within: 0 })).toEqual([404, 'No held call fits. No call is held.'])
  const later = ask('blogs')
  expect(await release({ slug: 'other', within: 100 })).toEqual([
    404,
    expect.stringMatching(/^No held call fits\. Held are #\d+ blogs\.$/),
  ])
  expect(await release({})).toEqual([200, 1])
  expect((await later).status).toBe(503)
})

test.each([
  [{ operation: 'get-course' }, '/operation'],
  [{ slugg: 'a' }, '/slugg'],
  [{ within: 70_000 }, '/within'],
  [{ id: 'a' }, '/id'],
  [['course'], 'expected'],
])('the release %j is refused', async (fields, hint) => {
  const { status, body } = await site.request.post('/__requests/release').send(fields)
  expect([status, body.detail]).toEqual([400, expect.stringContaining(hint)])
})

test('a client that disconnects leaves no held call, and the log tells it', async () => {
  const logging = await startApp({ config: { scenarios: [], logLevel: 'warn' } })
  const { held, headers, key } = await world([{ hold: true }], logging)
  const gone = new AbortController()
  const answer = fetch(`${logging.url}/api/get-blogs`, { headers, signal: gone.signal })
  await vi.waitFor(async () => expect(await held()).toHaveLength(1))
  gone.abort()
  await expect(answer).rejects.toThrow()
  await vi.waitFor(async () => expect(await held()).toEqual([]))
  const log = logging.lines.filter((line) => line.key === key)
  expect(log).toMatchObject([{ held: 'gone', operation: 'blogs', by: key }])
})

test('a page whose call is held is the app shell, whose own call is held', async () => {
  const { headers, held } = await world([{ operation: 'course', hold: true }])
  const page = await site.request.get(`/courses/${slug}`).set(headers)
  expect([page.status, page.headers['x-page']]).toEqual([200, 'bare'])
  expect(await held()).toEqual([])
  expect((await site.request.get('/blogs').set(headers)).headers['x-page']).toBeUndefined()
})

test('a page that Vite renders has its call answered at once, and knows that it is held', async () => {
  const development = await startApp({ config: { scenarios: [], isDevelopment: true } })
  const { headers, held } = await world([{ operation: 'blogs', hold: true }], development)
  const read = await development.request.get('/api/get-blogs').set({ ...headers, 'x-rendered-page': '/blogs' })
  expect([read.status, read.headers['x-held']]).toEqual([503, 'page'])
  expect(await held()).toEqual([])
})

test('a server that closes releases its held calls', async () => {
  const { request, close } = await startApp({ config: { scenarios: [] } })
  const { ask, held } = await world([{ hold: true }], { request })
  const answer = ask('blogs')
  await vi.waitFor(async () => expect(await held()).toHaveLength(1))
  const closed = close()
  expect((await answer).status).toBe(200)
  await closed
})

test.each<[string, behaviour: object, (request: typeof site.request) => Promise<{ status: number }>, outcome: unknown]>(
  [
    ['answers a call that would be slow', { delay: 60_000 }, ({ get }) => get('/api/get-blogs'), 200],
    ['drops a call that hangs', { hang: true }, ({ get }) => get('/api/get-blogs'), 'ECONNRESET'],
    ['waits for no calls', {}, ({ get }) => get('/__requests?atLeast=9&within=60000'), 200],
    ['waits for no call to release', {}, ({ post }) => post('/__requests/release').send({ within: 60_000 }), 404],
  ],
)('a server that closes %s', async (_, behaviour, ask, outcome) => {
  const { app, request, close } = await startApp({ config: { scenarios: [] } })
  await request
    .put('/__scenarios/own')
    .send({ description: 'x', behaviour: [behaviour] })
    .expect(204)
  await request.put('/__scenarios/current').send({ current: 'own' }).expect(200)
  const arrived = once(app.server, 'request')
  const answer = ask(request).then(
    ({ status }) => status,
    ({ code }) => code,
  )
  await arrived
  const begin = performance.now()
  await close()
  expect(await answer).toBe(outcome)
  // The server gives open responses 8 s.
  expect(performance.now() - begin).toBeLessThan(4_000)
})

test('at most so many calls are held, and each for a limited time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const calls = createHeldCalls({ maxHeld: 2, maxHold: 60_000 })
  const warn = vi.fn()
  const socket = { once: () => undefined, off: () => undefined }
  const asking = { raw: { socket }, log: { warn } } as unknown as Parameters<typeof calls.hold>[1]
  const hold = () => calls.hold({ operation: 'blogs', payload: undefined, by: 'a', key: '' }, asking)
  const [first, second] = [hold(), hold()]
  expect(await hold()).toBe('limit')
  expect(await calls.release({ id: 1 })).toBe(1)
  expect(await first).toBe('released')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await second).toBe('timeout')
  expect(calls.list()).toEqual([])
  expect(warn.mock.calls.map(([{ held }]) => held)).toEqual(['limit', 'timeout'])
})

test('another site may neither see nor release held calls', async () => {
  const headers = { origin: 'https://evil.example' }
  expect((await site.app.inject({ url: '/__requests/held', headers })).statusCode).toBe(403)
  expect((await site.app.inject({ method: 'POST', url: '/__requests/release', headers, payload: {} })).statusCode).toBe(
    403,
  )
})
