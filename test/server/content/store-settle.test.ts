import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

const watchFile = vi.fn<(path: string, options: { interval: number }, notice: () => void) => void>()
vi.mock('node:fs', async (original) => {
  const module = await original<typeof import('node:fs')>()
  return { ...module, watchFile, unwatchFile: vi.fn() }
})

// Loaded again for this mock, and for no other file.
vi.resetModules()
const { tempContent } = await import('../../support/app')
const { openStore } = await import('../../../server/content/store')
const { fixtureKeys } = await import('../../../server/content/load')
afterAll(() => void vi.resetModules())

// By a clock of the test, because a busy machine writes and looks later than it should.
test('files saved 15 ms apart are one reload, and no state between them is told as a fault', async () => {
  const dirs = await tempContent()
  const store = await openStore({ ...dirs, product: 'ugarit' })
  onTestFinished(store.close)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  store.watch({ info: add, warn: add })

  const blog = { slug: 'a', en_title: 'A', image: 'plain.png' }
  const contents: Record<string, unknown> = {
    courses_categories: [{ slug: 'new', name: 'New' }],
    courses: [{ ...blog, category: 'new', tags: [] }],
    goals: {},
  }
  const events = fixtureKeys.flatMap((key, index) => {
    const path = join(dirs.fixturesDir, `${key}.json`)
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
  await vi.waitFor(() => expect(lines).toStrictEqual(['fixtures reloaded, version 2']), { timeout: 20_000 })
})
