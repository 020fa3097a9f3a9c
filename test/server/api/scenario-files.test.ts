import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Blog } from '#contract/schemas'
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
    const answerUnder = async (text: string) => {
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

  test('patches items by JSON Patch, in the order of its operations', async () => {
    const { content, blogsUnder } = await withFile()
    const [{ slug = '' } = {}] = content.blogs
    const own = [
      { op: 'test', path: '/slug', value: slug },
      { op: 'copy', from: '/slug', path: '/ar_title' },
      { op: 'replace', path: '/slug', value: 'other' },
      { op: 'add', path: '/tags', value: ['one'] },
      { op: 'add', path: '/tags/-', value: 'two' },
      { op: 'add', path: '/ar_body', value: '' },
      { op: 'remove', path: '/ar_body' },
    ]
    const each = [{ op: 'add', path: '/en_description', value: 'Of all' }]
    const blogs = await blogsUnder({ items: { [slug]: own }, each })
    expect(blogs[0]).toMatchObject({ slug: 'other', ar_title: slug, tags: ['one', 'two'] })
    expect(blogs[0]).not.toHaveProperty('ar_body')
    expect(new Set(blogs.map((blog) => blog.en_description))).toEqual(new Set(['Of all']))
  })

  const each = (change: object) => ({ description: 'x', data: { blogs: { each: change } } })
  const patch = (op: string, path: string) => each([{ op, path, value: 'other' }])
  test.each<[string, object | string, RegExp]>([
    ['a patch by an unknown operation', patch('put', '/a'), /own can't be used: \/data\/blogs/],
    ['a patch to what is not there', patch('replace', '/no/0'), /\/each\/0: .* a place for "\/no\/0", found none/],
    ['a patch whose test fails', patch('test', '/slug'), /\/each\/0: expected "other" at "\/slug", found another/],
    ['no JSON', '{', /can't be used: \/: expected JSON/],
    ['an unknown word', { description: 'x', behavior: [] }, /behavior/],
    ['an unknown operation', { description: 'x', behaviour: [{ operation: 'x' }] }, /\/behaviour\/0\/operation/],
    ['what breaks the contract', each({ image: 7 }), /\/blogs\/0\/image/],
  ])('with %s is a 400 that names the fault', async (_, value, expected) => {
    const { answerUnder } = await withFile()
    const { status, body } = await answerUnder(typeof value === 'string' ? value : JSON.stringify(value))
    expect([status, body.detail]).toStrictEqual([400, expect.stringMatching(expected)])
  })
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
