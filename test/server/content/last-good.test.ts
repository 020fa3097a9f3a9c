import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLastGood } from '../../../server/content/last-good'
import { FixtureError, openStore } from '../../../server/content/store'
import { startServer } from '../../../server/start'
import { tempContent } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { blog, watchedStore } from './watched-store'

/** Makes content and a folder for its copy. `start` opens a store with both. `copied` opens a store and closes it after a copy. */
async function keeping() {
  const dirs = { ...(await tempContent()), product: 'ugarit' }
  const cacheDir = join(await emptyFolder(), 'not', 'yet', 'there')
  const lastGood = createLastGood(cacheDir, dirs)
  const start = () => watchedStore(dirs, lastGood)
  const copied = async () => {
    const { store } = await start()
    await store.close()
    return store.content()
  }
  const save = (text: string) => writeFile(join(dirs.fixturesDir, 'blogs.json'), text)
  return { ...dirs, cacheDir, folder: join(cacheDir, 'content'), lastGood, start, copied, save }
}

const invalid = '[{"slug":"a","image":"plain.png"}]'

describe('a start with violations', () => {
  test('serves the content that was good last, says since when and what, and takes up what is mended', async () => {
    const { fixturesDir, start, save, folder, lastGood } = await keeping()
    const { store: first } = await start()
    for (const slug of ['one', 'two']) {
      await save(blog(slug))
      await expect.poll(async () => (await lastGood.read())?.homeData[0].blogs).toMatchObject([{ slug }])
    }
    await save(invalid)
    await expect.poll(first.rejection).toBeDefined()
    await first.close()
    expect(await readdir(folder)).toHaveLength(1)
    const since = new Date('2026-11-20T08:00:00Z')
    await utimes(join(fixturesDir, 'blogs.json'), since, since)
    const { store: second, lines } = await start()
    const { homeData, changed } = first.content()
    expect(second.content()).toMatchObject({ homeData, changed })
    expect(second.rejection()).toMatchObject({ since, error: { violations: [{ file: 'blogs.json' }] } })
    // The copy is also made when the content is the old content again.
    for (const slug of ['two', 'three']) {
      await save(blog(slug))
      await expect.poll(second.rejection).toBeUndefined()
      expect(second.content().homeData[0].blogs).toMatchObject([{ slug }])
      await save(invalid)
      await expect.poll(second.rejection).toBeDefined()
    }
    expect(lines.filter((line) => line.includes('reloaded'))).toHaveLength(2)
  })

  test('serves it too when a picture is gone', async () => {
    const { imagesDir, start, copied } = await keeping()
    const { homeData } = await copied()
    await rm(join(imagesDir, 'x.webp'))
    const since = new Date('2130-01-01')
    await utimes(imagesDir, since, since)
    const { store } = await start()
    expect(store.content()).toMatchObject({ homeData })
    expect(store.rejection()).toMatchObject({ since, error: { message: expect.stringContaining('/image') } })
  })

  test('fails where there is no copy, a spoilt one, or one of other fixtures', async () => {
    const { start, save, copied, folder, cacheDir } = await keeping()
    await copied()
    await save(invalid)
    const other = { ...(await tempContent()), product: 'ugarit' }
    await writeFile(join(other.fixturesDir, 'blogs.json'), invalid)
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
})

describe('the server', () => {
  async function starting() {
    const { fixturesDir, imagesDir } = await tempContent()
    const names = { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, CACHE_DIR: await emptyFolder() }
    const start = async (more: Record<string, string> = {}) => {
      const server = await startServer({ ...names, PORT: '0', LOG_LEVEL: 'silent', ...more })
      onTestFinished(server.close)
      const textAt = async (path: string) => (await fetch(server.url + path)).text()
      return { ...server, textAt }
    }
    return { fixturesDir, start }
  }

  test('in production is ready with the last good content, and tells places of violations but no values', async () => {
    const { fixturesDir, start } = await starting()
    const first = await start()
    expect(await first.textAt('ready')).toBe('{"status":"ready"}')
    expect(await first.textAt('metrics')).toContain('\ncontent_rejected 0\n')
    // Closing waits for the copy.
    await first.close()
    await writeFile(join(fixturesDir, 'news.json'), '[{"slug":"secret plan"}]')
    const { textAt, rejection } = await start()
    const text = await textAt('ready')
    const rejectedSince = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const places = expect.arrayContaining(['news.json /0/image'])
    const content = { rejectedSince, violations: rejection?.error.violations.length, places }
    expect(JSON.parse(text)).toEqual({ status: 'ready', content })
    expect(text).not.toContain('secret plan')
    expect(await textAt('metrics')).toContain('\ncontent_rejected 1\n')
    // In development, or without CACHE_DIR, the server refuses to start.
    await expect(start({ NODE_ENV: 'development' })).rejects.toBeInstanceOf(FixtureError)
    await expect(start({ CACHE_DIR: 'off' })).rejects.toBeInstanceOf(FixtureError)
  })

  test('with BASE_URL starts even if the fixtures are of another product', async () => {
    const { start } = await starting()
    const { textAt } = await start({ PRODUCT: 'palmyra', BASE_URL: 'http://127.0.0.1:9' })
    expect(await textAt('health')).toBe('{"status":"ok"}')
  })
})
