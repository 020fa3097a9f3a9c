import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const readFixture = vi.fn()
vi.mock('../../../server/content/read-fixture', async (original) => {
  const module = await original<typeof import('../../../server/content/read-fixture')>()
  readFixture.mockImplementation(module.readFixture)
  return { ...module, readFixture }
})

// Loaded again for this mock, and for no other file.
vi.resetModules()
const { watchedStore } = await import('./watched-store')
afterAll(() => void vi.resetModules())

test('pictures that arrive or change are not a reason to parse the fixtures', async () => {
  const { fixturesDir, imagesDir, until } = await watchedStore()
  const before = readFixture.mock.calls.length
  for (let index = 0; index < 20; index++) {
    await copyFile(join(imagesDir, 'plain.png'), join(imagesDir, `new-${index}.png`))
    await copyFile(join(imagesDir, 'x.webp'), join(imagesDir, 'plain.png'))
  }
  await writeFile(join(fixturesDir, 'next'), '[]')
  await rename(join(fixturesDir, 'next'), join(fixturesDir, 'blogs.json'))
  await until('reloaded')
  expect(readFixture.mock.calls.length - before).toBe(7)
})
