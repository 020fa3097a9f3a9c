import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operationNames } from '#contract/operations'
import type { HomeData } from '#contract/schemas'
import { createChoice, parseFaultPlan } from '../../../server/api/development/fault-rates'
import type { Behaviour } from '../../../server/api/scenarios/scenario-files'
import { readConfig } from '../../../server/config'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const development = { NODE_ENV: 'development' }

describe('the variable FAULTS', () => {
  test('has settings for all operations and for single ones, later ones on top', () => {
    const { seed, behaviours } = parseFaultPlan(
      'latency=200ms, jitter=0.1s error=5% seed=7;course: error=1 status=503 latency=2s;',
    )
    const of = (name: string) => behaviours.filter(({ operation }) => operation === name)
    expect(seed).toBe(7)
    const blogs = { operation: 'blogs', delay: [200, 300] }
    expect(of('blogs')).toStrictEqual([{ ...blogs, share: 0.05, status: 500 }, blogs])
    const course = { operation: 'course', delay: [2000, 2100] }
    expect(of('course')).toStrictEqual([{ ...course, share: 1, status: 503 }, course])
  })

  test.each([
    ['latncy=200', 'found "latncy"; did you mean "latency"?'],
    ['latency=soon', 'expected latency as a time of at most a minute, such as 200, 200ms or 2s, found "soon"'],
    ['latency=61s', 'found "61s"'],
    ['error=2', 'expected error as a share such as 0.1 or 10%, at most 1 or 100%, found "2"'],
    ['error=101%', 'found "101%"'],
    ['error', 'expected error as a share such as 0.1 or 10%, at most 1 or 100%, found ""'],
    ['status=200', 'expected status as a status from 400 to 599, found "200"'],
    ['seed=-1', 'expected seed as a whole number'],
    ['corse: error=1', 'found "corse"; did you mean "course"?'],
    ['error=60%; course: drop=60%', 'error, cut, malformed and drop of course to be 100% together at most, found 120%'],
  ])('%s is refused by name', (text, message) => {
    expect(() => readConfig({ ...development, FAULTS: text })).toThrow(`FAULTS: `)
    expect(() => readConfig({ ...development, FAULTS: text })).toThrow(message)
  })

  test.each([
    [{}, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', FAULTS_IN_PRODUCTION: 'true' }, false],
    [{ NODE_ENV: 'production', FAULTS_IN_PRODUCTION: 'yes' }, true],
    [development, true],
  ])('with %j it is taken: %s', (env, isTaken) => {
    const read = () => readConfig({ ...env, FAULTS: 'error=1' }).faults
    if (isTaken) expect(read()?.behaviours).toContainEqual({ operation: 'course', share: 1, status: 500 })
    else expect(read).toThrow('FAULTS_IN_PRODUCTION=yes')
  })

  test('without it nothing fails', () => {
    expect(readConfig(development)).not.toHaveProperty('faults')
  })
})

describe('chance', () => {
  const plan = 'latency=100 jitter=50 error=10% cut=10% malformed=10% drop=10%'
  const run = (text: string, count = 2_000) => {
    const choose = createChoice(parseFaultPlan(text))
    return Array.from({ length: count }, () => choose('course'))
  }

  test('repeats with the same seed, independently of other operations, and not with another seed', () => {
    const choose = createChoice(parseFaultPlan(plan))
    const mixed = Array.from({ length: 50 }, () => {
      for (const name of operationNames) if (name !== 'course') choose(name)
      return choose('course')
    })
    expect(mixed).toStrictEqual(run(plan, 50))
    expect(run(`${plan} seed=2`, 50)).not.toStrictEqual(run(plan, 50))
  })

  test('keeps to the rates and the times', () => {
    const fates = run(plan)
    const failures: Behaviour[] = [{ status: 500 }, { cut: true }, { body: 'malformed' }, { drop: true }]
    for (const failure of failures) {
      const count = fates.filter((fate) => expect.objectContaining(failure).asymmetricMatch(fate)).length
      expect(Math.abs(count / fates.length - 0.1), JSON.stringify(failure)).toBeLessThan(0.025)
    }
    const delays = fates.map((fate) => Number(fate?.delay))
    expect(Math.min(...delays)).toBeLessThan(105)
    expect(Math.max(...delays)).toBeGreaterThan(145)
    expect(delays.every((delay) => delay >= 100 && delay <= 150)).toBe(true)
  })
})

describe('the answers', () => {
  const failing = (text: string, content?: HomeData) =>
    startApp({ ...(content && { content }), config: { isDevelopment: true, faults: parseFaultPlan(text) } })
  const marked = { 'x-answered-by': 'fault' }

  test('error is a problem document of its status; other operations do not fail', async () => {
    const { request } = await failing('course: error=1 status=503')
    const { status, headers, body } = await request.post('/api/get-course').send({ slug: 'none' })
    expect([status, body.status]).toStrictEqual([503, 503])
    expect(headers).toMatchObject({ ...marked, 'x-answered-because': 'FAULTS: error' })
    expect((await request.get('/api/get-blogs').expect(200)).headers).not.toHaveProperty('x-answered-by')
  })

  test('latency waits, then answers completely', async () => {
    const { request } = await failing('latency=60')
    const began = performance.now()
    const { headers, body } = await request.get('/api/get-blogs').expect(200)
    expect(performance.now() - began).toBeGreaterThan(55)
    expect(headers).toMatchObject({ ...marked, 'x-answered-because': 'FAULTS: waited 60 ms' })
    expect(body.data.length).toBeGreaterThan(0)
  })

  test('malformed is truncated JSON with a matching Content-Length', async () => {
    const { app } = await failing('malformed=1')
    const { statusCode, headers, body, rawPayload } = await app.inject({
      url: '/api/get-blogs',
      headers: { 'accept-encoding': 'br' },
    })
    expect([statusCode, headers['content-length']]).toStrictEqual([200, String(rawPayload.length)])
    expect(headers).toMatchObject({ ...marked, 'cache-control': 'no-store' })
    expect(body).toMatch(/^\{"data":\[/)
    expect(() => JSON.parse(body)).toThrow(SyntaxError)
  })

  test('cut ends the connection in the middle of the body', async () => {
    const { url } = await failing('cut=1')
    const response = await fetch(`${url}/api/get-blogs`)
    expect([response.status, response.headers.get('x-answered-by')]).toStrictEqual([200, 'fault'])
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('faults also affect answers too large to be copied', async () => {
    const content = generateContent({ size: 2 })
    const large = { ...content, blogs: content.blogs.map((blog) => ({ ...blog, en_body: 'x'.repeat(3_000_000) })) }
    const ask = async (text: string) => {
      const { url } = await failing(text, large)
      return fetch(`${url}/api/get-blogs`)
    }
    const malformed = await ask('malformed=1')
    expect(malformed.status).toBe(200)
    expect((await malformed.text()).length).toBeGreaterThan(2_000_000)
    const cut = await ask('cut=1')
    expect([cut.status, Number(cut.headers.get('content-length'))]).toStrictEqual([200, expect.any(Number)])
    await expect(cut.text()).rejects.toThrow('terminated')
  })

  test('repeated latency on one connection leaks no listeners', async () => {
    const { app, url } = await failing('latency=1')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const sockets = new Set<Socket>()
    app.server.on('connection', (socket) => sockets.add(socket))
    for (let time = 0; time < 15; time++) {
      const sent = get(`${url}/api/get-blogs`, { agent })
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      await text(answer)
    }
    const [socket] = sockets
    expect([sockets.size, (socket?.listenerCount('close') ?? 0) < 10]).toStrictEqual([1, true])
  })

  test('drop ends the connection without an answer', async () => {
    const { request } = await failing('drop=1')
    await expect(request.get('/api/get-blogs')).rejects.toThrow('socket hang up')
  })

  test('/__requests marks calls that failed by fault injection', async () => {
    const { request } = await failing('blogs: error=1')
    await request.get('/api/get-blogs').expect(500)
    await request.get('/api/get-data').expect(200)
    const { body } = await request.get('/__requests?format=json')
    expect(body.calls.map(({ from }: { from: string }) => from)).toStrictEqual(['fixtures', 'fault'])
  })
})
