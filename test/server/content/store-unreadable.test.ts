import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

/** The code of the error with which each path that is to fail can't be read. */
const failing = new Map<string, string>()

function failAt(path: unknown): void {
  const code = failing.get(String(path))
  if (code) throw Object.assign(new Error(`${code}: ${path}`), { code })
}

vi.mock('node:fs/promises', async (original) => {
  const module = await original<typeof import('node:fs/promises')>()
  const readFile = async (path: string, options: 'utf8') => {
    failAt(path)
    return module.readFile(path, options)
  }
  const readdir = async (path: string) => {
    failAt(path)
    return module.readdir(path)
  }
  const stat = async (path: string) => {
    failAt(path)
    return module.stat(path)
  }
  return { ...module, readFile, readdir, stat }
})

// Loads the modules again with this mock, without affecting other files.
vi.resetModules()
const { blog, watchedStore } = await import('./watched-store')
const { tempContent, testConfig } = await import('../../support/app')
const { buildApp } = await import('../../../server/app')
const { createLastGood } = await import('../../../server/content/last-good')
const { openStore } = await import('../../../server/content/store')
const { emptyFolder } = await import('../../support/folders')
afterAll(() => void vi.resetModules())
beforeEach(() => failing.clear())

const codes = ['EMFILE', 'ENFILE', 'EIO', 'ESTALE', 'EAGAIN', 'EBUSY', 'EACCES', 'ETIMEDOUT', 'ENOMEM']

test.each(
  codes.flatMap((code) => [
    [code, 'courses.json'],
    [code, 'the images folder'],
  ]),
)('%s of %s keeps the content, is told once, and ends without a change of the files', async (code, file) => {
  const { fixturesDir, imagesDir, store, lines, until, save, shows } = await watchedStore()
  failing.set(file === 'courses.json' ? join(fixturesDir, file) : imagesDir, code)
  const { blogs } = store.content().homeData[0]
  // Another file changes, so that the content is read.
  await save('blogs', blog('new'))
  await until(`what was read before stays: ${file === 'courses.json' ? file : 'images'} can't be read: ${code}`)
  expect(store.readFailure()).toMatchObject({ error: { code } })
  expect(store.rejection()).toBeUndefined()
  expect(store.content().homeData[0].blogs).toBe(blogs)
  failing.clear()
  await shows(['new'])
  await until('can be read again')
  expect(store.readFailure()).toBeUndefined()
  expect(lines.filter((line) => line.includes(code))).toHaveLength(1)
})

test('a read error at the start is tried again', async () => {
  const folders = await tempContent()
  failing.set(join(folders.fixturesDir, 'news.json'), 'EIO')
  const opening = openStore({ ...folders, product: 'ugarit' })
  setTimeout(() => failing.clear(), 10)
  const store = await opening
  onTestFinished(store.close)
  expect([store.readFailure(), store.rejection()]).toEqual([undefined, undefined])
})

test('a read error that stays ends a start without a copy, and is no violation of the content', async () => {
  const folders = await tempContent()
  failing.set(join(folders.fixturesDir, 'news.json'), 'EIO')
  const opening = openStore({ ...folders, product: 'ugarit' })
  await expect(opening).rejects.toMatchObject({ name: 'ReadError', message: "news.json can't be read: EIO" })
})

test('with a copy the server starts, and /ready, metrics and log tell it apart until it ends', async () => {
  const folders = await tempContent()
  const lastGood = createLastGood(await emptyFolder(), { ...folders, product: 'ugarit' })
  const first = await watchedStore(folders, lastGood)
  await expect.poll(() => lastGood.read()).toBeDefined()
  const version = first.store.content().homeData[0]
  failing.set(join(folders.fixturesDir, 'news.json'), 'ESTALE')
  const { store, until } = await watchedStore(folders, lastGood)
  expect(store.content().homeData[0]).toEqual(version)
  const app = await buildApp({ config: { ...testConfig(), ...folders }, store })
  onTestFinished(() => app.close())
  const [ready, metrics] = [await app.inject('/ready'), await app.inject('/metrics')]
  const unreadableSince = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(ready.json()).toEqual({ status: 'ready', content: { unreadableSince, file: 'news.json', code: 'ESTALE' } })
  expect(metrics.body).toMatch(/\ncontent_rejected 0\n[\s\S]*\ncontent_unreadable 1\n/)
  failing.clear()
  await until('can be read again')
  expect((await app.inject('/ready')).json()).toEqual({ status: 'ready' })
  expect((await app.inject('/metrics')).body).toContain('\ncontent_unreadable 0\n')
})

test('a picture that cannot be read is a 503, and one that is not there a 404', async () => {
  const folders = await tempContent()
  const store = await openStore({ ...folders, product: 'ugarit' })
  const app = await buildApp({ config: { ...testConfig(), ...folders }, store })
  onTestFinished(() => app.close())
  failing.set(join(folders.imagesDir, 'plain.png'), 'EMFILE')
  for (const query of ['', '?w=320']) {
    const { statusCode, headers } = await app.inject(`/images/plain.png${query}`)
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
  }
  expect((await app.inject('/images/none.png')).statusCode).toBe(404)
})
