import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const watchFile = vi.fn<(path: string, options: { interval: number }, notice: () => void) => void>()
vi.mock('node:fs', async (original) => {
  const module = await original<typeof import('node:fs')>()
  return { ...module, watchFile, unwatchFile: vi.fn() }
})

// Loaded again for this mock, and for no other file.
vi.resetModules()
const { watchedStore } = await import('./watched-store')
const { fixtureKeys } = await import('../../../server/content/load')
afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
})

// By a clock of the test, because a busy machine writes and looks later than it should.
test('files saved 15 ms apart are one reload, and no state between them is told as a fault', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { fixturesDir, lines } = await watchedStore()
  const item = { slug: 'a', en_title: 'A', image: 'plain.png' }
  const contents: Record<string, unknown> = {
    courses_categories: [{ slug: 'new', name: 'New' }],
    courses: [{ ...item, category: 'new', tags: [] }],
    goals: {},
  }
  const events = fixtureKeys.flatMap((key, index) => {
    const path = join(fixturesDir, `${key}.json`)
    const [, { interval }, notice] = watchFile.mock.calls.find(([watched]) => watched === path) ?? expect.unreachable()
    const savedAt = index * 15
    return [
      { at: savedAt, happen: () => writeFile(path, JSON.stringify(contents[key] ?? [])) },
      // Every other file has just been looked at when it is saved, so it is noticed an interval later.
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
