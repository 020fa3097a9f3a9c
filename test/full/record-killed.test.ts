import type { ChildProcess } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { send, startServer, wholeSite } from '../scripts/contract/drifting-server'
import { serve } from '../scripts/contract/run'
import { servedContent } from '../scripts/record/recording'
import { start } from '../scripts/run-script'
import { emptyFolder, snapshot } from '../support/folders'
import { generateContent, pictureOf, writeContent } from '../support/generated-content'

/** Moments of a recording: a request that the server gets, or a file that appears in the folder. */
const moments: { title: string; onRequest?: RegExp; onFile?: string }[] = [
  { title: 'the first request', onRequest: /^/ },
  { title: 'an item', onRequest: /^\/api\/get-blog$/ },
  { title: 'the first picture', onRequest: /^\/images\// },
  { title: 'the last picture', onRequest: /x\.webp$/ },
  { title: 'the staging of fixtures', onFile: '.record/fixtures' },
  { title: 'the staging of images', onFile: '.record/images' },
  { title: 'the replacing of images', onFile: 'images' },
  { title: 'the replacing of fixtures', onFile: 'fixtures' },
]

async function fixturesIn(out: string): Promise<Map<string, Buffer>> {
  return new Map([...(await snapshot(out))].filter(([path]) => path.startsWith('fixtures/')))
}

/** The files of an undisturbed recording of the same content. */
let fresh = new Map<string, Buffer>()
beforeAll(async () => {
  const server = await startServer({}, wholeSite())
  const out = await mkdtemp(join(tmpdir(), 'ugarit-test-'))
  expect(await start('record', [server.url, '--out', out]).finished).toMatchObject({ code: 0 })
  fresh = await fixturesIn(out)
  await Promise.all([server.close(), rm(out, { recursive: true })])
})

/** A folder with older content and a server to record. `seen.request` is told of each request. */
async function setUp() {
  const out = await emptyFolder()
  await writeContent(generateContent({ seed: 11, size: 6 }), out)
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
    wholeSite(),
  )
  const record = (...more: string[]) => start('record', [url, '--out', out, ...more])
  return { out, old: await fixturesIn(out), seen, record }
}

/** Sends a signal to a process when it is called for the first time. */
function killer(child: ChildProcess, signal: NodeJS.Signals) {
  const kill = () => {
    kill.isSent ||= child.kill(signal)
  }
  kill.isSent = false
  return kill
}

describe('a recording killed at', () => {
  it.each(moments)(
    '$title leaves the old or the new content intact, and the next recording finishes',
    async ({ onRequest, onFile = '' }) => {
      const { out, old, seen, record } = await setUp()
      const { child, finished } = record()
      const kill = killer(child, 'SIGKILL')
      if (onRequest) seen.request = (path) => onRequest.test(path) && kill()
      else whenFile(out, onFile, kill)
      const { code } = await finished
      expect(kill.isSent).toBe(true)
      // While the server has a request, the recording cannot end by itself.
      if (onRequest) expect(code).toBeNull()
      // The start of a server restores a folder that had lost its name at that moment.
      expect(await servedContent(out)).toBeDefined()
      expect([old, fresh]).toContainEqual(await fixturesIn(out))

      seen.request = () => undefined
      expect(await record().finished).toMatchObject({ code: 0 })
      expect(await fixturesIn(out)).toEqual(fresh)
      expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
    },
  )

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
    const kill = killer(child, signal)
    seen.request = (path) => path.startsWith('/images/') && kill()
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
