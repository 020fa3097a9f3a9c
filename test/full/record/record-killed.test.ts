import { existsSync, watch } from 'node:fs'
import { lstat, readdir, realpath, rename, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fullContent, send } from '../../contract-check/drifting-server'
import { serve } from '../../contract-check/run'
import { servedContent } from '../../scripts/record/recording'
import { start } from '../../scripts/run-script'
import { emptyFolder, snapshot } from '../../support/folders'
import { generateContent, pictureOf, writeContent } from '../../support/generated-content'

/** Moments of a recording: a request that the server gets, or a file that appears in the folder. */
const moments: { title: string; onRequest?: RegExp; onFile?: string }[] = [
  { title: 'the first request', onRequest: /^/ },
  { title: 'the last picture', onRequest: /x\.webp$/ },
  { title: 'the staging of fixtures', onFile: '.record/fixtures' },
  { title: 'the staging of images', onFile: '.record/images' },
  { title: 'the replacing of images', onFile: 'images' },
  { title: 'the replacing of fixtures', onFile: 'fixtures' },
]

async function fixturesIn(out: string): Promise<Map<string, Buffer>> {
  return snapshot(await realpath(join(out, 'fixtures')))
}

/** The places of the content's folders: in the folder itself, or linked. */
type Layout = 'plain' | 'linked'

/** Makes a folder with older content and starts a server to record. Each request calls `seen.request`. */
async function setUp(layout: Layout = 'plain') {
  const out = await emptyFolder()
  await writeContent(generateContent({ seed: 11, size: 6 }), out)
  const real = layout === 'linked' ? await emptyFolder() : out
  if (real !== out) {
    for (const name of ['fixtures', 'images']) {
      await rename(join(out, name), join(real, name))
      await symlink(join(real, name), join(out, name))
    }
  }
  const old = await fixturesIn(out)
  const seen = { request: (_: string) => undefined as unknown }
  const { url } = await serve(
    {
      respond: (_, __, { url = '' }) => {
        seen.request(url)
        return false
      },
      image: (name, response) => {
        seen.request(`/images/${name}`)
        // Sends another picture of the same name, which a recording must replace too.
        void pictureOf(name, '#aa3311').then((picture) => {
          const headers = { 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT', 'content-length': String(picture.length) }
          send(response, 'image/png', picture, 200, headers)
        })
        return true
      },
    },
    fullContent(),
  )
  const record = (...more: string[]) => start('record', [url, '--out', out, ...more])
  return { out, real, old, seen, record }
}

describe('a recording killed at', () => {
  const layouts: Layout[] = ['plain', 'linked']
  const cases = layouts.flatMap((layout) => moments.map((moment) => ({ layout, ...moment })))
  it.each(cases)('$title ($layout folders) leaves old or new content, and the next ends', async (moment) => {
    const { layout, onRequest, onFile = '' } = moment
    const { out, real, old, seen, record } = await setUp(layout)
    const { child, finished } = record()
    if (onRequest) seen.request = (path) => onRequest.test(path) && child.kill('SIGKILL')
    else whenFile(onFile.startsWith('.') ? out : real, onFile, () => child.kill('SIGKILL'))
    await finished
    expect(child.killed).toBe(true)
    // The start of a server restores a folder that was renamed when the kill came.
    expect(await servedContent(out)).toBeDefined()
    const left = await fixturesIn(out)

    seen.request = () => undefined
    expect(await record().finished).toMatchObject({ code: 0 })
    const fresh = await fixturesIn(out)
    expect(fresh).not.toEqual(old)
    expect([old, fresh]).toContainEqual(left)
    expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
    for (const name of await readdir(out))
      expect((await lstat(join(out, name))).isSymbolicLink()).toBe(layout === 'linked')
  })

  it('a picture continues with the pictures that it has', async () => {
    const { out, seen, record } = await setUp()
    // Downloads one at a time, so that four pictures are complete when the fifth is requested.
    const { child, finished } = record('--concurrency', '1')
    let pictures = 0
    seen.request = (path) => path.startsWith('/images/') && ++pictures === 5 && child.kill('SIGKILL')
    expect((await finished).code).toBeNull()
    const { code, stdout } = await record().finished
    const count = (await readdir(join(out, 'images'))).filter((name) => name !== 'a.png').length
    expect([code, stdout]).toEqual([0, expect.stringContaining(`(${count - 4} fetched`)])
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('a picture by %s leaves the old content and nothing else', async (signal, expected) => {
    const { out, old, seen, record } = await setUp()
    const { child, finished } = record()
    seen.request = (path) => path.startsWith('/images/') && !child.killed && child.kill(signal)
    expect((await finished).code).toBe(expected)
    expect(await fixturesIn(out)).toEqual(old)
    expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
  })
})

/** Calls back when a file of this name appears or is replaced below a folder, whose `.record` does not exist yet. */
function whenFile(folder: string, file: string, seen: () => void): void {
  const parent = join(folder, dirname(file))
  const open = (path: string, onName: (name: string | null) => unknown) => {
    const watcher = watch(path, (_, name) => onName(name)).on('error', () => undefined)
    onTestFinished(() => watcher.close())
  }
  const look = () => open(parent, (name) => name === basename(file) && seen())
  if (parent === folder) look()
  else open(folder, (name) => name === basename(parent) && existsSync(parent) && look())
}
