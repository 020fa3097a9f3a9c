import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FastifyRequest, fastify, type InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import type { Config } from '../../../server/config'
import { createRateLimit } from '../../../server/http/rate-limit'
import { type BuildOptions, startApp } from '../../support/app'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { envelope, otherApi } from '../api/other-api'

const content = generateContent({ seed: 2, size: 4 })
const [course] = content.courses
const three = { perMinute: 3, includesLoopback: false }
const picture = { url: '/images/bad.png?w=160' }

/** Starts a site with a limit of three. `ask` sends a request from an address. `expectFrom` does so once for each status. */
async function limitedSite({ config, ...options }: BuildOptions = {}) {
  const settings = { rateLimit: three, logLevel: 'warn' as const, ...config }
  const { app, lines, ...site } = await startApp({ content, ...options, config: settings })
  await writeFile(join(site.config.imagesDir, 'bad.png'), 'no picture')
  const ask = (request: InjectOptions, remoteAddress = '10.1.2.3') => app.inject({ ...request, remoteAddress })
  const expectFrom = async (address: string | undefined, statuses: number[], request: InjectOptions) => {
    for (const [index, status] of statuses.entries())
      expect([request, index, (await ask(request, address)).statusCode]).toEqual([request, index, status])
  }
  return { ask, expectFrom, lines }
}

test('a client that hung up before its request was counted is no error', async () => {
  const app = fastify()
  const limitCostly = await createRateLimit(app, { rateLimit: three, trustProxy: [] as string[] } as Config)
  await app.ready()
  // A closed connection has no address.
  const request = { ip: undefined, headers: {}, routeOptions: { config: {} } } as unknown as FastifyRequest
  await expect(limitCostly(request)).resolves.toBe(undefined)
})

const courseOf = (slug: unknown): InjectOptions => ({ method: 'POST', url: '/api/get-course', payload: { slug } })

describe('costly work of one address is limited:', () => {
  test('pages that are rendered, with an error page in the page’s language; what is cheap is not', async () => {
    const { ask, expectFrom } = await limitedSite({ distDir: currentBuild() })
    for (const query of ['a', 'b', 'c']) await expectFrom(undefined, [200], { url: `/courses?q=${query}` })
    const { statusCode, headers, body } = await ask({ url: '/ar/courses' })
    expect([statusCode, headers['content-type']]).toStrictEqual([429, 'text/html; charset=utf-8'])
    expect(body).toContain('<html lang="ar" dir="rtl">')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await expectFrom('10.1.2.4', [200], { url: '/ar/courses' })
    // A long list counts more than once.
    await expectFrom('10.1.2.5', [200], { url: '/courses?show=210' })
    await expectFrom('10.1.2.5', [429], { url: '/blogs?q=a' })
    for (const [status, request] of [
      // This page is in the cache by now.
      [200, { url: '/ar/courses' }],
      [200, { url: '/api/get-data' }],
      [200, courseOf(course?.slug)],
      [404, courseOf('none')],
      [400, courseOf(1)],
      [200, { url: '/images/plain.png' }],
      [200, { url: '/health' }],
    ] as const)
      await expectFrom(undefined, [status, status], request)
  })

  test('calls that reach another API, with a problem document', async () => {
    const pass = stopClock()
    const { url, asked } = await otherApi((path) => envelope(path === '/api/get-blogs' ? content.blogs : course))
    const { ask, expectFrom } = await limitedSite({ config: { upstream: url } })
    // Requests refused for other reasons cost little and do not count.
    await expectFrom(undefined, [400], courseOf(7))
    // The cached answers are fresh, so they need no call to the API.
    await expectFrom(undefined, [200, 200, 200], { url: '/api/get-blogs' })
    await expectFrom(undefined, [200, 200, 200], courseOf(course?.slug))
    await expectFrom(undefined, [200], courseOf('another'))
    const { statusCode, headers, ...refusal } = await ask(courseOf('one more'))
    expect(statusCode).toBe(429)
    expect(refusal.json()).toMatchObject({ type: 'about:blank', status: 429, title: 'Too Many Requests' })
    const type = 'application/problem+json; charset=utf-8'
    expect(headers).toMatchObject({ 'content-type': type, 'access-control-allow-origin': '*' })
    expect(asked).toHaveLength(3)
    const seconds = Number(headers['retry-after'])
    expect(seconds).toBeLessThanOrEqual(60)
    pass(seconds * 1_000)
    await expectFrom(undefined, [200], courseOf('one more'))
  })

  test('pictures that are resized; existing variants are free, and other addresses are not affected', async () => {
    const { ask, expectFrom } = await limitedSite()
    await expectFrom(undefined, [422, 422, 422, 429], picture)
    const variant = { url: '/images/plain.png?w=160' }
    const both = await Promise.all([ask(variant), ask(variant, '10.1.2.4')])
    expect(both.map(({ statusCode }) => statusCode)).toStrictEqual([429, 200])
    await expectFrom(undefined, [200], variant)
  })
})

describe('the counted address', () => {
  const limited = [422, 422, 422, 429]
  const free = [422, 422, 422, 422]
  const forwarded = (address: string) => ({ 'x-forwarded-for': address })

  type Visit = [address: string, statuses: number[], headers?: Record<string, string>]
  test.each<[what: string, config: Partial<Config>, ...visits: Visit[]]>([
    ['this machine is not limited by default', {}, ['127.0.0.1', free], ['::1', free]],
    ['it is when asked for', { rateLimit: { ...three, includesLoopback: true } }, ['127.0.0.1', limited]],
    ['nobody is limited when it is off', { rateLimit: { ...three, perMinute: 0 } }, ['10.1.2.3', free]],
    [
      'others are limited by default, whatever address they claim',
      {},
      ...limited.map((status, index): Visit => ['10.1.2.3', [status], forwarded(`10.0.0.${index}`)]),
    ],
    [
      'an address named by a trusted proxy is used',
      { trustProxy: ['10.1.2.3'] },
      ['10.1.2.3', limited, forwarded('10.0.0.1')],
      ['10.1.2.3', [422], forwarded('10.0.0.2')],
    ],
    [
      'behind a trusted proxy on this machine each visitor has a limit, and the machine has none',
      { trustProxy: ['127.0.0.1'] },
      ['127.0.0.1', limited, forwarded('203.0.113.7')],
      ['127.0.0.1', [422], forwarded('203.0.113.8')],
      ['127.0.0.1', free, forwarded('127.0.0.1')],
    ],
    [
      'what is no address counts as the address of the proxy that passed it on',
      { trustProxy: ['10.1.2.3', '10.1.2.4'] },
      ...['unknown', '_hidden', '203.0.113:80', 'x'.repeat(8_000)].map(
        (value, index): Visit => ['10.1.2.3', limited.slice(index, index + 1), forwarded(value)],
      ),
      ['10.1.2.3', [429], forwarded('unknown, 10.1.2.3')],
      ['10.1.2.3', [422], forwarded('unknown, 10.1.2.4')],
    ],
    [
      'the port that a gateway adds to an address makes no other one of it',
      { trustProxy: ['10.1.2.3'] },
      ...limited.map((status, index): Visit => ['10.1.2.3', [status], forwarded(`203.0.113.7:5000${index}`)]),
      ['10.1.2.3', [422], forwarded('203.0.113.8:50000')],
      ['10.1.2.3', limited, forwarded('[2001:db8::1]:50000')],
      ['10.1.2.3', [429], forwarded('[2001:db8::1]')],
    ],
    [
      'what only begins like an address of this machine is limited',
      { trustProxy: ['127.0.0.1'] },
      ...limited.map((status, index): Visit => ['127.0.0.1', [status], forwarded(`127.visitor-${index}`)]),
    ],
    [
      'an IPv6 /64 counts as one address',
      {},
      ...['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3', '2001:db8::4'].map(
        (address, index): Visit => [address, limited.slice(index, index + 1)],
      ),
      ['2001:db8:0:1::1', [422]],
      ['::ffff:10.0.0.3', [422]],
    ],
  ])('%s', async (_, config, ...visits) => {
    const { expectFrom } = await limitedSite({ config })
    for (const [address, statuses, headers = {}] of visits) await expectFrom(address, statuses, { ...picture, headers })
  })

  test.each(
    Object.entries({ ...forwarded('203.0.113.7'), forwarded: 'for=203.0.113.7', via: '1.1 p', 'x-real-ip': '::2' }),
  )(
    'behind a proxy on this machine that is not trusted (%s: %s), visitors share one limit, with a warning',
    async (name, value) => {
      const { expectFrom, lines } = await limitedSite()
      await expectFrom('127.0.0.1', limited, { ...picture, headers: { [name]: value } })
      await expectFrom('127.0.0.1', [422], picture)
      expect(lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))).toHaveLength(1)
    },
  )
})
