import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

const readFixture = vi.fn()
vi.mock('../../../server/content/read-fixture', async (original) => {
  const module = await original<typeof import('../../../server/content/read-fixture')>()
  readFixture.mockImplementation(module.readFixture)
  return { ...module, readFixture }
})

// Loaded again for this mock, and for no other file.
vi.resetModules()
const { tempContent } = await import('../../support/app')
const { openStore } = await import('../../../server/content/store')
afterAll(() => void vi.resetModules())

async function watched() {
  const dirs = await tempContent()
  const store = await openStore({ ...dirs, product: 'ugarit' })
  onTestFinished(store.close)
  let log = ''
  const add = (line: string) => {
    log += line
  }
  store.watch({ info: add, warn: add })
  const until = (text: string) => vi.waitFor(() => expect(log).toContain(text), { timeout: 20_000, interval: 5 })
  const parsed = () => readFixture.mock.calls.length
  return { ...dirs, until, parsed }
}

test('pictures that arrive or change are not a reason to parse the fixtures', async () => {
  const { fixturesDir, imagesDir, until, parsed } = await watched()
  const before = parsed()
  for (let index = 0; index < 20; index++) {
    await copyFile(join(imagesDir, 'plain.png'), join(imagesDir, `new-${index}.png`))
    await copyFile(join(imagesDir, 'x.webp'), join(imagesDir, 'plain.png'))
  }
  await writeFile(join(fixturesDir, 'next'), '[]')
  await rename(join(fixturesDir, 'next'), join(fixturesDir, 'blogs.json'))
  await until('reloaded')
  expect(parsed() - before).toBe(7)
})

test('a picture of the content that goes is a fault', async () => {
  const { imagesDir, until } = await watched()
  await rm(join(imagesDir, 'x.webp'))
  await until("can't be used")
})
