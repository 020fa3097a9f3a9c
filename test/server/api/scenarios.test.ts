import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { readConfig } from '../../../server/config'
import { run } from '../../scripts/contract/run'
import { root, sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const site = sharedApp({ config: { scenarios: [] } })

/** The home data under some scenarios. */
async function homeUnder(names: string, key = ''): Promise<HomeData> {
  const { request } = site
  const { body } = await request.get('/api/get-data').set({ 'x-scenario': names, 'x-scenario-key': key }).expect(200)
  return body.data[0]
}

const listsOf = ({ courses, blogs, events, news, team }: HomeData) => [courses, blogs, events, news, team]

describe('the shipped scenarios', () => {
  test('are listed with their descriptions', async () => {
    const { request } = site
    const { body } = await request.get('/__scenarios').expect(200)
    const names = (await readdir(join(root, 'fixtures/scenarios'))).map((file) => file.replace('.json', ''))
    expect(body.scenarios.map(({ name }: { name: string }) => name)).toEqual(names.sort())
    for (const { description, faults } of body.scenarios)
      expect([typeof description, faults]).toEqual(['string', undefined])
    expect(body.current).toEqual([])
  })

  test('empty has no items, one-item one of each', async () => {
    expect(listsOf(await homeUnder('empty')).map((list) => list.length)).toEqual([0, 0, 0, 0, 0])
    expect(listsOf(await homeUnder('one-item')).map((list) => list.length)).toEqual([1, 1, 1, 1, 1])
  })

  test('five-thousand has as many items, each with a slug of its own', async () => {
    const home = await homeUnder('five-thousand')
    for (const list of listsOf(home)) expect(list).toHaveLength(5_000)
    expect(new Set(home.courses.map(({ slug }) => slug)).size).toBe(5_000)
    const { request } = site
    const { slug } = home.courses.at(-1) ?? { slug: '' }
    await request.post('/api/get-course').set('x-scenario', 'five-thousand').send({ slug }).expect(200)
  })

  test('english-only and arabic-only lack the other language', async () => {
    for (const [name, lacking] of [
      ['english-only', 'ar_'],
      ['arabic-only', 'en_'],
    ] as const)
      for (const item of listsOf(await homeUnder(name)).flat())
        expect(Object.keys(item).filter((field) => field.startsWith(lacking))).toEqual([])
  })

  test('no-pictures and broken-pictures name none that is there', async () => {
    expect(
      listsOf(await homeUnder('no-pictures'))
        .flat()
        .some((item) => 'image' in item),
    ).toBe(false)
    const { request } = site
    const [course] = (await homeUnder('broken-pictures')).courses
    await request.get(`/images/${course?.image}`).expect(404)
  })

  test('failing, flaky and failing-then-well answer 503', async () => {
    const { request } = site
    const statusesOf = async (name: string, key: string) => {
      const statuses: unknown[] = []
      for (let call = 0; call < 6; call++) {
        const { status, headers } = await request
          .get('/api/get-blogs')
          .set({ 'x-scenario': name, 'x-scenario-key': key })
        statuses.push(headers['retry-after'] ? [status, headers['retry-after']] : status)
      }
      return statuses
    }
    expect(await statusesOf('failing', 'a')).toEqual(Array(6).fill(503))
    expect(await statusesOf('flaky', 'a')).toEqual([200, 200, 503, 200, 200, 503])
    expect(await statusesOf('failing-then-well', 'a')).toEqual([[503, '1'], [503, '1'], 200, 200, 200, 200])
    // Another key counts for itself, and a reset begins anew.
    expect((await statusesOf('failing-then-well', 'b'))[0]).toEqual([503, '1'])
    expect((await statusesOf('failing-then-well', 'a'))[0]).toBe(200)
    await request.delete('/__scenarios/state?key=a').expect(204)
    expect((await statusesOf('failing-then-well', 'a'))[0]).toEqual([503, '1'])
    expect((await statusesOf('failing-then-well', 'b'))[0]).toBe(200)
  })

  test('hanging never answers, slow takes a second', async () => {
    const { url } = site
    const call = (name: string, milliseconds: number) =>
      fetch(`${url}/api/get-blogs`, { headers: { 'x-scenario': name }, signal: AbortSignal.timeout(milliseconds) })
    await expect(call('hanging', 300)).rejects.toThrow(/timeout/)
    const start = performance.now()
    expect((await call('slow', 60_000)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  test('php-habits are back end formats that the contract check understands', async () => {
    const { request, url } = await startApp({ config: { scenarios: ['php-habits'] } })
    const { body } = await request.post('/api/get-news').send({ ugarit_news: true })
    expect([1, '0']).toContain(body.data[0].ugarit_news)
    const { code, stdout } = await run('contract', [url, '--sample', '2', '--json', '-'])
    const { drifts, warnings } = JSON.parse(stdout)
    expect([code, drifts]).toEqual([0, []])
    expect(warnings.map(({ rule }: { rule: string }) => rule)).toContain('habit.boolean')
  })
})

describe('a scenario is chosen', () => {
  const count = ({ body }: { body: { data: unknown[] } }) => body.data.length

  test('by header, then by cookie, then for the whole server', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    const blogs = (headers: Record<string, string> = {}) => request.get('/api/get-blogs').set(headers)
    const all = count(await blogs())
    expect(all).toBeGreaterThan(1)
    expect(count(await blogs({ cookie: 'a=b; scenario=one-item' }))).toBe(1)
    expect(count(await blogs({ cookie: 'scenario=one-item', 'x-scenario': 'empty' }))).toBe(0)
    await request
      .put('/__scenarios/current')
      .send({ current: ['one-item'] })
      .expect(200, { current: ['one-item'] })
    expect(count(await blogs())).toBe(1)
    expect(count(await blogs({ 'x-scenario': '' }))).toBe(all)
    await request.put('/__scenarios/current').send({ current: [] }).expect(200)
    expect(count(await blogs())).toBe(all)
  })

  test('among several, which apply in order', async () => {
    const { courses } = await homeUnder('one-item, english-only')
    expect(courses).toHaveLength(1)
    expect(Object.keys(courses[0] ?? {}).filter((field) => field.startsWith('ar_'))).toEqual([])
  })

  test('and an unknown one is a 400 that names the nearest', async () => {
    const { request } = site
    const { body } = await request.get('/api/get-data').set('x-scenario', 'emty').expect(400)
    expect(body.detail).toContain('There is no scenario "emty". Nearest: empty')
    await request.put('/__scenarios/current').send({ current: 'emty' }).expect(400)
  })

  test('at the start, and an unknown one is named', async () => {
    await expect(startApp({ config: { scenarios: ['emty'] } })).rejects.toThrow(
      /^SCENARIO: There is no scenario "emty"\. Nearest: empty/,
    )
    expect(() => readConfig({ SCENARIO: 'empty' })).toThrow(/SCENARIO: expected SCENARIOS=yes as well/)
    expect(readConfig({ SCENARIO: 'empty, slow', SCENARIOS: 'yes' }).scenarios).toEqual(['empty', 'slow'])
  })

  test('defined over HTTP, until it is removed', async () => {
    const { request } = site
    const scenario = { description: 'No blog posts', data: { blogs: { none: true } } }
    await request.put('/__scenarios/no-posts').send(scenario).expect(204)
    expect((await homeUnder('no-posts')).blogs).toEqual([])
    await request
      .put('/__scenarios/no-posts')
      .send({ ...scenario, data: { blogs: { none: false } } })
      .expect(204)
    expect((await homeUnder('no-posts')).blogs.length).toBeGreaterThan(0)
    const { body } = await request.put('/__scenarios/no-posts').send({ data: {} }).expect(400)
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/description' })])
    await request.delete('/__scenarios/no-posts').expect(204)
    await request.get('/api/get-data').set('x-scenario', 'no-posts').expect(400)
    await request.delete('/__scenarios/empty').expect(404)
  })

  test('only where scenarios are on', async () => {
    const { request } = await startApp()
    const { body } = await request.get('/api/get-blogs').set('x-scenario', 'empty').expect(200)
    expect(body.data.length).toBeGreaterThan(0)
    await request.get('/__scenarios').expect(404)
  })

  test('by two hundred requests of twenty scenarios at once, and none sees the world of another', async () => {
    const ask = async (name: string) => (await site.request.get('/api/get-blogs').set('x-scenario', name)).text
    const single = ['', 'one-item', 'english-only', 'arabic-only', 'long-texts', 'broken-pictures', 'no-pictures']
    const names = [...single, 'hostile', 'php-habits', 'empty', 'failing']
    for (const name of single.slice(2)) names.push(`${name},one-item`, `${name},php-habits`)
    const twenty = names.slice(0, 20)
    const expected = new Map<string, string>()
    for (const name of twenty) expected.set(name, await ask(name))
    expect(new Set(expected.values()).size).toBe(20)
    const asked = Array.from({ length: 200 }, (_, index) => twenty[(index * 7) % 20] ?? '')
    const found = await Promise.all(asked.map(async (name) => [name, (await ask(name)) === expected.get(name)]))
    expect(found.filter(([, isOwn]) => !isOwn)).toEqual([])
  })
})

describe('a scenario file', () => {
  /** A server over fixtures of its own, and a function that writes a scenario there. */
  async function withFiles() {
    const content = generateContent({ seed: 5, size: 4 })
    const { request, config } = await startApp({ content, config: { scenarios: [] } })
    const folder = join(config.fixturesDir, 'scenarios')
    await mkdir(folder)
    const write = (name: string, value: object | string) =>
      writeFile(join(folder, `${name}.json`), typeof value === 'string' ? value : JSON.stringify(value))
    const ask = (name: string, path = '/api/get-data') => request.get(path).set('x-scenario', name)
    return { content, request, write, ask }
  }

  test('patches items by slug, adds and removes them, and is read again when it is saved', async () => {
    const { content, write, ask } = await withFiles()
    const [first, second, third] = content.blogs.map(({ slug }) => slug)
    const description = 'x'
    await write('own', {
      description,
      data: {
        blogs: {
          items: {
            [String(first)]: { en_title: 'New', ar_body: null },
            [String(second)]: null,
            added: { en_title: 'Added', image: content.blogs[0]?.image },
          },
        },
      },
    })
    const { blogs } = (await ask('own').expect(200)).body.data[0] as HomeData
    expect(blogs[0]).toMatchObject({ slug: first, en_title: 'New' })
    expect(blogs[0]).not.toHaveProperty('ar_body')
    expect(blogs.map(({ slug }) => slug)).toEqual([
      ...content.blogs.map(({ slug }) => slug).filter((slug) => slug !== second),
      'added',
    ])

    await write('own', { description, data: { blogs: { only: [third] } } })
    expect(((await ask('own').expect(200)).body.data[0] as HomeData).blogs.map(({ slug }) => slug)).toEqual([third])
  })

  test('patches items by JSON Patch, in the order of its operations', async () => {
    const { content, write, ask } = await withFiles()
    const [first] = content.blogs
    const own = [
      { op: 'test', path: '/slug', value: first?.slug },
      { op: 'copy', from: '/en_title', path: '/ar_title' },
      { op: 'replace', path: '/en_title', value: 'New' },
      { op: 'add', path: '/tags', value: ['one'] },
      { op: 'add', path: '/tags/-', value: 'two' },
      { op: 'add', path: '/ar_body', value: '' },
      { op: 'remove', path: '/ar_body' },
    ]
    const each = [{ op: 'add', path: '/en_description', value: 'Of all' }]
    await write('own', { description: 'x', data: { blogs: { items: { [String(first?.slug)]: own }, each } } })
    const { body } = await ask('own')
    expect(body.detail).toBeUndefined()
    const { blogs } = body.data[0] as HomeData
    expect(blogs[0]).toMatchObject({ en_title: 'New', ar_title: first?.en_title, tags: ['one', 'two'] })
    expect(blogs[0]).not.toHaveProperty('ar_body')
    expect(new Set(blogs.map((blog) => blog.en_description))).toEqual(new Set(['Of all']))
  })

  const toNothing = [{ op: 'replace', path: '/nothing/0', value: 1 }]
  test.each<[string, object | string, RegExp]>([
    [
      'with a JSON Patch of an unknown operation',
      { description: 'x', data: { goals: [{ op: 'put', path: '/a', value: 1 }] } },
      /scenario own can't be used: \/data\/goals/,
    ],
    [
      'with a JSON Patch to what is not there',
      { description: 'x', data: { blogs: { each: toNothing } } },
      /scenario own can't be used: \/data\/blogs\/each\/0: expected an item with a place for "\/nothing\/0", found none/,
    ],
    [
      'with a JSON Patch whose test fails',
      { description: 'x', data: { blogs: { each: [{ op: 'test', path: '/slug', value: 'other' }] } } },
      /\/data\/blogs\/each\/0: expected "other" at "\/slug", found another value/,
    ],
    ['that is no JSON', '{', /can't be used: \/: expected JSON/],
    ['with an unknown word', { description: 'x', behavior: [] }, /behavior/],
    [
      'with an unknown operation',
      { description: 'x', behaviour: [{ operation: 'curse' }] },
      /\/behaviour\/0\/operation/,
    ],
    ['that breaks the contract', { description: 'x', data: { blogs: { each: { image: 7 } } } }, /\/blogs\/0\/image/],
  ])('%s is a 400 that names the fault', async (_, value, expected) => {
    const { write, ask } = await withFiles()
    await write('own', value)
    expect((await ask('own').expect(400)).body.detail).toMatch(expected)
  })
})

describe('a behaviour', () => {
  /** Defines a scenario and asks for the posts under it. */
  async function ask(behaviour: object, data: object = {}) {
    const { request, url } = site
    const scenario = { description: 'x', data, behaviour: [{ operation: 'blogs', ...behaviour }] }
    await request.put('/__scenarios/own').send(scenario).expect(204)
    return fetch(`${url}/api/get-blogs`, { headers: { 'x-scenario': 'own' } })
  }

  test('answers a web page, or with another content type', async () => {
    const typeOf = async (behaviour: object) => (await ask(behaviour)).headers.get('content-type')
    expect(await typeOf({ body: 'html' })).toBe('text/html; charset=utf-8')
    expect(await typeOf({ contentType: 'text/plain' })).toBe('text/plain')
  })

  // So many items are answered as one piece, not as a copy.
  test.each([{}, { blogs: { repeat: 2_000 } }])('answers half of the JSON, of %j too', async (data) => {
    const answer = await ask({ body: 'malformed' }, data)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect(String(bytes)).toMatch(/^\{"data":\[/)
    expect(() => JSON.parse(String(bytes))).toThrow(SyntaxError)
    const cut = await ask({ cut: true }, data)
    expect([cut.status, Number(cut.headers.get('content-length'))]).toEqual([200, expect.any(Number)])
    await expect(cut.text()).rejects.toThrow('terminated')
  })

  test('closes the connection without an answer, for its operation only', async () => {
    await expect(ask({ drop: true })).rejects.toThrow('fetch failed')
    await homeUnder('own')
  })

  test('that waits leaks no listeners of a connection', async () => {
    const { app } = site
    await site.request.put('/__scenarios/own').send({ description: 'x', behaviour: [{ delay: 1 }] })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const sockets = new Set<Socket>()
    app.server.on('connection', (socket) => sockets.add(socket))
    for (let time = 0; time < 15; time++) {
      const sent = get(`${site.url}/api/get-blogs`, { agent, headers: { 'x-scenario': 'own' } })
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      await text(answer)
    }
    const [socket] = sockets
    expect([sockets.size, (socket?.listenerCount('close') ?? 0) < 10]).toEqual([1, true])
  })
})

describe('the calls of a test', () => {
  test('are found by scenario, key, slug and time, waited for and forgotten', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    const find = async (query: string) => (await request.get(`/__requests?format=json${query}`).expect(200)).body
    const call = (key: string, slug: string) =>
      request.post('/api/get-course').set({ 'x-scenario': 'one-item', 'x-scenario-key': key }).send({ slug })
    await call('a', 'one')
    await call('a', 'two')
    await call('b', 'one')
    expect((await find('&key=a')).total).toBe(2)
    expect((await find('&operation=course&slug=one')).total).toBe(2)
    expect((await find('&scenario=one-item&status=4xx')).total).toBe(3)
    const { calls } = await find('&key=a')
    expect((await find(`&since=${calls[0].number}`)).total).toBe(1)

    const waiting = find('&key=c&atLeast=1&within=60000')
    await call('c', 'one')
    expect((await waiting).total).toBe(1)
    // Without the call, the answer comes after the time.
    expect((await find('&key=d&atLeast=1&within=50')).total).toBe(0)
    await request.get('/__requests?format=json&atLeast=many').expect(400)

    await request.delete('/__requests?key=a').expect(204)
    expect([(await find('&key=a')).total, (await find('')).total]).toEqual([0, 2])
  })

  test('are given as an HTTP archive', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    await request.post('/api/get-course').send({ slug: 'nothing' })
    const { body } = await request.get('/__requests?format=har').expect(200)
    expect(body.log.version).toBe('1.2')
    const [entry] = body.log.entries
    expect(entry.request).toMatchObject({ method: 'POST', postData: { text: '{"slug":"nothing"}' } })
    expect(entry.request.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/get-course$/)
    expect(entry.response.status).toBe(404)
  })

  test('are no other site’s business', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    await request
      .put('/__scenarios/current')
      .set('origin', 'https://example.org')
      .send({ current: ['empty'] })
      .expect(403)
    await request.delete('/__requests').set('sec-fetch-site', 'cross-site').expect(403)
    await request.get('/__scenarios').set('host', 'attacker.example').expect(403)
  })
})
