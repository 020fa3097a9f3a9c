import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskCache } from '../../server/disk-cache'
import { root, startApp, tempContent } from '../support/app'
import { runServer } from '../support/built-server'
import { emptyFolder, snapshot } from '../support/folders'

const withDigest = (bytes: Buffer) => Buffer.concat([bytes, createHash('sha256').update(bytes).digest()])

/** Starts the server with a folder of variants. `ask` requests a variant of a picture. */
async function serve(cacheDir: string, content = tempContent()) {
  const { app } = await startApp({ config: { ...(await content), cacheDir } })
  return async (name = 'plain.png') => {
    const answer = await app.inject({ url: `/images/${name}?w=160`, headers: { accept: 'image/webp' } })
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([200, 'image/webp'])
    return answer
  }
}

test('a variant is made once, and has the same bytes and ETag after the next start', async () => {
  const [cacheDir, content] = [join(await emptyFolder(), 'made', 'when needed'), tempContent()]
  const folder = join(cacheDir, 'pictures')
  const made = await (await serve(cacheDir, content))()
  const intact = withDigest(made.rawPayload)
  await expect.poll(async () => [...(await snapshot(folder).catch(() => [])).values()]).toStrictEqual([intact])
  const path = join(folder, ...(await readdir(folder)))
  const again = async () => (await serve(cacheDir, content))()
  // Replaces the file by a marked picture with its own digest, to prove that the answer comes from the file.
  const marked = Buffer.concat([made.rawPayload, Buffer.from('mark')])
  await writeFile(path, withDigest(marked))
  expect((await again()).rawPayload.equals(marked)).toBe(true)
  // A file is made again if it is damaged, or if the end of a process has cut it.
  const oneBit = Buffer.from(intact)
  oneBit[9] = (oneBit[9] ?? 0) ^ 4
  for (const bytes of [intact.subarray(0, -7), Buffer.alloc(0), oneBit]) {
    await writeFile(path, bytes)
    const { headers, rawPayload } = await again()
    expect([headers.etag, rawPayload.equals(made.rawPayload)]).toStrictEqual([made.headers.etag, true])
    await expect.poll(async () => (await readFile(path)).equals(intact)).toBe(true)
  }
})

const openCache = (folder: string, maxBytes?: number) => createDiskCache(folder, expect.unreachable, maxBytes)

test("other people's files stay in CACHE_DIR, also in our own folder, where they are not counted", async () => {
  const cacheDir = await emptyFolder()
  const folder = join(cacheDir, 'pictures')
  for (const dir of [cacheDir, folder]) {
    await mkdir(dir, { recursive: true })
    for (const name of ['mine.tmp', 'holiday.avif', `${process.pid}-half.tmp`, 'notes']) {
      await writeFile(join(dir, name), Buffer.alloc(9_000))
      await utimes(join(dir, name), 1, 1)
    }
  }
  const before = await snapshot(cacheDir)
  for (const key of ['first', 'second']) {
    const { read, write } = openCache(folder, 10_000)
    await write(key, Buffer.alloc(100))
    expect([await read('first'), await read(key)]).toStrictEqual([Buffer.alloc(100), Buffer.alloc(100)])
  }
  await (await serve(cacheDir))()
  await expect.poll(async () => (await readdir(folder)).length).toBe(4 + 3)
  const after = await snapshot(cacheDir)
  expect([...before].map(([name]) => after.get(name))).toStrictEqual([...before.values()])
})

test('the folder is cut to its limit by the first write, oldest files first, and kept to it while two processes use it', async () => {
  const body = Buffer.alloc(1_000 - 32)
  const folder = await emptyFolder()
  const { write } = openCache(folder)
  for (let index = 0; index < 30; index++) {
    const before = await readdir(folder)
    await write(`key ${index}`, body)
    const [name = ''] = (await readdir(folder)).filter((each) => !before.includes(each))
    await utimes(join(folder, name), index + 1, index + 1)
  }
  const [one, two] = [openCache(folder, 10_000), openCache(folder, 10_000)]
  const small = Buffer.alloc(100)
  await one.write('new', small)
  expect((await readdir(folder)).length).toBeLessThanOrEqual(10)
  expect([await one.read('key 20'), await one.read('key 29')]).toEqual([undefined, body])
  for (let index = 0; index < 30; index++) {
    await one.write(`one ${index}`, body)
    await two.write(`two ${index}`, body)
    await two.read('new')
    expect((await readdir(folder)).length).toBeLessThanOrEqual(10)
  }
  // The cache drops the least recently used files.
  expect([await one.read('new'), await one.read('one 1')]).toEqual([small, undefined])
})

test('on a full disk the server starts and serves pictures, with one warning and no partial file', async () => {
  const cacheDir = await emptyFolder()
  const dirs = { CACHE_DIR: cacheDir, IMAGES_DIR: join(root, 'images'), FIXTURES_DIR: join(root, 'fixtures') }
  const args = ['-c', `ulimit -f 1; exec "${process.execPath}" dist/server/main.js`]
  const { child, exit, listening } = runServer(args, { ...dirs, NODE_ENV: 'production', LOG_LEVEL: 'warn' }, 'sh')
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = await listening
  const [name] = await readdir(dirs.IMAGES_DIR)
  for (const width of [320, 640]) {
    const answer = await fetch(`${url}images/${name}?w=${width}`, { headers: { accept: 'image/webp' } })
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width })
  }
  expect(await (await fetch(url)).text()).toContain('</html>')
  child.kill('SIGTERM')
  const { stdout, stderr } = await exit
  for (const kind of [/so its content is kept in memory/g, /no copy of the fixtures/g])
    expect((stdout + stderr).match(kind)).toHaveLength(1)
  expect((await snapshot(cacheDir)).size).toBe(0)
})
