import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { kinds } from '#contract/fields'
import { fixtureNames } from '#contract/fixture-files'

const readFixture = vi.fn()
vi.mock('../../../server/content/read-fixture', async (original) => {
  const module = await original<typeof import('../../../server/content/read-fixture')>()
  readFixture.mockImplementation(module.readFixture)
  return { ...module, readFixture }
})
const watchFile = vi.fn<(path: string, options: { interval: number }, notice: () => void) => void>()
vi.mock('node:fs', async (original) => {
  const module = await original<typeof import('node:fs')>()
  watchFile.mockImplementation(module.watchFile)
  return { ...module, watchFile }
})

// Loads the modules again with these mocks, without affecting other files.
vi.resetModules()
const { blog, watchedStore } = await import('./watched-store')
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
  expect(readFixture.mock.calls.length - before).toBe(fixtureNames.length)
})

test('a file saved while the files are compared is loaded once', async () => {
  watchFile.mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { fixturesDir, lines, store } = await watchedStore()
  const path = join(fixturesDir, 'blogs.json')
  const [, , notice] = watchFile.mock.calls.findLast(([watched]) => watched === path) ?? expect.unreachable()
  const reload = () => {
    notice()
    vi.advanceTimersByTime(1_000)
    // Resolves after the reload.
    return store.close()
  }
  const read = readFixture.getMockImplementation() ?? expect.unreachable()
  readFixture.mockImplementationOnce(async (file: string) => {
    await writeFile(path, blog('second'))
    return read(file)
  })
  await writeFile(path, blog('first'))
  await reload()
  expect(store.content().homeData[0].blogs).toMatchObject([{ slug: 'second' }])
  await reload()
  expect(lines).toEqual(['fixtures reloaded, version 2'])
})

// Uses the test's own clock, because a busy machine writes and checks files too late.
test('files saved 15 ms apart are one reload, and no state between them is told as a violation', async () => {
  watchFile.mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { fixturesDir, lines } = await watchedStore()
  const item = { slug: 'a', en_title: 'A', image: 'plain.png' }
  const contents: Record<string, unknown> = {
    courses_categories: [{ slug: 'new', name: 'New' }],
    courses: [{ ...item, category: 'new', tags: [] }],
    goals: {},
  }
  const events = kinds.flatMap((key, index) => {
    const path = join(fixturesDir, `${key}.json`)
    const [, { interval }, notice] =
      watchFile.mock.calls.findLast(([watched]) => watched === path) ?? expect.unreachable()
    const savedAt = index * 15
    return [
      { at: savedAt, happen: () => writeFile(path, JSON.stringify(contents[key] ?? [])) },
      // Every second file has just been checked when it is saved, so its change is noticed one interval later.
      { at: savedAt + (index % 2) * interval, happen: notice },
    ]
  })
  let now = 0
  for (const { at, happen } of events.sort((a, b) => a.at - b.at)) {
    vi.advanceTimersByTime(at - now)
    expect(vi.getTimerCount(), `reloads that wait after ${at} ms`).toBe(1)
    now = at
    await happen()
  }
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await expect.poll(() => lines).toStrictEqual(['fixtures reloaded, version 2'])
})
