import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sources } from '../../../scripts/site-build'
import { root } from '../../support/app'

/*
 * Runs the real `npm run build` and `npm start` on a site of one word, which builds in 1 s. The site lies in this repository, so
 * that it finds its packages.
 */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const wordFile = (word: string) => `export const word = '${word}'\nif (globalThis.document) document.title = word\n`

const files: Record<string, string> = {
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'client/index.html': '<!doctype html><script type="module" src="/word.ts"></script>',
  'client/word.ts': wordFile('one'),
  'client/public/manifest.en.webmanifest': '{}',
  'client/public/manifest.ar.webmanifest': '{}',
  // Reads the client's page for each response, so that the server needs its build for as long as it runs.
  'server/main.ts': `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { word } from '../client/word'
import { keepUsed } from './pages/build-folders'
const build = join(import.meta.dirname, '..')
keepUsed(build)
const server = createServer((_, response) => response.end(word + readFileSync(join(build, 'client/index.html'), 'utf8')))
server.listen(0, '127.0.0.1', () => console.log('The site is at http://127.0.0.1:' + server.address().port))
`,
  // HOLD stops the build after it has written its first half. EDIT then changes the word.
  'scripts/vite/vite.config.ts': `import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
const client = join(import.meta.dirname, '../../client')
const halfway = { name: 'halfway', writeBundle: () => {
  if (process.env.EDIT) writeFileSync(join(client, 'word.ts'), process.env.EDIT)
  if (!process.env.HOLD) return undefined
  console.log('halfway')
  return new Promise(() => setInterval(() => undefined, 60_000))
} }
export default ({ isSsrBuild }) => ({
  root: client,
  plugins: [halfway],
  build: { rolldownOptions: isSsrBuild ? { input: join(import.meta.dirname, '../../server/main.ts') } : {} },
})
`,
}

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(root, '.scratch-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  // The scripts read the settings of the site by modules of these folders.
  const copied = ['scripts/build.ts', ...sources.files, ...sources.folders.filter((path) => path !== 'client')]
  for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true })
  await mkdir(join(folder, 'client/public'), { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
})

/** Starts a command in the site's folder. `says` waits for a pattern in its output and returns the pattern's group. */
function start(command: string, env: Record<string, string> = {}) {
  // Starts a process group, because npm starts other processes.
  const child = spawn(command, { cwd: folder, shell: true, detached: true, env: { ...process.env, ...env } })
  onTestFinished(() => end(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const fail = () => child.exitCode !== null && expect.fail(`"${command}" ended:\n${output}`)
  const says = (text: RegExp) => vi.waitUntil(() => text.exec(output)?.[1] ?? fail(), { timeout: 300_000 })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { child, ended, says, address: () => says(/The site is at (\S+)\n/) }
}

/** Kills a command and all processes that it started. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The command has already ended.
  }
}

/** `npm run build` without npm. */
const buildCommand = 'node --import tsx scripts/build.ts'
async function build(env?: Record<string, string>): Promise<string> {
  const { code, output } = await start(buildCommand, env).ended
  expect(code, output).toBe(0)
  return output
}
const serve = () => start('node dist/server/main.js').address()
const answer = async (address: string) => (await fetch(address)).text()
const setWord = (word: string) => writeFile(join(folder, 'client/word.ts'), wordFile(word))
const inDist = async (path = '') => (await readdir(join(folder, 'dist', path))).sort()
const inBuilds = () => inDist('builds')
const currentName = async () => basename(dirname(await readlink(join(folder, 'dist/server'))))

test('two npm start at once serve one build; each server keeps its own; dist is the last; none is built twice', async () => {
  const servers = await Promise.all([start('npm start').address(), start('npm start').address()])
  expect(new Set(servers).size).toBe(2)
  const pages: string[] = []
  for (const word of ['one', 'two', 'one']) {
    await setWord(word)
    const said = await build()
    if (word === 'one')
      expect(said).toBe(`Nothing to build: dist/builds/${await currentName()} is made of these sources.\n`)
    servers.push(await serve())
    pages.push(word + (await readFile(join(folder, 'dist/client/index.html'), 'utf8')))
    expect(await inDist()).toEqual(['builds', 'client', 'server'])
    for (const part of ['client', 'server'])
      expect(await readlink(join(folder, 'dist', part))).toBe(join('builds', await currentName(), part))
  }
  const [one = '', two = ''] = pages
  expect(one).toMatch(/^one<!doctype html>/)
  expect(await Promise.all(servers.map(answer))).toEqual([one, one, one, two, one])
  expect(await inBuilds()).toHaveLength(2)
})

test('a build that is killed or fails leaves the last one as it was; sources that are edited meanwhile are built again', async () => {
  await build()
  const first = await currentName()
  await setWord('two')
  const killed = start(buildCommand, { HOLD: 'yes' })
  await killed.says(/(halfway)/)
  end(killed.child)
  await killed.ended
  const everything = async () => [await inDist(), await inBuilds(), await currentName()]
  const before = await everything()
  expect(before.slice(1)).toEqual([[first], first])

  await writeFile(join(folder, 'client/word.ts'), 'export const word = ')
  expect((await start('npm start').ended).code).not.toBe(0)
  expect(await everything()).toEqual(before)
  expect(await answer(await serve())).toMatch(/^one/)

  await setWord('two')
  await build({ EDIT: wordFile('three') })
  expect(await answer(await serve())).toMatch(/^three/)
  expect(await inBuilds()).toEqual([first, await currentName()].sort())
  expect(await build()).toContain('Nothing to build')
})

test('builds unused for a day are removed, except the previous one, and no other files are', async () => {
  const found: [name: string, days: number, isKept: boolean][] = [
    ['mine.tmp', 30, true],
    ['builds/0123456789abcdef.bak', 30, true],
    ['draft-00000000-0000-4000-8000-000000000000', 2, false],
    ['draft-00000000-0000-4000-8000-000000000001', 0.5, true],
    ['builds/000000000000000a', 2, false],
    ['builds/000000000000000b', 0.5, true],
  ]
  const days = (age: number, name: string) => {
    const time = new Date(Date.now() - age * 86_400_000)
    return utimes(join(folder, 'dist', name), time, time)
  }
  for (const [name] of found) await mkdir(join(folder, 'dist', name, 'client'), { recursive: true })
  for (const [name, age] of found) await days(age, name)
  await build()
  const first = `builds/${await currentName()}`
  const left = async () => [...(await inDist()), ...(await inBuilds()).map((name) => `builds/${name}`)].sort()
  const remaining = found.flatMap(([name, , isKept]) => (isKept ? [name] : []))
  expect(await left()).toEqual([...remaining, 'builds', 'client', 'server', first].sort())

  await days(10, remaining.pop() ?? '')
  await days(9, first)
  await setWord('two')
  await build()
  const second = `builds/${await currentName()}`
  expect(await left()).toEqual([...remaining, 'builds', 'client', 'server', first, second].sort())
  await days(9, second)
  const address = await serve()
  // A server marks its build when it starts, so no later build removes it.
  const age = async () => Date.now() - (await stat(join(folder, 'dist', second))).mtimeMs
  await expect.poll(age).toBeLessThan(86_400_000)
  await setWord('three')
  await build()
  await setWord('four')
  await build()
  expect(await answer(address)).toMatch(/^two/)
})
