import { execFileSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type * as Resize from '../../../server/images/resize'
import { emptyFolder } from '../../support/folders'

const resize = vi.fn<typeof Resize.resize>()
const load = vi.fn()
vi.mock('../../../server/images/resize', () => {
  load()
  return { resize: (...given: Parameters<typeof Resize.resize>) => resize(...given) }
})
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  availableParallelism: () => 16,
}))

// Loads the modules again with these mocks, without affecting other files.
vi.resetModules()
const { startApp, tempContent } = await import('../../support/app')
afterAll(() => void vi.resetModules())

beforeEach(() => void resize.mockReset().mockImplementation(async (original) => original))

test('the picture library is loaded before a picture is asked for', async () => {
  await startApp()
  await expect.poll(() => load.mock.calls).toHaveLength(1)
})

/** Starts a site with different pictures of the same size. `ask` requests all in one width at once and returns the statuses. */
async function siteOf(count: number) {
  const site = await startApp({ config: { ...(await tempContent()), cacheDir: await emptyFolder() } })
  const names = Array.from({ length: count }, (_, index) => `picture-${index}.png`)
  for (const name of names) await writeFile(join(site.config.imagesDir, name), name)
  const ask = () => Promise.all(names.map(async (name) => (await site.app.inject(`/images/${name}?w=160`)).statusCode))
  return { ...site, names, ask }
}

test('files are read while pictures are resized, on any number of cores', async () => {
  const { app, names, ask } = await siteOf(8)
  const pipe = join(await emptyFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  // Like libvips, opening a pipe without a writer occupies one of libuv's four threads.
  resize.mockImplementation(async (original) => {
    await (await open(pipe)).close()
    return original
  })
  const asked = ask()
  const release = () => void openSync(pipe, 'r+')
  onTestFinished(release)
  await expect.poll(() => resize.mock.calls.length).toBeGreaterThan(1)
  for (const name of [...names, ...names]) expect((await app.inject(`/images/${name}`)).statusCode).toBe(200)
  release()
  expect(await asked).toStrictEqual(names.map(() => 200))
})

test('a picture that waits for its turn is not in memory yet', async () => {
  const { config, names, ask } = await siteOf(20)
  const read: string[] = []
  const finish: (() => void)[] = []
  resize.mockImplementation(async (original) => {
    read.push(original.toString())
    await new Promise<void>((done) => finish.push(done))
    return original
  })
  const asked = ask()
  await expect.poll(() => finish).toHaveLength(2)
  for (const name of names) await writeFile(join(config.imagesDir, name), 'replaced')
  // Requests one picture at a time, because vitest resolves one of two simultaneous imports of a mocked module to the original.
  for (const turn of names.keys()) {
    await expect.poll(() => finish.length, { interval: 1 }).toBeGreaterThan(turn)
    finish[turn]?.()
  }
  expect(await asked).toStrictEqual(names.map(() => 200))
  expect(read.filter((original) => original === 'replaced')).toHaveLength(18)
})

test('two pictures are made at once, in order; beyond 200 that wait, the answer is a 503', async () => {
  const { app, config, ask } = await siteOf(202)
  const made: string[] = []
  const ends: (() => void)[] = []
  resize.mockImplementation(async (original) => {
    made.push(original.toString())
    await new Promise<void>((end) => ends.push(end))
    return original
  })
  const asked = ask()
  await expect.poll(() => ends).toHaveLength(2)
  await writeFile(join(config.imagesDir, 'late.png'), 'late.png')
  const late = async () => {
    const { statusCode, headers } = await app.inject('/images/late.png?w=160')
    return [statusCode, headers['retry-after']]
  }
  // The last of the 202 may still be on its way to the queue.
  await expect.poll(late).toStrictEqual([503, '5'])
  for (let turn = 0; turn < 202; turn++) {
    await expect.poll(() => ends.length, { interval: 1 }).toBe(Math.min(turn + 2, 202))
    ends[turn]?.()
  }
  expect(new Set(await asked)).toStrictEqual(new Set([200]))
  expect(made).toHaveLength(202)
})
