import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../server/content/store'
import { emptyFolder, snapshot } from '../../support/folders'
import { type Item, pictureOf, send, sendJson } from '../contract/drifting-server'
import { type Finished, run, serve } from '../contract/run'

function record(url: string, out: string, ...more: string[]): Promise<Finished> {
  return run('record', [url, '--out', out, ...more])
}

async function readFixture(out: string, key: string): Promise<Item[]> {
  return JSON.parse(await readFile(join(out, 'fixtures', `${key}.json`), 'utf8')) as Item[]
}

describe('a recording', () => {
  it('is content that the server serves, the same bytes a second time, with unknown fields kept', async () => {
    let isTurned = false
    const { url, site } = await serve({
      content: ({ events }) => {
        for (const event of events) event.seats = { left: 3, all: [1, null] }
      },
      answer: ({ route, data, payload }) => {
        const more = route === 'get-blog' && data ? { ...(data as Item), views: 7, slug: payload.slug } : data
        return isTurned ? turned(more) : more
      },
    })
    const out = await emptyFolder()
    const first = await record(`${url}/`, out)
    expect(first).toMatchObject({ code: 0 })
    expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
    const before = await snapshot(out)
    const store = await openStore({
      fixturesDir: join(out, 'fixtures'),
      imagesDir: join(out, 'images'),
      product: 'ugarit',
    })
    expect(store.content().homeData[0]?.courses).toEqual(site.courses)
    store.close()
    expect(await readFixture(out, 'events')).toEqual(site.events)
    // Fields that only the details have are recorded as well.
    expect(await readFixture(out, 'blogs')).toEqual(site.blogs.map((blog) => ({ ...blog, views: 7 })))
    expect(Object.keys((await readFixture(out, 'courses'))[0] ?? {}).slice(0, 3)).toEqual(['id', 'slug', 'category'])

    isTurned = true
    const second = await record(url, out)
    expect(second.stdout).toContain('nothing had changed')
    expect(await snapshot(out)).toEqual(before)
  })

  it('keeps other files, replaces older content, and deletes pictures only with --prune', async () => {
    const { url, site } = await serve()
    const out = await emptyFolder()
    await mkdir(join(out, 'fixtures/schemas'), { recursive: true })
    await mkdir(join(out, 'images'))
    const kept = ['fixtures/schemas/a.schema.json', 'fixtures/notes.md', 'images/README.md']
    for (const path of [...kept, 'fixtures/courses.json', 'images/old.png']) await writeFile(join(out, path), 'old')
    expect(await record(url, out)).toMatchObject({ code: 0 })
    expect(await readFixture(out, 'courses')).toEqual(site.courses)
    const files = await snapshot(out)
    for (const path of [...kept, 'images/old.png']) expect(files.get(path)?.toString()).toBe('old')
    expect(await record(url, out, '--prune')).toMatchObject({ code: 0 })
    const pruned = await snapshot(out)
    expect([...files.keys()].filter((path) => !pruned.has(path))).toEqual(['images/old.png'])
  })

  it.each<[string, Parameters<typeof serve>[0], RegExp]>([
    [
      'a shape',
      { content: ({ courses }) => Object.assign(courses[0] as Item, { count: 'many' }) },
      /courses\/\*\/count/,
    ],
    [
      'a detail',
      { answer: ({ route, data }) => (route === 'get-event' && data ? { ...(data as Item), en_body: 'x' } : data) },
      /event \/data\/en_body/,
    ],
    [
      'a picture that is HTML',
      { image: (name, response) => name === 'x.webp' && send(response, 'text/html', '<!doctype html>') },
      /\/image[\s\S]*found +HTML/,
    ],
    [
      'a picture that is cut',
      { image: (name, response) => name === 'x.webp' && send(response, 'image/webp', halfPicture) },
      /\/image[\s\S]*can't be decoded/,
    ],
  ])('fails on %s and changes nothing; --lenient records it', async (_, hooks, said) => {
    const { url, site } = await serve(hooks)
    const out = await emptyFolder()
    const { code, stderr } = await record(url, out)
    expect(code).toBe(1)
    expect(stderr).toMatch(said)
    expect(await readdir(out)).toEqual([])
    expect(await record(url, out, '--lenient')).toMatchObject({ code: 0 })
    expect(await readFixture(out, 'courses')).toEqual(site.courses)
  })

  it.each<[string, Parameters<typeof serve>[0]]>([
    ['another API', { respond: (_, response) => sendJson(response, {}) }],
    ['an operation that hangs', { respond: ({ route }) => route === 'get-event' }],
  ])('of %s is 2 and leaves nothing behind', async (_, hooks) => {
    const { url } = await serve(hooks)
    const out = await emptyFolder()
    const { code, stderr } = await record(url, out, '--timeout', '0.5')
    expect(code).toBe(2)
    expect(stderr).not.toBe('')
    expect(await readdir(out)).toEqual([])
  })

  it('fetches no picture again whose size and date are known', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
    let sent = 0
    const { url } = await serve({
      image: (name, response) => {
        void pictureOf(name).then((picture) => {
          sent++
          response.setHeader('last-modified', date).setHeader('content-length', picture.length)
          send(response, 'image/png', picture)
        })
        return true
      },
    })
    const out = await emptyFolder()
    expect((await record(url, out)).stdout).toContain(`(${(await readdir(join(out, 'images'))).length} fetched`)
    expect(sent).toBeGreaterThan(0)
    expect((await record(url, out)).stdout).toContain('(0 fetched')
  })

  it('of a server that is not there leaves no folder behind', async () => {
    const out = await emptyFolder()
    expect(await record('http://127.0.0.1:9', join(out, 'new', 'folder'))).toMatchObject({ code: 2, stdout: '' })
    expect(await readdir(out)).toEqual([])
  })

  it('with wrong usage is 64 and one line', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const blocked = await emptyFolder()
    await writeFile(join(blocked, '.record'), '')
    const outs = ['/dev/null/a', '/proc/nowhere', '', blocked].map((out) => [nowhere, '--out', out])
    const rows = [[], [nowhere, '--fast'], ...outs]
    for (const { code, stdout, stderr } of await Promise.all(rows.map((args) => run('record', args)))) {
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n$/)
    }
  })
})

const halfPicture = (await pictureOf('x.webp')).subarray(0, 40)

/** The same value with every object's keys in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toReversed()
  return Object.fromEntries(entries.map(([key, child]) => [key, turned(child)]))
}
