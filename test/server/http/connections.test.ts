import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp, tempContent } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { openWire, requestText } from './wire'

const content = generateContent({ seed: 3, size: 8 })
const json = { 'content-type': 'application/json' }

describe('on a kept-alive connection', () => {
  const site = sharedApp({ content, distDir: currentBuild() })
  const blogs = requestText('GET', '/api/get-blogs')

  test('each answer has its own id, or that of its request, and a date', async () => {
    const wire = openWire(site.port)
    const [first, second] = [await wire.ask(blogs), await wire.ask(blogs)]
    expect(first.id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    expect(second.id).not.toBe(first.id)
    expect((await wire.ask(requestText('GET', '/api/get-blogs', { 'x-request-id': 'visit-7' }))).id).toBe('visit-7')
    expect(Date.parse(second.date)).toBeGreaterThanOrEqual(Date.parse(first.date))
    expect([second.head, second.body]).toStrictEqual([first.head, first.body])
  })

  test.each(['/', '/api/get-data'])('%s with a matching ETag is a 304 without a body', async (path) => {
    const wire = openWire(site.port)
    const [, etag = ''] = /\r\netag: ([^\r]*)/.exec((await wire.ask(requestText('GET', path))).head) ?? []
    const { head, body } = await wire.ask(requestText('GET', path, { 'if-none-match': etag }))
    expect(head).toMatch(/^HTTP\/1\.1 304 /)
    expect(body).toHaveLength(0)
  })

  test.each(['/', '/api/get-blogs', '/images/plain.png'])('HEAD %s has the headers of GET', async (path) => {
    const wire = openWire(site.port)
    const { head } = await wire.ask(requestText('GET', path))
    expect((await wire.ask(requestText('HEAD', path))).head).toBe(head)
  })

  test('the same payload under another type is refused', async () => {
    const wire = openWire(site.port)
    const payload = JSON.stringify({ slug: content.courses[0]?.slug })
    expect((await wire.ask(requestText('POST', '/api/get-course', json, payload))).head).toMatch(/^HTTP\/1\.1 200 /)
    const text = await wire.ask(requestText('POST', '/api/get-course', { 'content-type': 'text/plain' }, payload))
    expect(text.head).toMatch(/^HTTP\/1\.1 415 /)
  })

  test('a payload sent in pieces, late, or behind another request is answered in order', async () => {
    const wire = openWire(site.port)
    const payload = JSON.stringify({ slug: content.courses[0]?.slug })
    const request = requestText('POST', '/api/get-course', json, payload)
    const whole = await wire.ask(request)
    for (const cut of [request.length - payload.length, request.length - 5]) {
      wire.socket.write(request.slice(0, cut))
      // Waits for another answer, to be sure that the server has received the first piece.
      await openWire(site.port).ask(blogs)
      expect((await wire.ask(request.slice(cut))).body).toStrictEqual(whole.body)
    }
    const first = await wire.ask(blogs + request + request + requestText('GET', '/health'))
    expect(JSON.parse(first.body.toString()).data).toStrictEqual(content.blogs)
    expect((await wire.next()).body).toStrictEqual(whole.body)
    expect((await wire.next()).body).toStrictEqual(whole.body)
    expect((await wire.next()).body.toString()).toBe('{"status":"ok"}')
  })

  test('a slow reader gets every answer complete and with its own id, despite other requests meanwhile', async () => {
    const request = (id: string) => requestText('GET', '/courses', { 'x-request-id': id })
    const idOf = (index: number) => `visit-${index}`
    const quick = openWire(site.port)
    const { body } = await quick.ask(request('quick'))
    const lazy = openWire(site.port)
    await lazy.ask(request('lazy'))
    lazy.socket.pause()
    // More bytes than the system buffers for a connection.
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
  })
})

test('changed content and a replaced picture are served up to date', async () => {
  const dirs = await tempContent(content)
  const { app, store, port } = await startApp({ config: dirs })
  store.watch(app.log)
  const wire = openWire(port)
  const blogs = requestText('GET', '/api/get-blogs')
  await wire.ask(blogs)
  await writeFile(join(dirs.fixturesDir, 'blogs.json'), JSON.stringify(content.blogs.slice(1)))
  await vi.waitFor(
    async () => expect(JSON.parse((await wire.ask(blogs)).body.toString()).data).toStrictEqual(content.blogs.slice(1)),
    { timeout: 20_000, interval: 20 },
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

test('every answer has a log line and is counted in the metrics', async () => {
  let log = ''
  const logStream = {
    write: (line: string) => {
      log += line
    },
  }
  const { app, port } = await startApp({ config: { logLevel: 'info' }, logStream })
  const wire = openWire(port)
  for (let asked = 0; asked < 1_001; asked++)
    await wire.ask(requestText('GET', '/api/get-blogs', { 'x-request-id': `visit-${asked}` }))
  // An answer is logged after it is sent.
  await vi.waitFor(
    async () =>
      expect((await app.inject('/metrics')).body).toContain(
        'duration_seconds_count{route="/api/get-blogs",method="GET",status="2xx"} 1001\n',
      ),
    { timeout: 20_000, interval: 20 },
  )
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ route }) => route === '/api/get-blogs')
  expect(lines.map(({ reqId }) => reqId)).toStrictEqual(lines.map((_, index) => `visit-${index}`))
  expect(lines).toHaveLength(1_001)
})

test('in development every answer is listed in /__requests', async () => {
  const { app, port } = await startApp({ config: { isDevelopment: true } })
  const wire = openWire(port)
  for (let time = 0; time < 3; time++) await wire.ask(requestText('GET', '/api/get-blogs'))
  expect((await app.inject('/__requests?format=json')).json().total).toBe(3)
})
