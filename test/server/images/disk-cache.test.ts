import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openDiskCache } from '../../../server/images/disk-cache'
import { root, startApp, tempContent } from '../../support/app'
import { emptyFolder, snapshot } from '../../support/folders'
import { runServer } from '../server-process'
import { sizeOfAvif } from './avif-size'

const withDigest = (bytes: Buffer) => Buffer.concat([bytes, createHash('sha256').update(bytes).digest()])

/** The files of a folder that are written to their end, which is the digest of what is before it. */
async function wholeFiles(folder: string): Promise<string[]> {
  const whole: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const bytes = await readFile(join(folder, name))
    if (withDigest(bytes.subarray(0, -32)).equals(bytes)) whole.push(name)
  }
  return whole
}

const picturesFolder = (cacheDir: string) => join(cacheDir, 'ugarit-site', 'pictures')

/** The server over a folder of variants; `variant` requests one and checks that it is a picture. */
async function serve(cacheDir: string, content = tempContent()) {
  const running = await startApp({ config: { ...(await content), cacheDir: join(cacheDir, 'ugarit-site') } })
  const variant = async (name: string, width = 160) => {
    const answer = await running.app.inject({ url: `/images/${name}?w=${width}`, headers: { accept: 'image/avif' } })
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([200, 'image/avif'])
    expect(sizeOfAvif(answer.rawPayload).width).toBe(width)
    return answer
  }
  return { ...running, variant, folder: picturesFolder(cacheDir) }
}

describe('a variant', () => {
  /** A variant that was made, its file, and the variant that the next server gives. */
  async function makeOne(cacheDir: string) {
    const content = tempContent()
    const { variant, folder } = await serve(cacheDir, content)
    const made = await variant('plain.png')
    await expect.poll(() => wholeFiles(folder)).toHaveLength(1)
    const path = join(folder, (await wholeFiles(folder))[0] ?? '')
    const again = async () => (await serve(cacheDir, content)).variant('plain.png')
    return { made, path, whole: await readFile(path), again }
  }

  test('is made once, and has the same bytes and ETag after the next start', async () => {
    const { made, path, whole, again } = await makeOne(join(await emptyFolder(), 'made', 'when needed'))
    // Replaces the file by a marked picture with its own digest, to prove that the answer comes from the file.
    const marked = Buffer.concat([made.rawPayload, Buffer.from('mark')])
    await writeFile(path, withDigest(marked))
    expect((await again()).rawPayload.equals(marked)).toBe(true)
    await writeFile(path, whole)
    const third = await again()
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
    const { made, path, whole, again } = await makeOne(await emptyFolder())
    await spoil(path, Buffer.from(whole))
    expect((await again()).rawPayload.equals(made.rawPayload)).toBe(true)
    await expect.poll(async () => (await readFile(path)).equals(whole)).toBe(true)
  })
})

/** A cache in its own folder within `CACHE_DIR`. */
async function openCache(cacheDir: string, mostBytes?: number) {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const cache = await openDiskCache(picturesFolder(cacheDir), warn, mostBytes)
  return { ...cache, warnings, folder: picturesFolder(cacheDir) }
}

test("other people's files stay in CACHE_DIR, also in our own folder, where they are not counted", async () => {
  const cacheDir = await emptyFolder()
  const { write, folder } = await openCache(cacheDir)
  await write('first', Buffer.alloc(100))
  for (const place of [cacheDir, folder, join(cacheDir, 'pages')]) {
    await mkdir(place, { recursive: true })
    for (const name of ['mine.tmp', 'holiday.avif', '1-half.tmp', `${process.pid}-half.tmp`, 'notes']) {
      await writeFile(join(place, name), Buffer.alloc(9_000))
      await utimes(join(place, name), 1, 1)
    }
  }
  const before = await snapshot(cacheDir)
  const { read } = await openCache(cacheDir, 10_000)
  expect(await read('first')).toHaveLength(100)
  await (await serve(cacheDir)).variant('plain.png')
  await expect.poll(async () => (await readdir(folder)).length).toBe(7)
  const after = await snapshot(cacheDir)
  expect([...before].map(([name]) => after.get(name))).toStrictEqual([...before.values()])
})

describe('the folder', () => {
  test('is created once by concurrent writers', async () => {
    for (let time = 0; time < 20; time++) {
      const { write, read, warnings } = await openCache(join(await emptyFolder(), 'made', 'when', 'needed'))
      const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`)
      await Promise.all(keys.map((key) => write(key, Buffer.from(key))))
      expect((await Promise.all(keys.map(read))).map(String)).toStrictEqual(keys)
      expect(warnings).toStrictEqual([])
    }
  })

  test('is cut to its size limit at a start, oldest files first', async () => {
    const cacheDir = await emptyFolder()
    const { write, folder } = await openCache(cacheDir)
    for (let index = 0; index < 30; index++) {
      const before = await readdir(folder).catch(() => [] as string[])
      await write(`key ${index}`, Buffer.alloc(1_000 - 32))
      const [name = ''] = (await readdir(folder)).filter((each) => !before.includes(each))
      await utimes(join(folder, name), index + 1, index + 1)
    }
    const { read } = await openCache(cacheDir, 10_000)
    expect(await readdir(folder)).toHaveLength(10)
    expect(await read('key 19')).toBeUndefined()
    expect(await read('key 20')).toHaveLength(1_000 - 32)
  })

  test('keeps to its limit while it is in use, and drops what was not used for longest', async () => {
    const { write, read, folder } = await openCache(await emptyFolder(), 10_000)
    for (let index = 0; index < 30; index++) {
      await write(`key ${index}`, Buffer.alloc(1_000 - 32))
      await read('key 0')
    }
    expect((await readdir(folder)).length).toBeLessThanOrEqual(10)
    expect([await read('key 0'), await read('key 1')]).toEqual([expect.any(Buffer), undefined])
  })

  test('keeps to its limit while two processes fill it', async () => {
    const cacheDir = await emptyFolder()
    const [one, two] = [await openCache(cacheDir, 100_000), await openCache(cacheDir, 100_000)]
    for (let index = 0; index < 99; index++) {
      await one.write(`one ${index}`, Buffer.alloc(1_000 - 32))
      await two.write(`two ${index}`, Buffer.alloc(1_000 - 32))
    }
    expect((await readdir(one.folder)).length).toBeLessThanOrEqual(100)
  })

  test.each<[string, (folder: string) => string]>([
    ['a file', (folder) => join(folder, 'file')],
    ['below a file', (folder) => join(folder, 'file', 'cache')],
    // A folder that even root cannot write to.
    ['below /proc', () => '/proc/cache'],
    ['of a name too long', (folder) => join(folder, 'a'.repeat(300))],
  ])('that is %s costs one warning, and pictures are served', async (_, make) => {
    const parent = await emptyFolder()
    await writeFile(join(parent, 'file'), '')
    const cacheDir = make(parent)
    const { variant } = await serve(cacheDir)
    await variant('plain.png')
    await variant('photo%20one.jpg')
    const { write, read, warnings, folder } = await openCache(cacheDir)
    for (const key of ['a', 'b']) {
      await write(key, Buffer.from('bytes'))
      expect(await read(key)).toBeUndefined()
    }
    expect(warnings).toStrictEqual([expect.stringContaining(`CACHE_DIR: ${folder} can't be used`)])
  })
})

const built = `exec "${process.execPath}" dist/server/main.js`
const imagesDir = join(root, 'images')

/** Runs the production build as a process over the shipped pictures. `end` ends it and returns all its output. */
async function startBuilt(cacheDir: string, command = built) {
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn', CACHE_DIR: cacheDir, IMAGES_DIR: imagesDir }
  const { child, exit, listening } = await runServer({ ...env, FIXTURES_DIR: join(root, 'fixtures') }, command)
  const end = async () => {
    child.kill('SIGTERM')
    const { stdout, stderr } = await exit
    return stdout + stderr
  }
  return { child, url: `http://127.0.0.1:${await listening}`, end }
}

async function bytesAt(address: string): Promise<Buffer> {
  const answer = await fetch(address, { headers: { accept: 'image/webp' } })
  expect([answer.status, answer.headers.get('content-type')]).toStrictEqual([200, 'image/webp'])
  return Buffer.from(await answer.arrayBuffer())
}

test('after a server was killed while it made pictures, the next one makes what is missing or cut', async () => {
  const cacheDir = await emptyFolder()
  const folder = picturesFolder(cacheDir)
  const [name = ''] = await readdir(imagesDir)
  const addresses = (url: string) => [320, 480, 640, 720, 960, 1280].map((width) => `${url}/images/${name}?w=${width}`)
  const first = await startBuilt(cacheDir)
  const asked = addresses(first.url).map((address) => bytesAt(address).catch(() => undefined))
  await expect.poll(() => wholeFiles(folder)).not.toHaveLength(0)
  first.child.kill('SIGKILL')
  await Promise.all(asked)
  // As a kill in the middle of a write leaves it.
  await truncate(join(folder, (await wholeFiles(folder))[0] ?? ''), 9)
  const second = await startBuilt(cacheDir)
  for (const address of addresses(second.url)) {
    const width = Number(new URL(address).searchParams.get('w'))
    expect((await sharp(await bytesAt(address)).metadata()).width).toBe(width)
  }
  await expect.poll(() => wholeFiles(folder)).toHaveLength(6)
  expect(await second.end()).not.toContain('CACHE_DIR')
})

test('on a full disk the server starts and serves pictures, with one warning and no partial file', async () => {
  const cacheDir = await emptyFolder()
  await mkdir(cacheDir, { recursive: true })
  const { url, end } = await startBuilt(cacheDir, `ulimit -f 1; ${built}`)
  const [name] = await readdir(imagesDir)
  for (const width of [320, 640]) {
    expect((await sharp(await bytesAt(`${url}/images/${name}?w=${width}`)).metadata()).width).toBe(width)
  }
  expect(await (await fetch(`${url}/`)).text()).toContain('</html>')
  const output = await end()
  for (const kind of [/so pictures are kept in memory/g, /no copy of the fixtures/g])
    expect(output.match(kind)).toHaveLength(1)
  expect((await snapshot(cacheDir)).size).toBe(0)
})
