import { execFileSync } from 'node:child_process'
import { openSync, statSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type * as Resize from '../../../server/images/resize'
import { emptyFolder } from '../../folders'
import { openWire, requestText } from '../http/wire'

const resize = vi.fn<typeof Resize.resize>()
vi.mock('../../../server/images/resize', () => ({
  resize: (...given: Parameters<typeof Resize.resize>) => resize(...given),
}))
vi.mock('node:os', async (original) => ({
  ...(await original<typeof import('node:os')>()),
  availableParallelism: () => 16,
}))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, statSync: vi.fn(fs.statSync) }
})
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>()
  return { ...fs, readFile: vi.fn(fs.readFile) }
})

// Loads the modules again with these mocks, without affecting other files.
vi.resetModules()
const { build, tempContent } = await import('../../helper')
afterAll(() => void vi.resetModules())

beforeEach(() => void resize.mockReset().mockImplementation(async (original) => original))

/** A site over pictures of equal size and different content; `ask` requests all in one width at once and returns the statuses. */
async function siteOf(count: number, cacheDir = '') {
  const site = await build({ config: { ...(await tempContent()), cacheDir } })
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

test.each([
  ['without a folder of variants', false],
  ['with one', true],
])('a picture that waits for its turn is not in memory yet, %s', async (_, hasCache) => {
  const { config, names, ask } = await siteOf(20, hasCache ? await emptyFolder() : '')
  let held = 0
  let most = 0
  const { readFile: read } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
  vi.mocked(readFile).mockImplementation(((...given: Parameters<typeof read>) => {
    if (String(given[0]).startsWith(config.imagesDir)) most = Math.max(most, ++held)
    return read(...given)
  }) as typeof read)
  resize.mockImplementation(async (original) => {
    await new Promise(setImmediate)
    held--
    return original
  })
  expect(await ask()).toStrictEqual(names.map(() => 200))
  expect(resize).toHaveBeenCalledTimes(20)
  expect(most).toBeLessThanOrEqual(2)
})

test('cached pictures are served without access to the disk of the originals', async () => {
  const { config, names, port } = await siteOf(1)
  const wire = openWire(port)
  for (const query of ['', '?w=160', '', '?w=160', '', '?w=160'])
    expect((await wire.ask(requestText('GET', `/images/${names[0]}${query}`))).head).toMatch(/^HTTP\/1\.1 200 /)
  const paths = vi.mocked(statSync).mock.calls.map(([path]) => String(path))
  expect(paths.filter((path) => path.startsWith(`${config.imagesDir}/`))).toStrictEqual([])
})
