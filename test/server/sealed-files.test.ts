import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSealedFiles } from '../../server/http/sealed-files'
import { variantsFolder } from '../../server/images/variants'
import { emptyFolder, snapshot } from '../folders'
import { generateContent } from '../generated-content'
import { build, root, tempContent } from '../helper'
import { sizeOfAvif } from './avif-size'

const main = join(root, 'dist/server/main.js')

/** The files of a folder but for those that are just being written. */
async function wholeFiles(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.tmp'))
}

/** The server over a folder of variants; `variant` asks for one and gives its bytes, which must be a picture. */
async function serve(cacheDir: string) {
  const running = await build({ config: { ...(await tempContent()), cacheDir } })
  const variant = async (name: string, width = 160) => {
    const answer = await running.app.inject({ url: `/images/${name}?w=${width}`, headers: { accept: 'image/avif' } })
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([200, 'image/avif'])
    expect(sizeOfAvif(answer.rawPayload).width).toBe(width)
    return answer
  }
  return { ...running, variant, folder: variantsFolder(cacheDir) }
}

describe('a variant', () => {
  test('is made once, and is the same to the byte and the ETag after the next start', async () => {
    const cacheDir = join(await emptyFolder(), 'made', 'when needed')
    const { variant, folder } = await serve(cacheDir)
    const made = await variant('plain.png')
    await expect.poll(() => wholeFiles(folder)).toHaveLength(1)
    const [name = ''] = await wholeFiles(folder)
    const written = await readFile(join(folder, name))
    // Another picture with a seal of its own: what is answered is what lies there.
    const other = await openSealedFiles({ folder, what: 'resized pictures', warn: () => undefined })
    await other.write(name, Buffer.concat([made.rawPayload, Buffer.from('mark')]))
    const again = await (await serve(cacheDir)).variant('plain.png')
    expect(again.rawPayload.toString('latin1')).toBe(`${made.rawPayload.toString('latin1')}mark`)
    await writeFile(join(folder, name), written)
    const third = await (await serve(cacheDir)).variant('plain.png')
    expect([third.headers.etag, third.rawPayload.equals(made.rawPayload)]).toStrictEqual([made.headers.etag, true])
  })

  test.each<[string, (path: string, bytes: Buffer) => Promise<void>]>([
    ['empty', (path) => truncate(path, 0)],
    ['cut', (path, bytes) => truncate(path, bytes.length - 7)],
    ['longer', (path, bytes) => writeFile(path, Buffer.concat([bytes, Buffer.alloc(9)]))],
    ['all zeros', (path, bytes) => writeFile(path, Buffer.alloc(bytes.length))],
    ['changed in one bit', (path, bytes) => writeFile(path, bytes.fill((bytes[99] ?? 0) ^ 4, 99, 100))],
    ['something else', (path) => writeFile(path, '<script>alert(1)</script>')],
  ])('whose file is %s is made anew, and so is the file', async (_, spoil) => {
    const cacheDir = await emptyFolder()
    const { variant, folder } = await serve(cacheDir)
    const made = await variant('plain.png')
    await expect.poll(() => wholeFiles(folder)).toHaveLength(1)
    const path = join(folder, (await wholeFiles(folder))[0] ?? '')
    const whole = await readFile(path)
    await spoil(path, Buffer.from(whole))
    const again = await (await serve(cacheDir)).variant('plain.png')
    expect(again.rawPayload.equals(made.rawPayload)).toBe(true)
    await expect.poll(async () => (await readFile(path)).equals(whole)).toBe(true)
  })
})

const digest = (index: number) => String(index).padStart(32, '0')
const anHourAgo = new Date(Date.now() - 3_600_001)

describe("other people's files", () => {
  const theirs = ['mine.tmp', 'holiday.avif', '1-half.tmp', `${process.pid}-half.tmp`, 'pages/notes.json']

  test('stay in CACHE_DIR, whatever a server starts, makes and ends there', async () => {
    const cacheDir = await emptyFolder()
    for (const name of theirs) {
      await mkdir(dirname(join(cacheDir, name)), { recursive: true })
      await writeFile(join(cacheDir, name), 'theirs')
      await utimes(join(cacheDir, name), anHourAgo, anHourAgo)
    }
    const before = await snapshot(cacheDir)
    const { variant } = await serve(cacheDir)
    await variant('plain.png')
    await expect.poll(() => wholeFiles(variantsFolder(cacheDir))).toHaveLength(1)
    const after = await snapshot(cacheDir)
    expect([...before].map(([name]) => after.get(name))).toStrictEqual([...before.values()])
  })

  test('stay, and are not counted, in the folder of variants itself', async () => {
    const folder = await emptyFolder()
    for (const name of ['mine.tmp', 'holiday.avif', 'video.mp4', '1-half.tmp']) {
      await writeFile(join(folder, name), Buffer.alloc(9_000))
      await utimes(join(folder, name), 1, 1)
    }
    const before = await snapshot(folder)
    const files = openSealedFiles({ folder, what: 'tests', warn: () => undefined, mostBytes: 10_000 })
    await files.sweep()
    for (let index = 0; index < 30; index++)
      expect(await files.write(`${digest(index)}.json`, Buffer.alloc(1_000 - 32))).toBe(true)
    expect(await files.size()).toBeLessThanOrEqual(10_000)
    expect(await files.read(`${digest(29)}.json`)).toHaveLength(1_000 - 32)
    const after = await snapshot(folder)
    expect([...before].map(([name]) => after.get(name)?.length)).toStrictEqual([9_000, 9_000, 9_000, 9_000])
  })
})

test('what is half written stays while another container may be writing it, and goes when it is an hour old', async () => {
  const folder = await emptyFolder()
  const [young, old] = [0, 1].map((index) => `${digest(index)}.json.${randomUUID()}.tmp`) as [string, string]
  for (const name of [young, old]) await writeFile(join(folder, name), 'half')
  await utimes(join(folder, old), anHourAgo, anHourAgo)
  await openSealedFiles({ folder, what: 'tests', warn: () => undefined }).sweep()
  expect(await readdir(folder)).toStrictEqual([young])
})

describe('the folder', () => {
  test('is made once by all who write at once', async () => {
    for (let time = 0; time < 20; time++) {
      const folder = join(await emptyFolder(), 'made', 'when', 'needed')
      const warnings: string[] = []
      const files = openSealedFiles({ folder, what: 'tests', warn: (text) => warnings.push(text) })
      const writes = Array.from({ length: 8 }, (_, index) => files.write(`${digest(index)}.json`, Buffer.from('body')))
      expect([new Set(await Promise.all(writes)), warnings]).toStrictEqual([new Set([true]), []])
    }
  })

  test('holds only so many bytes: the oldest go first', async () => {
    const folder = await emptyFolder()
    const files = openSealedFiles({ folder, what: 'resized pictures', warn: () => undefined, mostBytes: 10_000 })
    for (let index = 0; index < 30; index++) {
      await files.write(`${digest(index)}.json`, Buffer.alloc(1_000 - 32))
      await utimes(join(folder, `${digest(index)}.json`), index, index).catch(() => undefined)
    }
    expect(await files.size()).toBeLessThanOrEqual(10_000)
    expect(await files.read(`${digest(0)}.json`)).toBeUndefined()
    expect(await files.read(`${digest(29)}.json`)).toHaveLength(1_000 - 32)
  })

  test.each<[string, (folder: string) => Promise<string>]>([
    [
      'a file',
      async (folder) => {
        await writeFile(join(folder, 'file'), '')
        return join(folder, 'file')
      },
    ],
    [
      'below a file',
      async (folder) => {
        await writeFile(join(folder, 'file'), '')
        return join(folder, 'file', 'cache')
      },
    ],
    // Where nobody can write, not even root.
    ['below /proc', async () => '/proc/variants'],
    ['of a name too long', async (folder) => join(folder, 'a'.repeat(300))],
  ])('that is %s costs one warning, and pictures are served', async (_, make) => {
    const warnings: string[] = []
    const folder = await make(await emptyFolder())
    const { variant } = await serve(folder)
    await variant('plain.png')
    await variant('photo%20one.jpg')
    const files = openSealedFiles({ folder, what: 'resized pictures', warn: (text) => warnings.push(text) })
    await files.sweep()
    for (const name of ['a', 'b']) {
      expect(await files.write(name, Buffer.from('bytes'))).toBe(false)
      expect(await files.read(name)).toBeUndefined()
    }
    expect(warnings).toStrictEqual([expect.stringContaining(`CACHE_DIR: ${folder} can't be used`)])
  })
})

/** The production build as a process over some pictures; its file writes end after `fullAfter` blocks of 512 bytes, as on a full disk. */
async function startBuilt(
  cacheDir: string,
  imagesDir: string,
  { fullAfter = 'unlimited', env = {} }: { fullAfter?: string; env?: Record<string, string> } = {},
) {
  const child = spawn('sh', ['-c', `ulimit -f ${fullAfter}; exec "${process.execPath}" "${main}"`], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', CACHE_DIR: cacheDir, IMAGES_DIR: imagesDir, ...env },
    cwd: root,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  const url = new Promise<string>((found, failed) => {
    child.stdout.on('data', (text) => {
      output += text
      const [, address] = /The site is at (\S+)\//.exec(output) ?? []
      if (address) found(address)
    })
    child.on('exit', () => failed(new Error(`the server ended: ${output}`)))
  })
  return { child, url: await url, output: () => output }
}

async function bytesAt(address: string): Promise<Buffer> {
  const answer = await fetch(address, { headers: { accept: 'image/webp' } })
  expect([answer.status, answer.headers.get('content-type')]).toStrictEqual([200, 'image/webp'])
  return Buffer.from(await answer.arrayBuffer())
}

test('killed while it makes pictures ahead, the server leaves whole files alone; the next start makes the rest', {
  // The process that makes them has the lowest priority, so everything else on the machine goes first.
  timeout: 600_000,
}, async () => {
  const [cacheDir, imagesDir] = [await emptyFolder(), await emptyFolder()]
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  await writeFile(join(imagesDir, 'a.png'), picture)
  // Whoever reads a pipe that nobody writes to waits for ever.
  execFileSync('mkfifo', [join(imagesDir, 'b.png')])
  const folder = variantsFolder(cacheDir)
  const whole = () => wholeFiles(folder)
  const env = {
    BASE_URL: 'http://127.0.0.1:9',
    FIXTURES_DIR: (await tempContent(generateContent({ size: 0 }))).fixturesDir,
  }
  const first = await startBuilt(cacheDir, imagesDir, { env })
  // Seven widths of one picture in two formats.
  await expect.poll(whole, { timeout: 280_000 }).toHaveLength(14)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  // The process that waits for the pipe can end once it has been opened.
  await (await open(join(imagesDir, 'b.png'), 'r+')).close()
  const names = await whole()
  const files = openSealedFiles({ folder, what: 'resized pictures', warn: () => undefined })
  for (const name of names) {
    const bytes = (await files.read(name)) ?? Buffer.alloc(0)
    if (name.endsWith('.avif')) expect(sizeOfAvif(bytes).width).toBe(64)
    else expect((await sharp(bytes).metadata()).width).toBe(64)
  }
  // What a kill in the middle of a write leaves: half a picture.
  const half = `${names[0]}.${randomUUID()}.tmp`
  await writeFile(join(folder, half), 'RIFF')
  await utimes(join(folder, half), anHourAgo, anHourAgo)
  await rm(join(imagesDir, 'b.png'))
  await writeFile(join(imagesDir, 'b.png'), Buffer.concat([picture, Buffer.from('another')]))
  const second = await startBuilt(cacheDir, imagesDir, { env })
  expect(await readdir(folder)).not.toContain(half)
  await expect.poll(whole, { timeout: 280_000 }).toHaveLength(28)
  expect(second.output()).not.toContain('CACHE_DIR')
})

test('on a full disk the server starts and serves pictures, with one warning and no half file', async () => {
  const [cacheDir, imagesDir] = [await emptyFolder(), join(root, 'images')]
  await mkdir(cacheDir, { recursive: true })
  const { url, output } = await startBuilt(cacheDir, imagesDir, { fullAfter: '1' })
  const [name] = await readdir(imagesDir)
  for (const width of [320, 640]) {
    expect((await sharp(await bytesAt(`${url}/images/${name}?w=${width}`)).metadata()).width).toBe(width)
  }
  expect(await (await fetch(`${url}/`)).text()).toContain('</html>')
  expect(output().match(/CACHE_DIR/g)).toHaveLength(1)
  expect((await snapshot(cacheDir)).size).toBe(0)
})
