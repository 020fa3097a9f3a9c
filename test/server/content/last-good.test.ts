import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { at } from '#contract/faults'
import { createLastGood } from '../../../server/content/last-good'
import { FixtureError, openStore } from '../../../server/content/store'
import { startServer } from '../../../server/start'
import { tempContent } from '../../support/app'
import { emptyFolder } from '../../support/folders'

/** A store that keeps a copy, over content of its own. `start` opens another one over the same folders. */
async function keeping() {
  const dirs = { ...(await tempContent()), product: 'ugarit' }
  const cacheDir = join(await emptyFolder(), 'not', 'yet', 'there')
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  const lastGood = createLastGood(cacheDir, dirs)
  const start = async () => {
    const store = await openStore({ ...dirs, lastGood })
    onTestFinished(store.close)
    store.watch({ info: add, warn: add })
    return store
  }
  const folder = join(cacheDir, 'content')
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
  const hasCopyOf = (slugs: string[]) =>
    until(async () => expect(at((await lastGood.read())?.raw, '/blogs')).toMatchObject(slugs.map((slug) => ({ slug }))))
  /** A store that has made its copy and is closed. */
  const startAndCopy = async () => {
    const store = await start()
    await store.close()
    return store
  }
  return { ...dirs, cacheDir, lines, start, startAndCopy, folder, until, hasCopyOf }
}

const spoil = (fixturesDir: string) => writeFile(join(fixturesDir, 'blogs.json'), '[{"slug":"a","image":"plain.png"}]')
const blog = (slug: string) => JSON.stringify([{ slug, en_title: slug, image: 'plain.png' }])

describe('a start with faults', () => {
  test('serves the last good content, and says since when and what', async () => {
    const { fixturesDir, start, startAndCopy } = await keeping()
    const first = await startAndCopy()
    await spoil(fixturesDir)
    const since = new Date('2026-11-20T08:00:00Z')
    await utimes(join(fixturesDir, 'blogs.json'), since, since)
    const second = await start()
    expect(second.content().homeData).toStrictEqual(first.content().homeData)
    expect(second.content().changed).toStrictEqual(first.content().changed)
    expect(second.rejection()?.since).toStrictEqual(since)
    expect(second.rejection()?.error.faults.map(({ file }) => file)).toContain('blogs.json')
  })

  test('takes up the fixtures as soon as they are mended, also when they are the old ones', async () => {
    const { fixturesDir, start, startAndCopy, until, lines } = await keeping()
    const path = join(fixturesDir, 'blogs.json')
    await writeFile(path, blog('old'))
    await startAndCopy()
    await spoil(fixturesDir)
    const second = await start()
    for (const slug of ['old', 'new']) {
      await writeFile(path, blog(slug))
      await until(() => expect(second.rejection()).toBeUndefined())
      expect(second.content().homeData[0].blogs.map((each) => each.slug)).toStrictEqual([slug])
      await spoil(fixturesDir)
      await until(() => expect(second.rejection()).toBeDefined())
    }
    expect(lines.filter((line) => line.includes('reloaded'))).toHaveLength(2)
  })

  test('serves it too when a picture is gone', async () => {
    const { imagesDir, start, startAndCopy } = await keeping()
    const first = await startAndCopy()
    await rm(join(imagesDir, 'x.webp'))
    const second = await start()
    expect(second.content().homeData).toStrictEqual(first.content().homeData)
    expect(second.rejection()?.error.message).toContain('/image')
  })

  test('fails where there is no copy, a spoilt one, or one of other fixtures', async () => {
    const { fixturesDir, start, startAndCopy, folder, cacheDir } = await keeping()
    await startAndCopy()
    await spoil(fixturesDir)
    const other = { ...(await tempContent()), product: 'ugarit' }
    await spoil(other.fixturesDir)
    const lastGood = createLastGood(cacheDir, other)
    await expect(openStore({ ...other, lastGood })).rejects.toBeInstanceOf(FixtureError)
    const [copy = ''] = await readdir(folder)
    const text = await readFile(join(folder, copy), 'utf8')
    for (const spoilt of [text.slice(0, -9), text.replace('"key":"news"', '"key":"nothing"'), '']) {
      await writeFile(join(folder, copy), spoilt)
      await expect(start()).rejects.toThrow(/^blogs\.json/)
    }
    await rm(join(folder, copy))
    await expect(start()).rejects.toBeInstanceOf(FixtureError)
  })
})

describe('the copy', () => {
  test('is of the content that was good last, and the only file', async () => {
    const { fixturesDir, start, folder, until, hasCopyOf } = await keeping()
    const store = await start()
    for (const slug of ['one', 'two']) {
      await writeFile(join(fixturesDir, 'blogs.json'), blog(slug))
      await until(() => expect(store.content().homeData[0].blogs[0]?.slug).toBe(slug))
    }
    await hasCopyOf(['two'])
    await spoil(fixturesDir)
    await until(() => expect(store.rejection()).toBeDefined())
    await store.close()
    await start()
    await hasCopyOf(['two'])
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('is written by two processes at once, and is whole', async () => {
    const { fixturesDir, imagesDir, product, cacheDir, folder } = await keeping()
    const store = await openStore({ fixturesDir, imagesDir, product })
    onTestFinished(store.close)
    const processes = [1, 2].map(() => createLastGood(cacheDir, { fixturesDir, product }))
    for (let round = 0; round < 40; round++) {
      await Promise.all(processes.map((each) => each.keep(store.content())))
      for (const each of processes) expect((await each.read())?.raw).toStrictEqual(store.content().homeData[0])
    }
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('that can not be kept is told, and costs nothing else', async () => {
    const { lines, start, until, cacheDir } = await keeping()
    await mkdir(join(cacheDir, '..'), { recursive: true })
    await writeFile(cacheDir, 'a file')
    const store = await start()
    await until(() => expect(lines).toEqual([expect.stringContaining('CACHE_DIR: no copy')]))
    expect(store.content().version).toBe(1)
  })
})

describe('the server', () => {
  async function starting(more: Record<string, string> = {}) {
    const { fixturesDir, imagesDir } = await tempContent()
    const cacheDir = await emptyFolder()
    const names = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: cacheDir }
    const start = async () => {
      const server = await startServer({ ...names, PORT: '0', LOG_LEVEL: 'silent', ...more })
      onTestFinished(server.close)
      return server
    }
    return { fixturesDir, cacheDir, start }
  }

  test('in production is ready with the last good content, and tells places of faults but no values', async () => {
    const { fixturesDir, start } = await starting()
    const first = await start()
    expect(await (await fetch(`${first.url}ready`)).json()).toStrictEqual({ status: 'ready' })
    expect(await (await fetch(`${first.url}metrics`)).text()).toContain('\ncontent_rejected 0\n')
    // Waits for the copy.
    await first.close()
    await writeFile(join(fixturesDir, 'news.json'), '[{"slug":"secret plan"}]')
    const second = await start()
    const ready = await fetch(`${second.url}ready`)
    expect(ready.status).toBe(200)
    const text = await ready.text()
    expect(JSON.parse(text)).toMatchObject({
      status: 'ready',
      content: {
        rejectedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        faults: second.rejection?.error.faults.length,
        places: expect.arrayContaining(['news.json /0/image']),
      },
    })
    expect(text).not.toContain('secret plan')
    expect(await (await fetch(`${second.url}metrics`)).text()).toContain('\ncontent_rejected 1\n')
  })

  test.each([
    ['in development', { NODE_ENV: 'development' }],
    ['without CACHE_DIR', { CACHE_DIR: 'off' }],
  ])('%s refuses to start with faults', async (_, env) => {
    const { fixturesDir, start } = await starting(env)
    await (await start()).close()
    await spoil(fixturesDir)
    await expect(start()).rejects.toBeInstanceOf(FixtureError)
  })
})
