import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyFolder, snapshot } from '../../support/folders'
import { generateContent, writeContent } from '../../support/generated-content'

/** The code with which renames of folders fail, and the names of files that can't be replaced. */
const failing = { folders: '', files: [] as string[], code: 'ENOSPC' }

function fail(code: string, call: string): never {
  throw Object.assign(new Error(`${code}: not possible, ${call}`), { code })
}

vi.mock('node:fs', async (original) => {
  const module = await original<typeof import('node:fs')>()
  const renameSync = (from: string, to: string) => {
    if (failing.folders) fail(failing.folders, `rename '${from}' -> '${to}'`)
    return module.renameSync(from, to)
  }
  return { ...module, renameSync }
})
vi.mock('node:fs/promises', async (original) => {
  const module = await original<typeof import('node:fs/promises')>()
  const renaming = async (from: string, to: string) => {
    if (basename(from).startsWith('.') && failing.files.includes(basename(to))) fail(failing.code, 'rename')
    return module.rename(from, to)
  }
  return { ...module, rename: renaming }
})

// Loads the modules again with these mocks, without affecting other files.
vi.resetModules()
const { recordingOf } = await import('./recording')
afterAll(() => void vi.resetModules())
beforeEach(() => void Object.assign(failing, { folders: '', files: [] }))

/** Makes a folder with older content, into which a server is recorded. */
async function recordingInto() {
  const recording = await recordingOf()
  await writeContent(generateContent({ seed: 11, size: 2 }), recording.out)
  // One picture is new and one has changed.
  await rm(join(recording.out, 'images/x.webp'))
  await writeFile(join(recording.out, 'images/plain.png'), 'old')
  return { ...recording, before: await snapshot(recording.out) }
}

describe.each(['EBUSY', 'EXDEV'])('folders whose rename fails with %s', (code) => {
  beforeEach(() => {
    failing.folders = code
  })

  it('are replaced file by file, and then nothing has changed', async () => {
    const { out, site, record, fixture } = await recordingInto()
    const { ino } = await stat(join(out, 'fixtures'))
    await writeFile(join(out, 'fixtures/notes.md'), 'mine')
    expect(await record()).toMatchObject({ code: 0, stderr: '' })
    expect(await fixture('courses')).toEqual(site.courses)
    expect((await stat(join(out, 'fixtures'))).ino).toBe(ino)
    expect(await readFile(join(out, 'fixtures/notes.md'), 'utf8')).toBe('mine')
    expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
    expect(await record()).toMatchObject({ stdout: expect.stringContaining('nothing had changed') })
  })

  it('stay as they are if the first file fails, and the message says so', async () => {
    const { out, record, before } = await recordingInto()
    failing.files = ['x.webp', 'plain.png']
    const { code: exitCode, stderr } = await record()
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^record: nothing was replaced: .* is full.*\n$/)])
    expect(await snapshot(out)).toEqual(before)
  })

  it('that are replaced in part are told with their numbers', async () => {
    const { out, record, before } = await recordingInto()
    failing.files = ['events.json']
    const { code: exitCode, stderr } = await record()
    const numbers = String.raw`replaced (\d+) of \1 changed files in ${out}/images and [1-6] of \d changed files in ${out}/fixtures`
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^record: ${numbers}: .*/events.json can't be`)),
    ])
    const after = await snapshot(out)
    expect(after.get('fixtures/events.json')).toEqual(before.get('fixtures/events.json'))
    failing.files = []
    expect(await record()).toMatchObject({ code: 0, stderr: '' })
  })
})

it('files that are links, in a folder that is a link, stay links and are replaced where they are', async () => {
  const { out, site, record } = await recordingInto()
  const real = await emptyFolder()
  await rename(join(out, 'fixtures'), join(real, 'all'))
  await mkdir(join(real, 'shared'))
  await rename(join(real, 'all/courses.json'), join(real, 'shared/courses.json'))
  await symlink('../shared/courses.json', join(real, 'all/courses.json'))
  await symlink(join(real, 'all'), join(out, 'fixtures'))
  expect(await record()).toMatchObject({ code: 0, stderr: '' })
  for (const link of [join(out, 'fixtures'), join(real, 'all/courses.json')])
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(JSON.parse(await readFile(join(real, 'shared/courses.json'), 'utf8'))).toEqual(site.courses)
})

it('a link to a folder that is not there yet stays a link', async () => {
  const { out, record } = await recordingOf()
  const real = await emptyFolder()
  await symlink(join(real, 'new/fixtures'), join(out, 'fixtures'))
  expect(await record()).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(join(real, 'new/fixtures'))).toContain('courses.json')
})

it.each(['', 'EBUSY'])('files and folders keep mode and owner (%s)', async (code) => {
  failing.folders = code
  const { out, record } = await recordingInto()
  const isRoot = process.getuid?.() === 0
  const paths = ['fixtures', 'fixtures/courses.json', 'images'].map((path) => join(out, path))
  const { chown } = await import('node:fs/promises')
  for (const path of paths) {
    if (isRoot) await chown(path, 12, 33)
    await chmod(path, path.endsWith('.json') ? 0o640 : 0o2750)
  }
  const owners = () =>
    Promise.all(paths.map(async (path) => stat(path).then(({ uid, gid, mode }) => ({ uid, gid, mode }))))
  const before = await owners()
  expect(await record()).toMatchObject({ code: 0, stderr: '' })
  expect(await owners()).toEqual(before)
  // A new picture has the group of a folder that gives it to new files.
  if (isRoot) expect((await stat(join(out, 'images/x.webp'))).gid).toBe(33)
})
