import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLastGood } from '../../../server/content/last-good'
import { digestFixtures, fixtureKeys } from '../../../server/content/load'
import { FixtureError, openStore } from '../../../server/content/store'
import { startServer } from '../../../server/start'
import { tempContent } from '../../support/app'
import { emptyFolder } from '../../support/folders'

/** A store that keeps copies, over content of its own. `start` opens another one over the same folders. */
async function keeping() {
  const dirs = { ...(await tempContent()), product: 'ugarit' }
  const cacheDir = join(await emptyFolder(), 'not', 'yet', 'there')
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  const start = async () => {
    const store = await openStore({ ...dirs, lastGood: createLastGood(cacheDir, dirs) })
    onTestFinished(store.close)
    store.watch({ info: add, warn: add })
    return store
  }
  const folder = async () => {
    const [name = ''] = await readdir(join(cacheDir, 'ugarit-site'))
    return join(cacheDir, 'ugarit-site', name)
  }
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
  const { copies } = createLastGood(cacheDir, dirs)
  const hasCopy = () => until(async () => expect(await copies()).toHaveLength(1))
  const hasCopyOfThis = async () => {
    const digest = await digestFixtures(dirs.fixturesDir)
    await until(async () => expect(await copies()).toStrictEqual([join(await folder(), digest)]))
  }
  /** A store that has made its copy and is closed. */
  const startAndCopy = async () => {
    const store = await start()
    await hasCopy()
    await store.close()
    return store
  }
  return { ...dirs, cacheDir, lines, start, startAndCopy, folder, until, hasCopy, hasCopyOfThis }
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
    await writeFile(path, blog('old'))
    await until(() => expect(lines).toContainEqual(expect.stringContaining('fixtures mended')))
    expect([second.rejection(), second.content().version]).toStrictEqual([undefined, 1])
    await spoil(fixturesDir)
    await until(() => expect(second.rejection()).toBeDefined())
    await writeFile(path, blog('new'))
    await until(() => expect(second.content().blogs.map(({ slug }) => slug)).toStrictEqual(['new']))
    expect(second.rejection()).toBeUndefined()
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
    const [copy = ''] = await readdir(await folder())
    await writeFile(join(await folder(), copy, 'news.json'), '[')
    await expect(start()).rejects.toBeInstanceOf(FixtureError)
    await rm(join(await folder(), copy), { recursive: true })
    await expect(start()).rejects.toBeInstanceOf(FixtureError)
  })
})

describe('the copy', () => {
  test('is of the content that was good last, and the only one', async () => {
    const { fixturesDir, start, until, hasCopy, hasCopyOfThis } = await keeping()
    const store = await start()
    for (const slug of ['one', 'two']) {
      await writeFile(join(fixturesDir, 'blogs.json'), blog(slug))
      await until(() => expect(store.content().blogs[0]?.slug).toBe(slug))
    }
    await hasCopyOfThis()
    await spoil(fixturesDir)
    await until(() => expect(store.rejection()).toBeDefined())
    await store.close()
    const next = await start()
    expect(next.content().blogs.map(({ slug }) => slug)).toStrictEqual(['two'])
    await hasCopy()
  })

  test('of two processes at once is kept by both, and stays', async () => {
    const { fixturesDir, product, cacheDir } = await keeping()
    const processes = [1, 2].map(() => createLastGood(cacheDir, { fixturesDir, product }))
    // The second begins a little later each round, so that it meets every step of the first.
    for (let round = 0; round < 40; round++) {
      await writeFile(join(fixturesDir, 'blogs.json'), blog(`round ${round}`))
      const digest = await digestFixtures(fixturesDir)
      await Promise.all(processes.map((each, index) => wait((index * round) / 4).then(() => each.keep(digest))))
      for (const each of processes)
        expect(
          (await each.copies()).map((path) => basename(path)),
          `round ${round}`,
        ).toStrictEqual([digest])
    }
  })

  test('of an older release has the same name', async () => {
    const folder = await emptyFolder()
    for (const key of fixtureKeys) await writeFile(join(folder, `${key}.json`), key === 'goals' ? '{}' : '[]')
    expect(await digestFixtures(folder)).toBe('c2DlOy2xEK7DrjdloJNV2rnQpv8')
  })

  test('replaces a spoilt one of the same name', async () => {
    const { fixturesDir, folder, startAndCopy, hasCopyOfThis } = await keeping()
    await startAndCopy()
    await writeFile(join(await folder(), await digestFixtures(fixturesDir), 'news.json'), '[')
    await startAndCopy()
    await hasCopyOfThis()
  })

  test('leaves other files of the folder alone, and removes what a killed process left', async () => {
    const { start, startAndCopy, hasCopy, folder, fixturesDir, until } = await keeping()
    await startAndCopy()
    const leftOver = join(await folder(), `${'a'.repeat(27)}.${randomUUID()}.tmp`)
    const inWork = join(await folder(), `${'b'.repeat(27)}.${randomUUID()}.tmp`)
    for (const draft of [leftOver, inWork]) await mkdir(draft)
    const twoHoursAgo = Date.now() / 1_000 - 7_200
    await utimes(leftOver, twoHoursAgo, twoHoursAgo)
    await writeFile(join(await folder(), 'notes.txt'), 'mine')
    await writeFile(join(fixturesDir, 'blogs.json'), blog('next'))
    await start()
    await until(() => expect(stat(leftOver)).rejects.toThrow('ENOENT'))
    await hasCopy()
    expect(await readdir(await folder())).toEqual(expect.arrayContaining(['notes.txt', basename(inWork)]))
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
