import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../scripts/builds'
import { gatherLines } from '../../server/http/log-lines'
import { operationRows } from '../api/operation-rows'
import { generateContent } from '../generated-content'
import { build, shared, tempContent } from '../helper'
import { sitePages } from '../site-pages'
import { openWire, requestText, resent, type Wire, type WireAnswer } from './wire'

const content = generateContent({ seed: 3, size: 8 })
const distDir = currentBuild()
const [assetName = ''] = readdirSync(join(distDir, 'client/assets')).filter((name) => name.endsWith('.js'))

/** Asks until the answer comes past Fastify; `undefined` when it never does. */
async function askTillResent(app: FastifyInstance, wire: Wire, request: string): Promise<WireAnswer | undefined> {
  return vi
    .waitFor(
      async () => {
        const before = await resent(app)
        const answer = await wire.ask(request)
        expect(await resent(app)).toBe(before + 1)
        return answer
      },
      // Brotli's better form takes a while.
      { timeout: 60_000, interval: 20 },
    )
    .catch(() => undefined)
}

const json = { 'content-type': 'application/json' }

describe('what was asked before', () => {
  const site = shared({ content, distDir })
  /** The same site whose every answer is Fastify's. */
  const slow = shared(() => ({ config: site.config, distDir, hasFaults: true }))

  const rows = operationRows(content, 'ugarit')
  const calls = operationNames.flatMap((name) => {
    const { method, path } = operations[name]
    const payload = rows[name].at(-1)?.payload
    if (!payload) return [{ name, request: requestText(method, path) }]
    const form = new URLSearchParams(Object.entries(payload).map(([key, value]) => [key, String(value)])).toString()
    return [
      { name, request: requestText(method, path, json, JSON.stringify(payload)) },
      {
        name: `${name} by form`,
        request: requestText(method, path, { 'content-type': 'application/x-www-form-urlencoded' }, form),
      },
    ]
  })
  const pages = sitePages(content)
    .filter(({ status }) => status === 200)
    .map(({ name, locale, path }) => ({ name: `${name} in ${locale}`, request: requestText('GET', path) }))
  const others = [
    { name: 'all courses', request: requestText('POST', '/api/get-courses-by-category') },
    { name: 'home data by gzip', request: requestText('GET', '/api/get-data', { 'accept-encoding': 'gzip, deflate' }) },
    { name: 'home data by brotli', request: requestText('GET', '/api/get-data', { 'accept-encoding': 'gzip, br' }) },
    { name: 'a page by brotli', request: requestText('GET', '/ar', { 'accept-encoding': 'gzip, br' }) },
    {
      name: 'home data for another site',
      request: requestText('GET', '/api/get-data', { origin: 'https://a.example' }),
    },
    { name: 'a file of the build', request: requestText('GET', `/assets/${assetName}`, { 'accept-encoding': 'br' }) },
    { name: 'blogs under an id', request: requestText('GET', '/api/get-blogs', { 'x-request-id': 'visit-7' }) },
  ]

  test.each([...calls, ...pages, ...others])(
    '$name is the same, header by header and byte by byte',
    async ({ request }) => {
      const { date: before } = await openWire(site.port).ask(requestText('GET', '/health'))
      const answer = await askTillResent(site.app, openWire(site.port), request)
      if (!answer) throw new Error('never answered past Fastify')
      const reference = openWire(slow.port)
      await vi.waitFor(
        async () => {
          const { head, body, date } = await reference.ask(request)
          expect(answer.head).toBe(head)
          expect(answer.body.equals(body)).toBe(true)
          // Its own date, not that of the answer which was kept.
          expect(Date.parse(answer.date)).toBeGreaterThanOrEqual(Date.parse(before))
          expect(Date.parse(date)).toBeGreaterThanOrEqual(Date.parse(answer.date))
        },
        { timeout: 60_000, interval: 50 },
      )
      if (request.includes('visit-7')) expect(answer.id).toBe('visit-7')
      else expect(answer.id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    },
  )

  test.each(['/', '/api/get-data'])('%s that is known already is the same 304', async (path) => {
    const reference = openWire(slow.port)
    const [, etag = ''] = /\r\netag: ([^\r]*)/.exec((await reference.ask(requestText('GET', path))).head) ?? []
    const request = requestText('GET', path, { 'if-none-match': etag })
    const answer = await askTillResent(site.app, openWire(site.port), request)
    expect(answer?.head).toMatch(/^HTTP\/1\.1 304 /)
    expect(answer?.head).toBe((await reference.ask(request)).head)
  })

  test.each(['/', '/api/get-blogs', '/images/plain.png'])('HEAD %s is the same', async (path) => {
    const wire = openWire(site.port)
    await wire.ask(requestText('GET', path))
    const { head } = await wire.ask(requestText('HEAD', path))
    expect(head).toBe((await openWire(slow.port).ask(requestText('HEAD', path))).head)
  })

  test.each([
    ['a part of a picture', requestText('GET', '/images/plain.png', { range: 'bytes=0-9' }), /^HTTP\/1\.1 206 /],
    ['a refused payload', requestText('POST', '/api/get-course', json, '{"slug":1}'), /^HTTP\/1\.1 400 /],
    ['an unknown slug', requestText('POST', '/api/get-course', json, '{"slug":"none"}'), /^HTTP\/1\.1 404 /],
    ['a page that is not there', requestText('GET', '/courses/none'), /^HTTP\/1\.1 404 /],
    ['a picture', requestText('GET', '/images/plain.png'), /^HTTP\/1\.1 200 /],
    ['a smaller picture', requestText('GET', '/images/plain.png?w=320'), /^HTTP\/1\.1 200 /],
    ['a page with a query of its own', requestText('GET', '/?a=1'), /^HTTP\/1\.1 200 /],
    ['a list with a query', requestText('GET', '/api/get-blogs?a=1'), /^HTTP\/1\.1 200 /],
    ['a course with a query', requestText('POST', '/api/get-courses-by-category?a=1', json, '{}'), /^HTTP\/1\.1 200 /],
    ['a list under its whole address', requestText('GET', 'http://localhost/api/get-blogs'), /^HTTP\/1\.1 200 /],
    ['a file of the build with a query', requestText('GET', `/assets/${assetName}?a=1`), /^HTTP\/1\.1 200 /],
    [
      'a tag that is out of date',
      requestText('GET', '/api/get-blogs', { 'if-none-match': '"old"' }),
      /^HTTP\/1\.1 200 /,
    ],
  ])('%s is always answered by Fastify', async (_, request, status) => {
    const wire = openWire(site.port)
    await wire.ask(request)
    const before = await resent(site.app)
    expect((await wire.ask(request)).head).toMatch(status)
    expect(await resent(site.app)).toBe(before)
  })

  test('the same payload under another type is looked at anew', async () => {
    const wire = openWire(site.port)
    const payload = JSON.stringify({ slug: content.courses[0]?.slug })
    await askTillResent(site.app, wire, requestText('POST', '/api/get-course', json, payload))
    const text = await wire.ask(requestText('POST', '/api/get-course', { 'content-type': 'text/plain' }, payload))
    expect(text.head).toMatch(/^HTTP\/1\.1 415 /)
  })

  test('a payload that comes in pieces, late, or behind another request is answered in its turn', async () => {
    const wire = openWire(site.port)
    const payload = JSON.stringify({ slug: content.courses[0]?.slug })
    const request = requestText('POST', '/api/get-course', json, payload)
    const whole = await askTillResent(site.app, wire, request)
    const pieces = [request.length - payload.length, request.length - 5]
    for (const cut of pieces) {
      wire.socket.write(request.slice(0, cut))
      // Something else is answered meanwhile: the first piece has come to the server by then.
      await openWire(site.port).ask(requestText('GET', '/api/get-blogs'))
      expect((await wire.ask(request.slice(cut))).body).toStrictEqual(whole?.body)
    }
    const first = await wire.ask(
      requestText('GET', '/api/get-blogs') + request + request + requestText('GET', '/health'),
    )
    expect(JSON.parse(first.body.toString()).data).toStrictEqual(content.blogs)
    expect((await wire.next()).body).toStrictEqual(whole?.body)
    expect((await wire.next()).body).toStrictEqual(whole?.body)
    expect((await wire.next()).body.toString()).toBe('{"status":"ok"}')
  })

  // One is sent as one piece, the other as head and body.
  test.each(['/contact-us', '/courses'])(
    'who takes %s slowly gets it whole and under its own id, whatever others ask meanwhile',
    async (path) => {
      const request = (id: string) => requestText('GET', path, { 'x-request-id': id })
      const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      const quick = openWire(site.port)
      const body = (await askTillResent(site.app, quick, request('quick')))?.body ?? Buffer.alloc(0)
      const lazy = openWire(site.port)
      await lazy.ask(request('lazy'))
      lazy.socket.pause()
      // More than the system holds for a connection.
      const count = Math.ceil(12_000_000 / body.length)
      for (let index = 0; index < count; index++) {
        lazy.socket.write(request(idOf(index)))
        expect((await quick.ask(request(idOf(index + count)))).id).toBe(idOf(index + count))
      }
      lazy.socket.resume()
      for (let index = 0; index < count; index++) {
        const answer = await lazy.next()
        expect(answer.id).toBe(idOf(index))
        expect(answer.body.equals(body)).toBe(true)
      }
    },
  )
})

test('changed content, and a picture that was replaced, are answered as they are now', async () => {
  const dirs = await tempContent(content)
  const { app, store, port } = await build({ config: dirs })
  store.watch(() => undefined)
  const wire = openWire(port)
  const blogs = requestText('GET', '/api/get-blogs')
  expect(await askTillResent(app, wire, blogs)).toBeDefined()
  await writeFile(join(dirs.fixturesDir, 'blogs.json'), JSON.stringify(content.blogs.slice(1)))
  await vi.waitFor(
    async () => expect(JSON.parse((await wire.ask(blogs)).body.toString()).data).toStrictEqual(content.blogs.slice(1)),
    { timeout: 60_000, interval: 20 },
  )
  const picture = requestText('GET', '/images/plain.png')
  await wire.ask(picture)
  const path = join(dirs.imagesDir, 'plain.png')
  await writeFile(
    path,
    await sharp(await readFile(path))
      .resize(31)
      .png()
      .toBuffer(),
  )
  expect((await sharp((await wire.ask(picture)).body).metadata()).width).toBe(31)
})

test('every answer is a line of the log, and is in the figures', async () => {
  let log = ''
  const logLines = gatherLines({
    write: (text) => {
      log += text
    },
  })
  const { app, port } = await build({ config: { logLevel: 'info' }, logLines })
  const wire = openWire(port)
  for (let asked = 0; asked < 1_001; asked++)
    await wire.ask(requestText('GET', '/api/get-blogs', { 'x-request-id': `visit-${asked}` }))
  expect(await resent(app)).toBe(1_000)
  logLines.flush()
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'answered')
  expect(lines.length).toBeGreaterThanOrEqual(1_001)
  for (const index of [0, 1, 999]) {
    const fields = {
      level: 30,
      method: 'GET',
      route: '/api/get-blogs',
      path: '/api/get-blogs',
      status: 200,
      msg: 'answered',
    }
    expect(lines[index]).toMatchObject({
      ...fields,
      reqId: `visit-${index}`,
      time: expect.any(Number),
      ms: expect.any(Number),
    })
  }
  const { body } = await app.inject('/metrics')
  expect(body).toContain('duration_seconds_count{route="/api/get-blogs",method="GET",status="2xx"} 1001\n')
})

test('in development every answer is Fastify’s, and seen in /__requests', async () => {
  const { app, port } = await build({ config: { isDevelopment: true } })
  const wire = openWire(port)
  for (let time = 0; time < 3; time++) await wire.ask(requestText('GET', '/api/get-blogs'))
  expect(await resent(app)).toBe(0)
  expect((await app.inject('/__requests?format=json')).json().total).toBe(3)
})

test('home data of some megabytes comes past Fastify too', async () => {
  const body = `<p>${'word '.repeat(200_000)}</p>`
  const lengthen = <Item extends object>(items: Item[]) =>
    items.map((item, place) => (place < 3 ? { ...item, en_body: body } : item))
  const { courses, blogs } = content
  const { app, port } = await build({ content: { ...content, courses: lengthen(courses), blogs: lengthen(blogs) } })
  const { method, path } = operations.homeData
  const answer = await askTillResent(app, openWire(port), requestText(method, path))
  expect(answer?.body.length).toBeGreaterThan(6_000_000)
})
