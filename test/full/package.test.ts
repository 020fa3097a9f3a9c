import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inFirst } from '../contract-check/drifting-server'
import { serve as serveApi } from '../contract-check/run'
import { runShell } from '../scripts/run-script'
import { root, startApp } from '../support/app'
import { runServer } from '../support/built-server'
import { snapshot } from '../support/folders'

/* The packed archive of the site in an empty folder, without a network and without sharp. */

const exec = promisify(execFile)
const archive = 'ugarit-site-1.0.0.tgz'
const env = { PATH: process.env.PATH ?? '', npm_config_offline: 'true' }
let folder: string
let bin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ugarit-package-'))
  const installed = join(folder, 'installed')
  bin = join(installed, 'node_modules/.bin/ugarit-site')
  await mkdir(installed)
  const ended = await runShell('npm run package && npm pack ./cli/package', {})
  expect(ended).toMatchObject({ code: 0 })
  await rename(join(root, archive), join(folder, archive))
  await exec('npm', ['install', '--no-audit', '--no-fund', `../${archive}`], { cwd: installed, env })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a command line in the folder with the archive, on a free port. Ends it after the test. */
function start(line: string) {
  const server = runServer(['-c', `cd ${folder} && exec ${line}`], env, 'sh')
  onTestFinished(() => void server.child.kill())
  return server
}

/** Runs a command of the documents until it ends. */
const run = (line: string, url: string) =>
  exec('sh', ['-c', line.replace('https://api.example.org', url).replace('DIR', 'demo')], { cwd: folder, env })

test('is one package of at most 40 MB', async () => {
  const modules = join(folder, 'installed/node_modules')
  expect((await readdir(modules)).filter((name) => !name.startsWith('.'))).toEqual(['ugarit-site'])
  const bytes = Buffer.concat([...(await snapshot(modules)).values()]).length
  expect(bytes).toBeLessThan(40_000_000)
  if (process.env.FIGURES) console.log(`${(bytes / 1e6).toFixed(1)} MB installed`)
})

test('serves the shipped site, is checked and recorded, and serves the recording', async () => {
  const shipped = start(`${'npx --yes ./ugarit-site-1.0.0.tgz serve'} --scenarios`)
  const { url } = await shipped.listening
  for (const path of ['', 'ar', 'courses', 'sitemap.xml', 'docs'])
    expect((await fetch(url + path)).status, path).toBe(200)
  // The shipped scenarios are there too.
  const empty = await fetch(`${url}api/get-blogs`, { headers: { 'x-scenario': 'empty' } })
  expect(await empty.json()).toEqual({ data: [] })

  const checked = await run('npx --yes ./ugarit-site-1.0.0.tgz check https://api.example.org', url)
  expect(checked.stdout).toContain(' passed, 0 drift, 0 unchecked')
  const recorded = await run('npx --yes ./ugarit-site-1.0.0.tgz record https://api.example.org --out DIR', url)
  expect(recorded.stderr).toContain('pictures are not decoded, because sharp is not installed')
  expect(recorded.stdout).toContain(`Next: this serves the content: ugarit-site serve ${join(folder, 'demo')}\n`)
  expect((await readdir(join(folder, 'demo/images'))).length).toBeGreaterThan(50)

  const path = join(folder, 'demo/fixtures/blogs.json')
  const blogs = JSON.parse(await readFile(path, 'utf8')) as { en_title: string }[]
  const line = 'npx --yes ./ugarit-site-1.0.0.tgz serve DIR --port 3907'
  const demo = start(line.replace('DIR', 'demo').replace('3907', '0'))
  const own = (await demo.listening).url
  const titles = async (site: string) =>
    ((await (await fetch(`${site}api/get-blogs`)).json()) as { data: typeof blogs }).data.map(
      ({ en_title }) => en_title,
    )
  expect(await titles(own)).toEqual(await titles(url))
  await writeFile(path, JSON.stringify(blogs.slice(0, 1)))
  await expect.poll(() => titles(own)).toHaveLength(1)
  await writeFile(path, '[{}]')
  await expect.poll(() => demo.said.stderr).toContain('blogs.json /0')

  for (const { child, exit } of [shipped, demo]) {
    child.kill('SIGTERM')
    const { stdout, stderr } = await exit
    expect(stdout).toMatch(/^The site is at \S+\n$/)
    expect(stderr.match(/because sharp is not installed/g)).toHaveLength(1)
  }
})

test('says in plain words why it does not start', async () => {
  const { port } = await startApp()
  const taken = await start(`${bin} serve --port ${port}`).exit
  const stderr = `Port ${port} is taken: another process listens there. Set --port to a free one.\n`
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining(stderr)])
  const broken = join(folder, 'broken')
  await cp(join(root, 'fixtures'), broken, { recursive: true })
  await writeFile(join(broken, 'team.json'), '[{}]')
  const said = /^The fixtures can't be used, \d violations:\nteam.json /
  expect(await start(`${bin} serve broken`).exit).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
})

test('refuses to record drift, and names its own commands', async () => {
  const { url } = await serveApi(inFirst('courses', { count: 'many' }))
  const next = `Next: correct the API, and see what is left by ugarit-site check ${url}\n`
  const record = `${bin} record ${url} --out drift`
  await expect(run(record, url)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(next) })
  const { stdout } = await run(`${record} --lenient`, url)
  const serve = `ugarit-site serve ${join(folder, 'drift')}`
  expect(stdout).toContain(`Next: correct 1 violation, which this names: ${serve}\n`)
  const stderr = expect.stringContaining('courses.json /0/count: ')
  expect(await start(`${bin} serve drift`).exit).toMatchObject({ code: 1, stderr })
})
