import { basename } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

/** The error with which files can't be written, or one file can't be read. Node's message for a full disk names no path. */
const failing = { write: '', read: '' }

function fail(code: string, path: string): never {
  const where = code === 'ENOSPC' ? { message: `${code}: no space left on device, write` } : { path }
  throw Object.assign(new Error(`${code}: not possible, open '${path}'`), { code }, where)
}

vi.mock('node:fs/promises', async (original) => {
  const module = await original<typeof import('node:fs/promises')>()
  const writeFile = async (path: string, content: string, options?: object) => {
    if (failing.write) fail(failing.write, path)
    return module.writeFile(path, content, options)
  }
  const readFile = async (path: string, options: 'utf8') => {
    if (basename(path) === failing.read) fail('EIO', path)
    return module.readFile(path, options)
  }
  return { ...module, readFile, writeFile }
})

// Loads the modules again with this mock, without affecting other files.
vi.resetModules()
const { fixturesWith } = await import('./run-command')
const { recordingOf } = await import('./record/recording')
const { createContentFiles } = await import('../../studio/server/content-files')
const { tempContent } = await import('../support/app')
afterAll(() => void vi.resetModules())
beforeEach(() => void Object.assign(failing, { write: '', read: '' }))

const codes = ['EBUSY', 'EACCES', 'EROFS', 'ENOSPC', 'EDQUOT']

test.each(codes)(
  '%s is one line with the path, from `fixtures new`, `--fix`, `record` and the studio',
  async (code) => {
    const line = new RegExp(`^fixtures: .*/fixtures/\\w+\\.json can't be written: .*${code}.*\\n$`)
    const { run, read } = await fixturesWith(undefined, { blogs: '[ ]' })
    const { out, record } = await recordingOf()
    const options = { ...(await tempContent()), product: 'ugarit' }
    const files = createContentFiles(options)
    const { blogs } = await files.read()
    failing.write = code
    for (const args of [['new', 'blog', 'A'], ['--fix']])
      expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(line) })
    expect(await read('blogs')).toBe('[ ]')
    const message = expect.stringMatching(new RegExp(`^Nothing was saved: .*blogs\\.json can't be written: .*${code}`))
    const saving = files.save({ blogs: { ...blogs, items: [] } })
    await expect(saving).rejects.toMatchObject({ statusCode: 507, message })
    const recorded = await record()
    expect(recorded.stderr).toMatch(new RegExp(`^record: .*${out}.*\\n$`))
    expect(recorded.code).toBeGreaterThan(0)
  },
)

test('a read error ends `fixtures` and `record` with one line', async () => {
  failing.read = 'news.json'
  const { run } = await fixturesWith()
  expect(await run()).toMatchObject({ code: 2, stderr: "fixtures: news.json can't be read: EIO\n" })
  const { record } = await recordingOf()
  const stderr = "record: nothing was replaced: news.json can't be read: EIO\n"
  expect(await record()).toMatchObject({ code: 2, stderr })
})
