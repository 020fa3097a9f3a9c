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

/** Sends a request once for each status, and checks that it is answered so. */
async function expectStatuses(statuses: number[], ask: (index: number) => Promise<{ statusCode: number }>) {
  for (const [index, status] of statuses.entries())
    expect([index, (await ask(index)).statusCode]).toEqual([index, status])
}

describe('costly work of one address is limited:', () => {
  test('pages that are rendered, with an error page in the page’s language', async () => {
    const { app } = await startApp({ content, distDir, config: { rateLimit: three } })
    const ask = (url: string, remoteAddress = '10.1.2.3') => app.inject({ url, remoteAddress })
    await expectStatuses([200, 200, 200, 429], (index) => ask(`/courses?q=${index}`))
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
    // The cached answers are fresh, so they need no call to the API.
    await expectStatuses([200, 200, 200, 200, 200, 200], (index) => (index % 2 ? get() : post()))
    expect((await post('10.1.2.3', 'another')).statusCode).toBe(200)
    const refusal = await post('10.1.2.3', 'one more')
    expect(refusal.statusCode).toBe(429)
    expect(refusal.json()).toMatchObject({ type: 'about:blank', status: 429, title: 'Too Many Requests' })
    const { 'content-type': type, 'retry-after': seconds, 'access-control-allow-origin': origin } = refusal.headers
    expect([type, origin]).toEqual(['application/problem+json; charset=utf-8', '*'])
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(asked).toHaveLength(3)
    expect((await post('10.1.2.4')).statusCode).toBe(200)
  })

  test('pictures that are resized; existing variants are free, and other addresses are not affected', async () => {
    const { app, config } = await startApp({ content, config: { rateLimit: three } })
    await writeFile(join(config.imagesDir, 'bad.png'), 'no picture')
    const ask = async (name: string, remoteAddress = '10.1.2.3') =>
      app.inject({ url: `/images/${name}`, remoteAddress })
    await expectStatuses([422, 422, 422, 429], () => ask('bad.png?w=160'))
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
    await expectStatuses([status, status, status], () => app.inject({ ...request, remoteAddress }))
})

describe('the counted address', () => {
  const limited = [422, 422, 422, 429]
  const free = [422, 422, 422, 422]
  const forwarded = (address: string) => ({ 'x-forwarded-for': address })

  /** `expectFrom` sends a costly request from an address for each status; `headers` may name other addresses. */
  async function visitorsOf(config: Partial<Config> = {}) {
    const { app, lines, ...site } = await startApp({
      content,
      config: { rateLimit: three, logLevel: 'warn', ...config },
    })
    await writeFile(join(site.config.imagesDir, 'bad.png'), 'no picture')
    const expectFrom = (remoteAddress: string, statuses: number[], headers = {}) =>
      expectStatuses(statuses, () => app.inject({ url: '/images/bad.png?w=160', remoteAddress, headers }))
    return { expectFrom, lines }
  }

  test.each([
    ['this machine is not limited by default', '127.0.0.1', {}, free],
    ['nor by IPv6', '::1', {}, free],
    ['this machine is limited when that is asked for', '127.0.0.1', { ...three, includesLoopback: true }, limited],
    ['nobody is limited when it is off', '10.1.2.3', { perMinute: 0 }, free],
    ['others are limited by default', '10.1.2.3', {}, limited],
  ])('%s', async (_, address, rateLimit, statuses) => {
    const { expectFrom } = await visitorsOf({ rateLimit: { ...three, ...rateLimit } })
    await expectFrom(address, statuses)
  })

  test('an address claimed by a client is ignored, one from a trusted proxy is used', async () => {
    const direct = await visitorsOf()
    const proxied = await visitorsOf({ trustProxy: ['10.1.2.3'] })
    for (const [index, status] of limited.entries()) {
      await direct.expectFrom('10.1.2.3', [status], forwarded(`10.0.0.${index}`))
      await proxied.expectFrom('10.1.2.3', [422], forwarded(`10.0.0.${index}`))
    }
    await proxied.expectFrom('10.1.2.3', [422, 422, 429], forwarded('10.0.0.1'))
  })

  test.each(
    Object.entries({ ...forwarded('203.0.113.7'), forwarded: 'for=203.0.113.7', via: '1.1 p', 'x-real-ip': '::2' }),
  )(
    'behind a proxy on this machine that is not trusted (%s: %s), visitors share one limit, with a warning',
    async (name, value) => {
      const { expectFrom, lines } = await visitorsOf()
      await expectFrom('127.0.0.1', limited, { [name]: value })
      await expectFrom('::1', [422], { [name]: value })
      await expectFrom('127.0.0.1', [422])
      expect(lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))).toHaveLength(1)
    },
  )

  test('behind a proxy on this machine that is trusted, each visitor has a limit, and the machine has none', async () => {
    const { expectFrom } = await visitorsOf({ trustProxy: ['127.0.0.1'] })
    await expectFrom('127.0.0.1', limited, forwarded('203.0.113.7'))
    await expectFrom('127.0.0.1', [422], forwarded('203.0.113.8'))
    await expectFrom('127.0.0.1', free, forwarded('127.0.0.1'))
  })

  test('each address has its own minute', async () => {
    const pass = stopClock()
    const { expectFrom } = await visitorsOf()
    await expectFrom('10.0.0.1', limited)
    pass(30_500)
    await expectFrom('10.0.0.1', [429])
    await expectFrom('10.0.0.2', [422])
    pass(29_500)
    await expectFrom('10.0.0.1', [422])
  })

  test('an IPv6 /64 counts as one address', async () => {
    const { expectFrom } = await visitorsOf()
    const sameNetwork = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3', '2001:db8::4']
    for (const [index, address] of sameNetwork.entries()) await expectFrom(address, [limited[index] ?? 0])
    for (const address of ['2001:db8:0:1::1', '::ffff:10.0.0.3']) await expectFrom(address, [422])
  })
})
