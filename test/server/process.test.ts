import { once } from 'node:events'
import { rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp, tempContent } from '../support/app'
import { runServer, startBuiltServer } from '../support/built-server'
import { dial } from '../support/dial'
import { emptyFolder } from '../support/folders'

/** Runs the server as a separate process with its own content, of which some files are replaced. */
async function run(env: Record<string, string> = {}, files: Record<string, string> = {}) {
  const { fixturesDir, imagesDir } = await tempContent()
  for (const [name, text] of Object.entries(files)) await writeFile(join(fixturesDir, name), text)
  const settings = { NODE_ENV: 'development', FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, LOG_LEVEL: 'silent' }
  const server = runServer(['--import', 'tsx', 'server/main.ts'], { ...settings, ...env })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return { fixturesDir, imagesDir, ...server }
}

test.each<[string, () => ReturnType<typeof run>, string[]]>([
  [
    'bad fixtures',
    () =>
      run(
        { NODE_ENV: 'production', CACHE_DIR: 'off' },
        { 'blogs.json': '[{"slug":"a","en_title":"A","image":"none.png"}]', 'team.json': '[{},' },
      ),
    ['2 violations', 'blogs.json /0/image: expected', 'team.json (whole file): expected JSON'],
  ],
  [
    'bad values',
    () => run({ PORT: 'abc', LOG_LEVEL: 'loud', IMAGES_DIR: '/nowhere/at/all' }),
    ['PORT: expected', 'LOG_LEVEL: expected', 'IMAGES_DIR: expected'],
  ],
  ['a taken port', async () => run({ PORT: String((await startApp()).port) }), ['Port ', ' is taken']],
  ['an address of another machine', () => run({ HOST: '192.0.2.1' }), ['HOST: this machine has no address']],
  ['an address without its zone', () => run({ HOST: 'fe80::1' }), ['HOST: this machine has no address "fe80::1"']],
])('a start with %s: exit 1, with each reason by name, and no stack', async (_, start, reasons) => {
  const { code, stderr, stdout } = await (await start()).exit
  expect([code, stdout]).toStrictEqual([1, ''])
  for (const reason of reasons) expect(stderr).toContain(reason)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('npm run dev waits for fixtures with violations to be mended, also where the folder has no event of it', async () => {
  const { fixturesDir, listening, said } = await run({}, { 'team.json': '[' })
  // The file is a link, as in a folder of a container: its own folder does not change.
  const elsewhere = join(await emptyFolder(), 'team.json')
  await rename(join(fixturesDir, 'team.json'), elsewhere)
  await symlink(elsewhere, join(fixturesDir, 'team.json'))
  await expect.poll(() => said.stderr, { timeout: 30_000 }).toContain('The API starts once they are mended.')
  await writeFile(elsewhere, '[]')
  expect((await listening).url).toMatch(/^http/)
})

test('a crash: exit 1, and the last log line has the reason', async () => {
  const bomb = `process.on('SIGUSR2',()=>{void Promise.reject(new Error('bang'))})`
  const { child, exit, listening } = await run({
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(bomb)}`,
  })
  await listening
  child.kill('SIGUSR2')
  const { code, stdout } = await exit
  expect(code).toBe(1)
  // Another line, which was being written, may follow the last line.
  const lines = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  expect(lines.find(({ level }) => level === 60)).toMatchObject({
    origin: 'unhandledRejection',
    msg: 'the server ends: unhandledRejection',
    err: { message: 'bang', stack: expect.stringContaining('Error: bang') },
  })
})

test('SIGUSR1 does not open the inspector of the built server', async () => {
  const tell = `import { url } from 'node:inspector'
    process.on('SIGUSR2', () => process.stdout.write('inspector: ' + url() + ';'))`
  const preload = ['--inspect-port=0', '--import', `data:text/javascript,${encodeURIComponent(tell)}`]
  const { url, child, stop } = await startBuiltServer({ LOG_LEVEL: 'silent' }, preload)
  onTestFinished(() => void child.kill('SIGKILL'))
  child.kill('SIGUSR1')
  // Node opens the inspector from another thread, so the first answers may come before.
  for (let count = 0; count < 20; count++) {
    const told = once(child.stdout, 'data')
    child.kill('SIGUSR2')
    expect(await told).toEqual(['inspector: undefined;'])
    expect((await fetch(`${url}health`)).status).toBe(200)
  }
  expect(await stop()).toBe(0)
})

describe('an orderly end', () => {
  test('of npm, which passes SIGTERM to its shell alone, ends the server too', async () => {
    // The shell would become the server if that were its last command.
    const args = ['-c', `"${process.execPath}" --import tsx server/main.ts; exit`]
    const { child, exit, listening } = runServer(args, { NODE_ENV: 'development', npm_lifecycle_event: 'start' }, 'sh')
    await listening
    child.kill('SIGTERM')
    expect((await exit).stdout).toContain('The API is at')
  })

  test('SIGINT with nothing to do: exit 0', async () => {
    const { child, exit, listening } = await run()
    await listening
    child.kill('SIGINT')
    expect((await exit).code).toBe(0)
  })

  test('SIGTERM, also twice: a download and a half-sent POST are answered, other requests get 503 meanwhile, then exit 0', async () => {
    const { child, exit, listening, imagesDir } = await run()
    const size = 24 * 1024 * 1024
    await writeFile(join(imagesDir, 'large.png'), Buffer.alloc(size, 'a'))
    const { port, url } = await listening
    const [download, post] = [await dial(port), await dial(port)]
    download.socket.write('GET /images/large.png HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await download.until('\r\n\r\naaa')
    download.socket.pause()
    const body = '{"slug":""}'
    // "100 Continue" shows that the server has the head and waits for the body.
    const head = ['POST /api/get-courses-by-category HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    post.socket.write([...head, `Content-Length: ${body.length}`, 'Expect: 100-continue', '', ''].join('\r\n'))
    await post.until('100 Continue')
    post.socket.write(body.slice(0, 5))
    child.kill('SIGTERM')
    const statusOf = async (path: string) => (await fetch(url + path)).status
    await expect.poll(() => statusOf('ready')).toBe(503)
    expect([await statusOf('health'), await statusOf('api/get-blogs')]).toEqual([200, 503])
    child.kill('SIGTERM')
    expect(await statusOf('health')).toBe(200)
    post.socket.write(body.slice(5))
    download.socket.resume()
    expect(await post.end).toMatch(/HTTP\/1\.1 200 OK[\s\S]*\{"data":\{"courses":/)
    expect((await download.end).split('\r\n\r\n')[1]?.length).toBe(size)
    expect((await exit).code).toBe(0)
  })

  test('a picture being made at SIGTERM arrives; silent connections delay nothing', async () => {
    const { child, exit, listening, imagesDir } = await run({ LOG_LEVEL: 'warn' })
    // The picture is small, because the server waits at most 8 s, and the first picture also loads the picture library.
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#246' } })
    await picture.png().toFile(join(imagesDir, 'large.png'))
    const { port, url } = await listening
    const silent = await Promise.all(Array.from({ length: 50 }, () => dial(port)))
    const { socket, end } = await dial(port)
    socket.write('GET /images/large.png?w=160 HTTP/1.1\r\nHost: localhost\r\nAccept: image/avif\r\n\r\n')
    // This answer proves that the server has read the earlier request.
    await (await fetch(`${url}health`)).text()
    child.kill('SIGTERM')
    expect(await end).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*image\/avif/i)
    await Promise.all(silent.map((each) => each.end))
    const { code, stdout } = await exit
    expect(code).toBe(0)
    expect(stdout).not.toContain('cut off')
  })
})
