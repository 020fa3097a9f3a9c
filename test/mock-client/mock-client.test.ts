import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { expectCalls, releaseCalls, useScenario } from '../../mock-client/library'
import { packageFolder, packagePages, packMockClient } from '../../mock-client/pack'
import { root, sharedApp, startApp } from '../support/app'
import { emptyFolder, snapshot } from '../support/folders'
import { read } from '../support/sources'

const exec = promisify(execFile)
const site = sharedApp({ config: { scenarios: [] } })
const siteWithoutScenarios = sharedApp({ config: { scenarios: undefined } })

beforeAll(() => {
  vi.stubEnv('SITE', site.url)
  return () => void vi.unstubAllEnvs()
})

test('worlds at the same time see their own scenario, time and calls only', async () => {
  const one = await useScenario(['one-item', 'english-only'], { now: new Date('2027-01-05T15:00:00Z') })
  const own = await useScenario({ description: 'No posts', data: { blogs: { none: true } } })
  const [posts, none] = await Promise.all([one.call('blogs'), own.call('blogs')])
  expect([posts.length, none]).toEqual([1, []])
  await own.call('course', { slug: posts[0] ? 'python-from-zero' : '' })
  await expectCalls(one, [{ times: 1 }])
  await expectCalls(own, [{ operation: 'blogs' }, { operation: 'course', payload: { slug: 'python-from-zero' } }], {
    inOrder: true,
  })
  expect(one.headers).toMatchObject({ 'x-scenario-now': '2027-01-05T15:00:00.000Z' })
  await own.end()
  await expect(own.call('blogs')).rejects.toThrow(`There is no scenario "${own.key}"`)
  await expectCalls(one, [{ times: 1 }])
})

test('a wrong expectation, scenario or payload says what differs', async () => {
  const world = await useScenario('minimal')
  await world.call('course', { slug: 'python-from-zero' })
  await expect(expectCalls(world, [{ operation: 'course', slug: 'other' }])).rejects.toThrow(
    'payload/slug is "python-from-zero" instead of "other".',
  )
  // @ts-expect-error the contract has no such operation
  await expect(expectCalls(world, [{ operation: 'curse' }])).rejects.toThrow('found the string "curse"')
  // @ts-expect-error the payload of this operation has a slug
  await expect(world.call('course', { id: 4 })).rejects.toThrow('/slug')
  // @ts-expect-error scenarios have no such field
  await expect(useScenario({ description: 'Misspelt', datta: {} })).rejects.toThrow(
    '/datta: expected no field of this name, found an object; did you mean "data"?',
  )
  await expect(useScenario('emty')).rejects.toThrow('Nearest: empty')
  await expect(useScenario('empty', { now: 'tomorrow' })).rejects.toThrow('There is no such time')
  await expect(useScenario('empty', { now: new Date('tomorrow') })).rejects.toThrow('There is no such time')
  const wrong = { courses: { each: { count: 'many' } } }
  await expect(useScenario({ description: 'Against the contract', data: wrong })).rejects.toThrow('/count')
  await expect(useScenario('empty', { site: 'http://127.0.0.1:1' })).rejects.toThrow(
    'http://127.0.0.1:1 does not answer: start the fixture server',
  )
  await expect(useScenario('empty', { site: siteWithoutScenarios.url })).rejects.toThrow('has no scenarios: start')
  for (const wrong of ['localhost:3000', '127.0.0.1:3000', 'http://', ''])
    await expect(useScenario('empty', { site: wrong })).rejects.toThrow(`"${wrong}" is no address of a site, such as`)
})

test('SITE without a value, as CI sets it, is the default address', async () => {
  const { SITE: before } = process.env
  onTestFinished(() => void vi.stubEnv('SITE', before))
  vi.stubEnv('SITE', '')
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('none'))
  onTestFinished(() => asked.mockRestore())
  await expect(useScenario('empty')).rejects.toThrow('http://localhost:3000 does not answer')
})

test('a held call is released by its own world only, as often as it comes', async () => {
  const behaviour = { operation: 'blogs', hold: true } as const
  const hold = { description: 'Posts that wait', behaviour: [behaviour] }
  const [one, other] = [await useScenario(hold), await useScenario(hold)]
  onTestFinished(async () => void (await Promise.all([one.end(), other.end()])))
  const posts = one.call('blogs')
  await expect(releaseCalls(other, { operation: 'blogs' }, { within: 0 })).rejects.toThrow('No held call fits.')
  expect(await releaseCalls(one, { operation: 'blogs' })).toBe(1)
  expect(await posts).not.toEqual([])
  const again = one.call('blogs')
  expect(await releaseCalls(one)).toBe(1)
  await again
  // @ts-expect-error the contract has no such operation
  await expect(releaseCalls(one, { operation: 'curse' })).rejects.toThrow('found the string "curse"')
})

test('a token allows to define scenarios, and is sent to the addresses of the control only', async () => {
  const { url } = await startApp({ config: { scenarios: [], scenariosToken: 'secret' } })
  const scenario = { description: 'No posts', data: { blogs: { none: true } } }
  await expect(useScenario(scenario, { site: url })).rejects.toThrow('Development addresses')
  const world = await useScenario(scenario, { site: url, token: 'secret' })
  expect(await world.call('blogs')).toEqual([])
  await expectCalls(world, [{ operation: 'blogs', times: 1 }])
  await expect(releaseCalls(world, {}, { within: 0 })).rejects.toThrow('No held call fits.')
  expect(JSON.stringify(world.headers)).not.toContain('secret')
  await world.end()
})

test('the packed archive is one package, by which the example of plain fetch runs', async () => {
  const folder = await emptyFolder()
  const [source, installed] = [join(folder, 'source'), join(folder, 'installed')]
  await mkdir(installed)
  await cp(packageFolder, source, { recursive: true, filter: (path) => !path.endsWith('dist') })
  await packMockClient(join(source, 'dist'))
  await exec('npm', ['pack', '--pack-destination', installed], { cwd: source })
  const [archive = ''] = await readdir(installed)
  await exec('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], { cwd: installed })
  const files = await snapshot(join(installed, 'node_modules/ugarit-mock-client'))
  expect([...files.keys()].sort()).toEqual([
    'README.md',
    'contract.d.ts',
    'dist/index.js',
    'index.d.ts',
    'package.json',
  ])
  expect((await readdir(join(installed, 'node_modules'))).filter((name) => !name.startsWith('.'))).toHaveLength(1)
  // Tools that read no "exports", such as eslint-plugin-import, find the same file.
  const { main, exports } = JSON.parse(read('mock-client/package/package.json'))
  expect(main).toBe(exports['.'].default)
  const example = read('test/mock-client/fetch-example.ts').replace('../../mock-client/library', 'ugarit-mock-client')
  await writeFile(join(installed, 'example.mjs'), example)
  const env = { ...process.env, SITE: site.url }
  const { stdout } = await exec('node', ['example.mjs'], { cwd: installed, env })
  expect(stdout).toBe('[]\n')
  // The declarations are complete without the sources of the site.
  await writeFile(join(installed, 'example.mts'), example)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await exec(process.execPath, [tsc, ...options, '--lib', 'es2024,dom', '--skipLibCheck', 'false', 'example.mts'], {
    cwd: installed,
  })
})

test('the types of the package are up to date; npm run contract:build writes them', async () => {
  for (const [file, text] of packagePages()) expect(await readFile(join(packageFolder, file), 'utf8')).toBe(text)
})

test('worlds that have ended leave no calls', async () => {
  const world = await useScenario('empty')
  onTestFinished(() => world.end())
  await world.call('blogs')
  await world.end()
  await expectCalls(world, [{ never: true }])
})
