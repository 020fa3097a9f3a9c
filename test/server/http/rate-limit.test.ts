import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import type { Config } from '../../../server/config'
import { startApp } from '../../support/app'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { envelope, otherApi } from '../api/other-api'

const content = generateContent({ seed: 2, size: 4 })
const [course] = content.courses
const distDir = currentBuild()
const three = { perMinute: 3, includesLoopback: false }

/** The statuses of a series of requests. */
async function statusesOf(count: number, ask: (index: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await ask(index)).statusCode)
  return statuses
}

describe('costly work of one address is limited:', () => {
  test('pages that are rendered, with an error page in the page’s language', async () => {
    const { app } = await startApp({ content, distDir, config: { rateLimit: three } })
    const ask = (url: string, remoteAddress = '10.1.2.3') => app.inject({ url, remoteAddress })
    expect(await statusesOf(4, (index) => ask(`/courses?q=${index}`))).toStrictEqual([200, 200, 200, 429])
    const refusal = await ask('/ar/courses')
    expect([refusal.statusCode, refusal.headers['content-type']]).toStrictEqual([429, 'text/html; charset=utf-8'])
    expect(refusal.body).toContain('<html lang="ar" dir="rtl">')
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('/ar/courses', '10.1.2.4')).statusCode).toBe(200)
    // The page is cached now.
    expect((await ask('/ar/courses')).statusCode).toBe(200)
  })

  test('calls that reach another API, with a problem document', async () => {
    const { url, asked } = await otherApi((path) => envelope(path === '/api/get-blogs' ? content.blogs : course))
    const { app } = await startApp({ content, config: { upstream: url, rateLimit: three } })
    const get = () => app.inject({ url: '/api/get-blogs', remoteAddress: '10.1.2.3' })
    const post = (remoteAddress = '10.1.2.3', slug: unknown = course?.slug) =>
      app.inject({ method: 'POST', url: '/api/get-course', payload: { slug }, remoteAddress })
    // Requests refused for other reasons cost little and do not count.
    expect((await post('10.1.2.3', 7)).statusCode).toBe(400)
    expect(await statusesOf(2, (index) => (index % 2 ? get() : post()))).toStrictEqual([200, 200])
    // The cached answers are fresh, so they need no call to the API.
    expect(await statusesOf(4, (index) => (index % 2 ? get() : post()))).toStrictEqual([200, 200, 200, 200])
    expect((await post('10.1.2.3', 'another')).statusCode).toBe(200)
    const refusal = await post('10.1.2.3', 'one more')
    expect(refusal.statusCode).toBe(429)
    expect(refusal.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(refusal.json()).toMatchObject({ type: 'about:blank', status: 429, title: 'Too Many Requests' })
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refusal.headers['access-control-allow-origin']).toBe('*')
    expect(asked).toHaveLength(3)
    expect((await post('10.1.2.4')).statusCode).toBe(200)
  })

  test('pictures that are resized; existing variants are free, and other addresses are not affected', async () => {
    const { app, config } = await startApp({ content, config: { rateLimit: three } })
    await writeFile(join(config.imagesDir, 'bad.png'), 'no picture')
    const ask = async (name: string, remoteAddress = '10.1.2.3') =>
      app.inject({ url: `/images/${name}`, remoteAddress })
    expect(await statusesOf(4, () => ask('bad.png?w=160'))).toStrictEqual([422, 422, 422, 429])
    const both = await Promise.all([ask('plain.png?w=160'), ask('plain.png?w=160', '10.1.2.4')])
    expect(both.map(({ statusCode }) => statusCode)).toStrictEqual([429, 200])
    expect((await ask('plain.png?w=160')).statusCode).toBe(200)
    expect((await ask('plain.png')).statusCode).toBe(200)
  })
})

test('cheap requests are not limited: answers from the fixtures, refusals, cached pages, files', async () => {
  const { app } = await startApp({ content, distDir, config: { rateLimit: { ...three, perMinute: 1 } } })
  const remoteAddress = '10.1.2.3'
  expect((await app.inject({ url: '/courses', remoteAddress })).statusCode).toBe(200)
  const rows: [number, object][] = [
    [200, { url: '/courses' }],
    [200, { url: '/api/get-data' }],
    [200, { method: 'POST', url: '/api/get-course', payload: { slug: course?.slug } }],
    [404, { method: 'POST', url: '/api/get-course', payload: { slug: 'none' } }],
    [400, { method: 'POST', url: '/api/get-course', payload: { slug: 1 } }],
    [200, { url: '/images/plain.png' }],
    [200, { url: '/health' }],
  ]
  for (const [status, request] of rows)
    expect(await statusesOf(3, () => app.inject({ ...request, remoteAddress }))).toStrictEqual([status, status, status])
})

describe('the counted address', () => {
  /** `ask` sends a costly request from an address and gives its status; `headers` may name other addresses. */
  async function visitorsOf(config: Partial<Config> = {}) {
    const { app, lines, ...site } = await startApp({ content, config: { rateLimit: three, ...config } })
    await writeFile(join(site.config.imagesDir, 'bad.png'), 'no picture')
    const ask = async (remoteAddress: string, headers = {}) =>
      (await app.inject({ url: '/images/bad.png?w=160', remoteAddress, headers })).statusCode
    return { ask, lines }
  }

  test.each([
    ['this machine is not limited by default', '127.0.0.1', {}, 422],
    ['nor by IPv6', '::1', {}, 422],
    ['this machine is limited when that is asked for', '127.0.0.1', { ...three, includesLoopback: true }, 429],
    ['nobody is limited when it is off', '10.1.2.3', { perMinute: 0 }, 422],
    ['others are limited by default', '10.1.2.3', {}, 429],
  ])('%s', async (_, address, rateLimit, status) => {
    const { ask } = await visitorsOf({ rateLimit: { ...three, ...rateLimit } })
    for (let index = 0; index < 3; index++) await ask(address)
    expect(await ask(address)).toBe(status)
  })

  test('an address claimed by a client is ignored, one from a trusted proxy is used', async () => {
    const { ask: direct } = await visitorsOf()
    const from = (index: number) => ({ 'x-forwarded-for': `10.0.0.${index}` })
    for (const index of [1, 2, 3]) expect(await direct('10.1.2.3', from(index))).toBe(422)
    expect(await direct('10.1.2.3', from(4))).toBe(429)
    const { ask: proxied } = await visitorsOf({ trustProxy: ['10.1.2.3'] })
    for (const index of [1, 2, 3, 4]) expect(await proxied('10.1.2.3', from(index))).toBe(422)
    for (let time = 0; time < 2; time++) await proxied('10.1.2.3', from(1))
    expect(await proxied('10.1.2.3', from(1))).toBe(429)
  })

  test.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.7'],
  ])(
    'behind a proxy on this machine that is not trusted (%s), visitors share one limit, with a warning',
    async (name, value) => {
      const { ask, lines } = await visitorsOf({ logLevel: 'warn' })
      for (let index = 0; index < 3; index++) await ask('127.0.0.1', { [name]: value })
      expect(await ask('::1', { [name]: value })).toBe(422)
      expect(await ask('127.0.0.1', { [name]: value })).toBe(429)
      expect(await ask('127.0.0.1')).toBe(422)
      expect(lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))).toHaveLength(1)
    },
  )

  test('behind a proxy on this machine that is trusted, each visitor has a limit, and the machine has none', async () => {
    const { ask } = await visitorsOf({ trustProxy: ['127.0.0.1'] })
    const visitor = (name: string) => ask('127.0.0.1', { 'x-forwarded-for': name })
    for (let index = 0; index < 3; index++) await visitor('203.0.113.7')
    expect([await visitor('203.0.113.7'), await visitor('203.0.113.8')]).toStrictEqual([429, 422])
    for (let index = 0; index < 4; index++) expect(await visitor('127.0.0.1')).toBe(422)
  })

  test('each address has its own minute', async () => {
    const pass = stopClock()
    const { ask } = await visitorsOf()
    for (const status of [422, 422, 422, 429]) expect(await ask('10.0.0.1')).toBe(status)
    pass(30_500)
    expect([await ask('10.0.0.1'), await ask('10.0.0.2')]).toStrictEqual([429, 422])
    pass(29_500)
    expect(await ask('10.0.0.1')).toBe(422)
  })

  test('an IPv6 /64 counts as one address', async () => {
    const { ask } = await visitorsOf()
    for (const address of ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3']) await ask(address)
    expect(await ask('2001:db8::4')).toBe(429)
    expect([await ask('2001:db8:0:1::1'), await ask('::ffff:10.0.0.3')]).toStrictEqual([422, 422])
  })
})
