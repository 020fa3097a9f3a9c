import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Blog } from '#contract/entities'
import { currentBuild } from '../../../scripts/site-build'
import { createChooser } from '../../../server/api/scenarios/choose-behaviour'
import { root, sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const site = sharedApp({ config: { scenarios: [] } })

/** Defines a scenario over HTTP and makes a call under it. */
async function underDefined(scenario: object, path = '/api/get-blogs') {
  await site.request.put('/__scenarios/own').send(scenario).expect(204)
  return fetch(site.url + path, { headers: { 'x-scenario': 'own' } })
}

describe('a scenario file', () => {
  /** Starts a server with its own fixtures, which answers under the scenario file `own`. */
  async function withFile() {
    const content = generateContent({ seed: 5, size: 4 })
    const { request, config } = await startApp({ content, config: { scenarios: [] } })
    await mkdir(join(config.fixturesDir, 'scenarios'))
    const answerUnder = async (text: string | Buffer) => {
      await writeFile(join(config.fixturesDir, 'scenarios/own.json'), text)
      return request.get('/api/get-blogs').set('x-scenario', 'own')
    }
    const blogsUnder = async (blogs: object): Promise<Blog[]> => {
      const { body } = await answerUnder(JSON.stringify({ description: 'x', data: { blogs } }))
      expect(body.detail).toBeUndefined()
      return body.data
    }
    return { content, answerUnder, blogsUnder }
  }

  test('that docs/mocking.md shows applies to the shipped content', async () => {
    const guide = await readFile(join(root, 'docs/mocking.md'), 'utf8')
    const examples = Array.from(guide.matchAll(/```json\n([\s\S]*?)```/g), ([, json = '']) => JSON.parse(json))
    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) expect((await underDefined(example, '/api/get-data')).status).toBe(200)
  })

  test('patches items by slug, adds and removes them, and is read again when it is saved', async () => {
    const { content, blogsUnder } = await withFile()
    const [first = '', second = '', ...others] = content.blogs.map(({ slug }) => slug)
    const added = { en_title: 'Added', image: content.blogs[0]?.image }
    const items = { [first]: { en_title: 'New', ar_body: null }, [second]: null, added }
    const blogs = await blogsUnder({ items })
    expect(blogs[0]).toMatchObject({ slug: first, en_title: 'New' })
    expect(blogs[0]).not.toHaveProperty('ar_body')
    expect(blogs.map(({ slug }) => slug)).toEqual([first, ...others, 'added'])
    expect((await blogsUnder({ only: [second] })).map(({ slug }) => slug)).toEqual([second])
  })

  const each = (change: object) => ({ description: 'x', data: { blogs: { each: change } } })
  const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })
  test('may begin with a byte order mark, as some editors write it', async () => {
    const { answerUnder } = await withFile()
    const { status, body } = await answerUnder('\uFEFF{"description":"x","data":{"blogs":{"none":true}}}')
    expect([status, body]).toEqual([200, { data: [] }])
  })

  test.each<[string, object | string | Buffer, RegExp]>([
    [
      'a list in place of a patch',
      each([{ op: 'copy', from: '', path: '/a' }]),
      /\/data\/blogs\/each: expected an object/,
    ],
    ['lists and objects far too deep in each other', each(nested(40)), /32 deep at most/],
    [
      'a content type that is no header value',
      { description: 'x', behaviour: [{ contentType: 'a\nb' }] },
      /contentType/,
    ],
    ['one beyond ASCII', { description: 'x', behaviour: [{ contentType: 'text/نص' }] }, /\/behaviour\/0\/contentType/],
    [
      'a misspelt slug, which would leave an empty list',
      { description: 'x', data: { courses: { only: ['no-such'] } } },
      /\/data\/courses\/only\/0: expected a slug of courses, found the string "no-such"/,
    ],
    ['no JSON', '{', /can't be used: \/: expected JSON/],
    ['a comma too many', '{\n  "description": "x",\n}', /text that is no JSON: .+ \(line 3, column 1\)/],
    ['text in UTF-16', Buffer.from('\uFEFF{"description":"x"}', 'utf16le'), /found text in UTF-16/],
    [
      'text in another encoding',
      Buffer.from('{"description":"\xc7\xe1"}', 'latin1'),
      /such as windows-1256 \(line 1\)/,
    ],
    ['an unknown word', { description: 'x', behavior: [] }, /behavior/],
    ['an unknown operation', { description: 'x', behaviour: [{ operation: 'x' }] }, /\/behaviour\/0\/operation/],
    ['what breaks the contract', each({ image: 7 }), /\/blogs\/0\/image/],
  ])('with %s is a 400 that names the violation', async (_, value, expected) => {
    const { answerUnder } = await withFile()
    const { status, body } = await answerUnder(
      typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value),
    )
    expect([status, body.detail]).toStrictEqual([400, expect.stringMatching(expected)])
  })
})

describe('the name of a scenario', () => {
  const expected = 'a name of at most 100 printable characters of ASCII, without a comma'
  test.each(['ثلاث-دورات', 'drei-kürze', 'a,b', ' a', 'a\nb', 'x'.repeat(101)])(
    '%j fits into no header: it cannot be chosen or defined, and a file of this name is told',
    async (name) => {
      const { request, config } = await startApp({
        content: generateContent({ seed: 5, size: 4 }),
        config: { scenarios: [] },
        distDir: currentBuild(),
      })
      const folder = join(config.fixturesDir, 'scenarios')
      await mkdir(folder)
      await writeFile(join(folder, `${name}.json`), '{"description":"x"}')
      const encoded = encodeURIComponent(name)
      for (const answer of [
        await request.get(`/courses?scenario=${encoded}`),
        await request.get('/courses').set('cookie', `scenario=${encoded}`),
        await request.get('/api/get-blogs').set('cookie', `scenario=${encoded}`),
        await request.put('/__scenarios/current').send({ current: name }),
        await request.put(`/__scenarios/${encoded}`).send({ description: 'x' }),
      ])
        expect([answer.request.url, answer.status]).toEqual([
          answer.request.url,
          name === ' a' ? expect.any(Number) : 400,
        ])
      const { body } = await request.get('/__scenarios').expect(200)
      const found = body.scenarios.find((each: { name: string }) => each.name === name)
      expect(found.violations).toMatchObject([{ expected }])
    },
  )
})

describe('a behaviour', () => {
  const ask = (behaviour: object, data: object = {}) =>
    underDefined({ description: 'x', data, behaviour: [{ operation: 'blogs', ...behaviour }] })

  test('answers with another content type', async () => {
    expect((await ask({ contentType: 'text/plain' })).headers.get('content-type')).toBe('text/plain')
  })

  // Also tests a response with 2,000 items, because the server sends long responses in another way than short ones.
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

  test('that waits leaks no listeners of a connection', async () => {
    const { app, url } = await startApp({ config: { scenarios: [] } })
    const sockets = new Set<Socket>()
    app.server.on('connection', (socket) => sockets.add(socket))
    const slow = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"slug":"slow-1"}' }
    for (let time = 0; time < 60; time++) await (await fetch(`${url}/api/get-course`, slow)).text()
    // A slow machine may open a second connection.
    expect(sockets.size).toBeGreaterThan(0)
    expect(Math.max(...[...sockets].map((socket) => socket.listenerCount('close')))).toBeLessThan(10)
  })
})

describe('no scenario can fill the memory', () => {
  const large = (kind: string) => ({ [kind]: { repeat: 100_000 } })
  const padded = { each: { more: 'x'.repeat(1_000_000) } }
  test.each<[string, object, RegExp]>([
    ['many copies of one kind', large('courses'), /\/data\/courses\/repeat: expected a list of at most \d+ char/],
    ['copies of all kinds', { lists: { repeat: 20_000 } }, /\/data\/lists\/repeat: /],
    ['a long text in copies', { courses: { ...padded, repeat: 1_000 } }, /\/data\/courses\/repeat: /],
  ])('with %s', async (_, data, expected) => {
    const answer = await underDefined({ description: 'x', breaksContract: true, data })
    const { detail } = (await answer.json()) as { detail: string }
    expect([answer.status, detail]).toEqual([400, expect.stringMatching(expected)])
  })

  test('by a patch for the copies of another scenario, which is refused before it is applied', async () => {
    await site.request
      .put('/__scenarios/padded')
      .send({ description: 'x', data: { lists: padded } })
      .expect(204)
    const { body } = await site.request.get('/api/get-blogs').set('x-scenario', 'five-thousand,padded').expect(400)
    expect(body.detail).toMatch(/padded can't be used: \/data\/lists\/each: expected a list of at most \d+ characters/)
  })

  test('by being combined without end', async () => {
    const ask = (count: number) =>
      site.request.get('/api/get-blogs').set('x-scenario', Array(count).fill('empty').join())
    await ask(10).expect(200)
    expect((await ask(11).expect(400)).body.detail).toContain('expected at most 10 names, found a list of 11')
  })

  test('by being defined without end: the scenario that was used least recently goes', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    const description = 'x'.repeat(4_900_000)
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      await request.put(`/__scenarios/${name}`).send({ description }).expect(204)
    await request.get('/api/get-blogs').set('x-scenario', 'one').expect(400)
    await request.get('/api/get-blogs').set('x-scenario', 'two').expect(200)
  })
})

describe('the key of calls', () => {
  test.each(['x'.repeat(101), 'x'.repeat(12_000), 'مفتاح', 'a\nb'])('%j is refused', async (key) => {
    const cookie = `scenario-key=${encodeURIComponent(key)}`
    const { body } = await site.request.get('/api/get-blogs').set({ cookie }).expect(400)
    expect(body.detail).toContain('expected at most 100 printable characters of ASCII')
  })

  test('is forgotten when 10,000 others were counted later', () => {
    const { choose } = createChooser()
    const scenarios = [{ name: 'once', description: 'x', behaviour: [{ calls: [1], status: 503 }] }]
    const isFirst = (key: string) => choose(scenarios, { key, operation: 'blogs', payload: {} }) !== undefined
    expect([isFirst('a'), isFirst('a')]).toEqual([true, false])
    for (let count = 0; count < 9_999; count++) isFirst(`key ${count}`)
    expect(isFirst('a')).toBe(false)
    for (let count = 0; count < 10_000; count++) isFirst(`other ${count}`)
    expect(isFirst('a')).toBe(true)
  })
})
