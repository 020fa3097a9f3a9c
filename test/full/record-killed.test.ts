import { watch } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../server/content/store'
import { send, startServer, wholeSite } from '../scripts/contract/drifting-server'
import { serve } from '../scripts/contract/run'
import { start } from '../scripts/run-script'
import { emptyFolder, snapshot } from '../support/folders'
import { generateContent, pictureOf, writeContent } from '../support/generated-content'

type Kill = () => void

/** Moments of a recording: a request that the server gets, or a change in the folder. */
const moments: {
  title: string
  onRequest?: (nth: number, path: string) => boolean
  onFile?: RegExp
  below?: string
}[] = [
  { title: 'the first request', onRequest: (nth) => nth === 1 },
  { title: 'an item', onRequest: (_, path) => path === '/api/get-blog' },
  { title: 'the first picture', onRequest: (_, path) => path.startsWith('/images/') },
  { title: 'the last picture', onRequest: (_, path) => path.endsWith('x.webp') },
  { title: 'the staging of fixtures', onFile: /^fixtures$/, below: '.record' },
  { title: 'the staging of images', onFile: /^images$/, below: '.record' },
  { title: 'the replacing of images', onFile: /^images$/ },
  { title: 'the replacing of fixtures', onFile: /^fixtures$/ },
]

async function contentOf(out: string): Promise<Map<string, Buffer>> {
  const files = await snapshot(out)
  return new Map([...files].filter(([path]) => path.startsWith('fixtures/')))
}

async function isServed(out: string): Promise<boolean> {
  const store = await openStore({
    fixturesDir: join(out, 'fixtures'),
    imagesDir: join(out, 'images'),
    product: 'ugarit',
  })
  store.close()
  return true
}

async function setUp(onRequest: (path: string) => void = () => undefined) {
  const out = await emptyFolder()
  await writeContent(generateContent({ seed: 11, size: 6 }), out)
  const old = await contentOf(out)
  const server = await serve(
    {
      respond: (_, __, request) => {
        onRequest(request.url ?? '')
        return false
      },
      image: (name, response) => {
        onRequest(`/images/${name}`)
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
  return { out, old, url: server.url }
}

/** The files of an undisturbed recording of the same content. */
let fresh = new Map<string, Buffer>()
beforeAll(async () => {
  const server = await startServer({}, wholeSite())
  const out = await mkdtemp(join(tmpdir(), 'ugarit-contract-'))
  expect(await start('record', [server.url, '--out', out]).finished).toMatchObject({ code: 0 })
  fresh = await contentOf(out)
  await Promise.all([server.close(), rm(out, { recursive: true })])
})

/** Starts a recording and sends `signal` at a moment; returns the exit code, `null` if it was killed, and whether it was sent. */
async function interrupt(url: string, out: string, signal: NodeJS.Signals, arm: (kill: Kill) => void) {
  const { child, finished } = start('record', [url, '--out', out])
  let isSent = false
  arm(() => {
    if (!isSent) isSent = child.kill(signal)
  })
  const { code } = await finished
  return { code, isSent }
}

describe('a recording killed at', () => {
  it.each(moments)(
    '$title leaves the old or the new content intact, and the next recording finishes',
    async (moment) => {
      let kill: Kill = () => undefined
      let nth = 0
      const { out, old, url } = await setUp((path) => {
        if (moment.onRequest?.(++nth, path)) kill()
      })
      const { code, isSent } = await interrupt(url, out, 'SIGKILL', (now) => {
        kill = now
        if (moment.onFile) watchFor(join(out, moment.below ?? ''), moment.onFile, now)
      })
      expect(isSent).toBe(true)
      // While the server has a request, the recording cannot end by itself.
      if (moment.onRequest) expect(code).toBeNull()
      // The start of a server restores a folder that had lost its name at that moment.
      expect(await isServed(out)).toBe(true)
      expect([old, fresh]).toContainEqual(await contentOf(out))

      kill = () => undefined
      expect(await start('record', [url, '--out', out]).finished).toMatchObject({ code: 0 })
      expect(await contentOf(out)).toEqual(fresh)
      expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
    },
  )

  it('a picture continues with the pictures that it has', async () => {
    let kill: Kill = () => undefined
    const pictures: string[] = []
    const { out, url } = await setUp((path) => {
      if (path.startsWith('/images/') && pictures.push(path) === 5) kill()
    })
    // Downloads one at a time, so that four pictures are complete when the fifth is requested.
    const { child, finished } = start('record', [url, '--out', out, '--concurrency', '1'])
    kill = () => child.kill('SIGKILL')
    expect((await finished).code).toBeNull()
    kill = () => undefined
    const { code, stdout } = await start('record', [url, '--out', out]).finished
    const count = (await readdir(join(out, 'images'))).filter((name) => name !== 'a.png').length
    expect([code, stdout]).toEqual([0, expect.stringContaining(`(${count - 4} fetched`)])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('a picture by %s leaves the old content and nothing else', async (signal) => {
    let kill: Kill = () => undefined
    const { out, old, url } = await setUp((path) => {
      if (path.startsWith('/images/')) kill()
    })
    const { code } = await interrupt(url, out, signal, (now) => {
      kill = now
    })
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(await contentOf(out)).toEqual(old)
    expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
  })
})

/** Calls back when a file with a matching name appears or is replaced in a folder. */
function watchFor(folder: string, name: RegExp, seen: () => void): void {
  const open = (path: string, onName: (file: string) => void) => {
    const watcher = watch(path, (_, file) => file && onName(file)).on('error', () => undefined)
    onTestFinished(() => watcher.close())
  }
  const parent = join(folder, '..')
  const look = () => open(folder, (file) => name.test(file) && seen())
  if (!folder.endsWith('.record')) {
    look()
    return
  }
  open(parent, (file) => {
    if (file !== '.record') return
    try {
      look()
    } catch {
      // The folder no longer exists.
    }
  })
}
