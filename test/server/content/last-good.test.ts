import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLastGood } from '../../../server/content/last-good'
import { FixtureError, openStore } from '../../../server/content/store'
import { startServer } from '../../../server/start'
import { tempContent } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { blog } from './watched-store'

/** Content of its own and a folder for its copy. `start` opens a store over them; `copied` has made a copy and is closed. */
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
  const copied = async () => {
    const store = await start()
    await store.close()
    return store.content()
  }
  const hasCopyOf = (slug: string) =>
    expect.poll(async () => (await lastGood.read())?.homeData[0].blogs).toMatchObject([{ slug }])
  const save = (text: string) => writeFile(join(dirs.fixturesDir, 'blogs.json'), text)
  return { ...dirs, cacheDir, folder: join(cacheDir, 'content'), lastGood, lines, start, copied, save, hasCopyOf }
}

const faulty = '[{"slug":"a","image":"plain.png"}]'

describe('a start with faults', () => {
  test('serves the content that was good last, says since when and what, and takes up what is mended', async () => {
    const { fixturesDir, start, save, hasCopyOf, lines, folder } = await keeping()
    const first = await start()
    for (const slug of ['one', 'two']) {
      await save(blog(slug))
      await hasCopyOf(slug)
    }
    await save(faulty)
    await expect.poll(first.rejection).toBeDefined()
    await first.close()
    expect(await readdir(folder)).toHaveLength(1)
    const since = new Date('2026-11-20T08:00:00Z')
    await utimes(join(fixturesDir, 'blogs.json'), since, since)
    lines.length = 0
    const second = await start()
    const { homeData, changed } = first.content()
    expect(second.content()).toMatchObject({ homeData, changed })
    expect(second.rejection()).toMatchObject({ since, error: { faults: [{ file: 'blogs.json' }] } })
    // Also when they are the old ones.
    for (const slug of ['two', 'three']) {
      await save(blog(slug))
      await expect.poll(second.rejection).toBeUndefined()
      expect(second.content().homeData[0].blogs).toMatchObject([{ slug }])
      await save(faulty)
      await expect.poll(second.rejection).toBeDefined()
    }
    expect(lines.filter((line) => line.includes('reloaded'))).toHaveLength(2)
  })

  test('serves it too when a picture is gone', async () => {
    const { imagesDir, start, copied } = await keeping()
    const { homeData } = await copied()
    await rm(join(imagesDir, 'x.webp'))
    const second = await start()
    expect(second.content()).toMatchObject({ homeData })
    expect(second.rejection()?.error.message).toContain('/image')
  })

  test('fails where there is no copy, a spoilt one, or one of other fixtures', async () => {
    const { start, save, copied, folder, cacheDir } = await keeping()
    await copied()
    await save(faulty)
    const other = { ...(await tempContent()), product: 'ugarit' }
    await writeFile(join(other.fixturesDir, 'blogs.json'), faulty)
    const lastGood = createLastGood(cacheDir, other)
    await expect(openStore({ ...other, lastGood })).rejects.toBeInstanceOf(FixtureError)
    const copy = join(folder, ...(await readdir(folder)))
    const text = await readFile(copy, 'utf8')
    for (const spoilt of [text.slice(0, -9), text.replace('"key":"news"', '"key":"nothing"'), '']) {
      await writeFile(copy, spoilt)
      await expect(start()).rejects.toThrow(/^blogs\.json/)
    }
    await rm(copy)
    await expect(start()).rejects.toBeInstanceOf(FixtureError)
  })
})

describe('the copy', () => {
  test('is written by two processes at once, and is whole', async () => {
    const { copied, lastGood, cacheDir, folder, ...dirs } = await keeping()
    const content = await copied()
    const processes = [lastGood, createLastGood(cacheDir, dirs)]
    for (let round = 0; round < 40; round++) {
      await Promise.all(processes.map((each) => each.keep(content)))
      for (const each of processes) expect((await each.read())?.homeData).toStrictEqual(content.homeData)
    }
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('that a killed process has left unfinished goes after an hour', async () => {
    const { copied, folder } = await keeping()
    await copied()
    const [copy = ''] = await readdir(folder)
    const draft = `.${copy}.00000000-0000-4000-8000-00000000000`
    const [old, young, foreign] = [`${draft}0`, `${draft}1`, `${copy}.mine`]
    const before = new Date(Date.now() - 2 * 60 * 60 * 1_000)
    for (const name of [old, young, foreign]) await writeFile(join(folder, name), 'half')
    for (const name of [old, foreign]) await utimes(join(folder, name), before, before)
    await copied()
    expect((await readdir(folder)).sort()).toEqual([young, copy, foreign])
  })

  test('that can not be kept is told, and costs nothing else', async () => {
    const { lines, start, cacheDir } = await keeping()
    await mkdir(join(cacheDir, '..'), { recursive: true })
    await writeFile(cacheDir, 'a file')
    const store = await start()
    await expect.poll(() => lines).toEqual([expect.stringContaining('CACHE_DIR: no copy')])
    expect(store.content().version).toBe(1)
  })
})

describe('the server', () => {
  async function starting(more: Record<string, string> = {}) {
    const { fixturesDir, imagesDir } = await tempContent()
    const names = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: await emptyFolder() }
    const start = async () => {
      const server = await startServer({ ...names, PORT: '0', LOG_LEVEL: 'silent', ...more })
      onTestFinished(server.close)
      return server
    }
    return { fixturesDir, start }
  }

  test('in production is ready with the last good content, and tells places of faults but no values', async () => {
    const { fixturesDir, start } = await starting()
    const textAt = async (url: string, path: string) => (await fetch(url + path)).text()
    const first = await start()
    expect(await textAt(first.url, 'ready')).toBe('{"status":"ready"}')
    expect(await textAt(first.url, 'metrics')).toContain('\ncontent_rejected 0\n')
    // Waits for the copy.
    await first.close()
    await writeFile(join(fixturesDir, 'news.json'), '[{"slug":"secret plan"}]')
    const { url, rejection } = await start()
    const ready = await fetch(`${url}ready`)
    const text = await ready.text()
    const rejectedSince = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const places = expect.arrayContaining(['news.json /0/image'])
    const content = { rejectedSince, faults: rejection?.error.faults.length, places }
    expect([ready.status, JSON.parse(text)]).toEqual([200, { status: 'ready', content }])
    expect(text).not.toContain('secret plan')
    expect(await textAt(url, 'metrics')).toContain('\ncontent_rejected 1\n')
  })

  test.each([
    ['in development', { NODE_ENV: 'development' }],
    ['without CACHE_DIR', { CACHE_DIR: 'off' }],
  ])('%s refuses to start with faults', async (_, env) => {
    const { fixturesDir, start } = await starting(env)
    await (await start()).close()
    await writeFile(join(fixturesDir, 'blogs.json'), faulty)
    await expect(start()).rejects.toBeInstanceOf(FixtureError)
  })

  test('with BASE_URL starts even if the fixtures are of another product', async () => {
    const { start } = await starting({ PRODUCT: 'palmyra', BASE_URL: 'http://127.0.0.1:9' })
    expect((await fetch(`${(await start()).url}health`)).status).toBe(200)
  })
})
