import { watch } from 'node:fs'
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { serve } from '../../contract-check/run'
import { servedContent } from '../../scripts/record/recording'
import { startWithMounts } from '../../scripts/run-script'
import { emptyFolder, snapshot } from '../../support/folders'
import { generateContent, writeContent } from '../../support/generated-content'
import { canMount, requireProgram } from '../requirements'

beforeEach(({ skip }) => requireProgram('unshare (as root)', canMount(), skip))

/** Makes older content in a folder of its own, an empty folder with places to mount it at, and a server to record. */
async function setUp() {
  const [out, real, { url, site }] = [await emptyFolder(), await emptyFolder(), await serve()]
  await writeContent(generateContent({ seed: 11, size: 6 }), real)
  for (const name of ['fixtures', 'images']) await mkdir(join(out, name))
  const record = (mounts: string[], into = out) => startWithMounts(mounts, 'record', [url, '--out', into])
  const bind = (name: string) => `mount --bind ${join(real, name)} ${join(out, name)}`
  const courses = async () => JSON.parse(await readFile(join(real, 'fixtures/courses.json'), 'utf8')) as unknown
  return { out, real, site, record, bind, courses }
}

it.each([
  ['', 0],
  ['in a folder that is read-only', 0],
  ['of which one is read-only', 2],
])('mounted folders %s are recorded into, or nothing is replaced', async (title, expected) => {
  const { out, real, site, record, bind, courses } = await setUp()
  const before = await snapshot(real)
  const more = {
    'in a folder that is read-only': [`mount --bind ${out} ${out}`, `mount -o remount,ro,bind ${out}`],
    'of which one is read-only': [],
  }[title]
  const mounts = [...(more ?? []), bind('fixtures'), bind('images')]
  if (expected !== 0) mounts.push(`mount -o remount,ro,bind ${join(out, 'fixtures')}`)
  const { code, stderr } = await record(mounts).finished
  if (expected === 0) {
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')])
    expect(await courses()).toEqual(site.courses)
  } else {
    expect([code, stderr]).toEqual([2, expect.stringMatching(/courses\w*\.json can't be written: EROFS.*\n$/)])
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(new Map([...(await snapshot(real))].filter(([path]) => path.startsWith('fixtures/')))).toEqual(
      new Map([...before].filter(([path]) => path.startsWith('fixtures/'))),
    )
  }
  expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
})

it('links to folders of another file system stay', async () => {
  const { real, record } = await setUp()
  const [out, disk] = [await emptyFolder(), await emptyFolder()]
  for (const name of ['fixtures', 'images']) await symlink(join(disk, name), join(out, name))
  const mounts = [`mount -t tmpfs none ${disk}`, `cp -a ${real}/. ${disk}`]
  const { code, stderr } = await record(mounts, out).finished
  expect([code, stderr]).toEqual([0, ''])
  for (const name of ['fixtures', 'images']) expect((await lstat(join(out, name))).isSymbolicLink()).toBe(true)
  expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
})

it('a file that is mounted in a folder is recorded into', async () => {
  const { out, real, site, record, courses } = await setUp()
  for (const name of ['fixtures', 'images']) await writeFile(join(out, name, 'notes.md'), 'mine')
  const file = join(out, 'fixtures/courses.json')
  await writeFile(file, '[]')
  const { code, stderr } = await record([`mount --bind ${join(real, 'fixtures/courses.json')} ${file}`]).finished
  expect([code, stderr]).toEqual([0, ''])
  expect(await courses()).toEqual(site.courses)
  expect((await readdir(join(out, 'fixtures'))).filter((name) => name.startsWith('.'))).toEqual([])
})

it('a kill between two files of a mounted folder leaves complete files, and the next recording ends', async () => {
  const { out, real, site, record, bind, courses } = await setUp()
  const mounts = [bind('fixtures'), bind('images')]
  const old = await snapshot(join(real, 'fixtures'))
  const { child, finished } = record(mounts)
  const watcher = watch(join(real, 'fixtures'), () => child.kill('SIGKILL'))
  onTestFinished(() => watcher.close())
  expect((await finished).code).toBeNull()
  const left = await snapshot(join(real, 'fixtures'))
  watcher.close()
  expect(await record(mounts).finished).toMatchObject({ code: 0 })
  const fresh = await snapshot(join(real, 'fixtures'))
  for (const name of old.keys()) expect([old.get(name), fresh.get(name)]).toContainEqual(left.get(name))
  expect([...fresh.keys()].filter((name) => name.startsWith('.'))).toEqual([])
  expect(await courses()).toEqual(site.courses)
  expect(await servedContent(real)).toBeDefined()
  expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
})

it('an export into a mounted folder is made, and made again', async () => {
  const [out, real] = [await emptyFolder(), await emptyFolder()]
  const make = async () => {
    const { code, stderr } = await startWithMounts([`mount --bind ${real} ${out}`], 'export', ['--out', out]).finished
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^\s+at /m)])
  }
  await make()
  const first = await snapshot(real)
  expect([...first.keys()]).toContain('index.html')
  const old = 'courses/gone/index.html'
  await mkdir(join(real, 'courses/gone'))
  await writeFile(join(real, old), 'of an older export')
  await make()
  expect([...(await snapshot(real)).keys()]).toEqual([...first.keys()])
})
