import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test, vi } from 'vitest'
import { flags } from '../contract-check/command-line/config'
import { parseFlags } from '../contract-check/command-line/options'
import * as contractLibrary from '../contract-check/library'
import type { Hooks } from './contract-check/drifting-server'
import { runOn, serve } from './contract-check/run'
import { demoStops } from './demo/stops'
import { run } from './scripts/run-command'
import { root } from './support/app'
import { blocksOf, commandsOfDocuments, documents } from './support/documents'
import { emptyFolder } from './support/folders'
import { readContent } from './support/shipped-content'
import { read, sourcesOf } from './support/sources'

/* Runs the examples of the documents. test/full/readme-commands.test.ts runs commands that need processes of their own. */

const packageReadme = 'contract-check/package/README.md'
const mockReadme = 'mock-client/package/README.md'

/** Commands that no test runs, with the reason. */
const notRun: [pattern: RegExp, reason: string][] = [
  [
    /^(?:cd|cp|ln|mkdir|mv|nginx|git clone|systemctl|docker|TAG=\w+ docker) /,
    'a host: test/deploy.test.ts reads its files',
  ],
  [/ --ui$| --debug$|^npx playwright show-|^npx serve /, 'opens a window, or serves until it is stopped'],
  [/ --inspect/, 'waits for a debugger; a test below looks for its files'],
  [/^npm run test:watch$/, 'runs until it is stopped'],
  [/^npm run test:unit -- -t /, 'reads all tests; a test below looks for the name'],
  [/^FIGURES=1 npm run test:unit /, 'the unit tests run the file'],
  [/^PEERS=yes .*npm run bench /, 'installs peers; a test below looks for the project'],
  [/^(?:[A-Z_]+=\S+ )+npm (?:start|run dev)$/, 'test/docs.test.ts reads the variables'],
  [/ --still-right /, 'needs a text that is out of date: the tests of scripts/fixtures make one'],
  [/^npm (?:ci|test)$|^npm run check$/, 'CI runs them, by .ci/run'],
  [/^npm (?:install|pack) \.\/|^npx ugarit-site /, 'the tests of each package pack and install it'],
  [/^git config /, 'changes the clone'],
  [/stryker/, 'needs packages that are no dependencies'],
]

test('each command of the documents is run by a test, or there is a reason', () => {
  const text = sourcesOf(/\.test\.ts$/, 'test')
    .map((each) => each.text)
    .join('\n')
  const scripts = sourcesOf(/\.sh$/, 'test').flatMap((each) => each.text.split('\n'))
  // A shorter form of a command is run with it.
  const isRun = (command: string) =>
    [`'${command}'`, `'${command} `, `\`${command}\``].some((each) => text.includes(each)) || scripts.includes(command)
  const left = commandsOfDocuments().filter((each) => !isRun(each) && !notRun.some(([pattern]) => pattern.test(each)))
  expect(left).toEqual([])
})

test('the commands for a debugger name files that exist', () => {
  const commands = commandsOfDocuments().filter((each) => each.includes(' --inspect'))
  const files = commands.flatMap((each) => each.match(/[\w./-]+\.(?:env|js|ts)\b/g) ?? [])
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('the projects that the documents name are those of the runners', () => {
  const configs = ['test', 'test/bench', 'test/engines'].map((folder) => read(`${folder}/playwright.config.ts`)).join()
  const named = commandsOfDocuments().flatMap((each) =>
    Array.from(each.matchAll(/--project[ =](?:"([^"]+)"|(\S+))/g), ([, quoted = '', plain = '']) => quoted || plain),
  )
  expect(named.length).toBeGreaterThan(8)
  const isProject = (name: string) => configs.includes(`'${name}'`) || configs.includes(`\`${name.replace(/\S+$/, '')}`)
  expect(named.filter((name) => !isProject(name))).toEqual([])
})

test('the check of docs/configuration.md tells whether browsers may call the API', async () => {
  const command = 'npm run contract -- https://api.example.org --origin https://www.example.org'
  expect(read('docs/configuration.md')).toContain(`\`${command}\``)
  const { code, stdout } = await runOn({ headers: () => ({}) }, ...command.split(' ').slice(5))
  expect([code, stdout]).toEqual([1, expect.stringContaining('cors.origin')])
})

test('each code block of the documents is of a language whose examples are run', () => {
  const languages = documents.flatMap((doc) =>
    Array.from(read(doc).matchAll(/^ *```(\w+)$/gm), ([, language]) => `${doc} ${language}`),
  )
  const isKnown = (each: string) => /\b(?:sh|yaml)$/.test(each) || known.includes(each)
  const known = [
    `${mockReadme} ts`,
    'docs/mocking.md json',
    'docs/configuration.md html',
    `${packageReadme} json`,
    `${packageReadme} js`,
  ]
  expect(languages.filter((each) => !isKnown(each))).toEqual([])
  expect(known.filter((each) => !languages.includes(each))).toEqual([])
})

test('names of tests in the documents are names of tests', () => {
  const titles = sourcesOf(/\.(?:test|spec)\.ts$/, 'test')
    .map(({ text }) => text)
    .join('\n')
  const named = commandsOfDocuments().flatMap((command) => / -[tg] "?([\w ]+)"?$/.exec(command)?.[1] ?? [])
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !new RegExp(`(?:test|it|describe)[^\\n]*${name}`, 'i').test(titles))).toEqual([])
})

test('each example of docs/mocking.md is a file of test/mocking, which tests run', () => {
  const files = sourcesOf(/\.(?:json|sh)$/, 'test/mocking').map(({ text }) => text)
  const examples = ['json', 'sh'].flatMap((language) => blocksOf('docs/mocking.md', language))
  expect(examples.sort()).toEqual(files.sort())
})

test.each([
  ['test/full/scenarios/mocking-example.spec.ts', 0],
  ['test/mock-client/vitest-example.test.ts', 1],
  ['test/mock-client/fetch-example.ts', 2],
])('%s is the example of the README of the mock client', (file, index) => {
  const [imports = '', ...lines] = (blocksOf(mockReadme, 'ts')[index] ?? '').split(/(?<=ugarit-mock-client'\n)/)
  expect(imports).toMatch(/^import \{ expectCalls, (?:releaseCalls, )?useScenario \} from 'ugarit-mock-client'$/m)
  expect(lines.join('').trim()).not.toBe('')
  expect(read(file)).toContain(lines.join('').trim())
})

test('the built client of docs/configuration.md has the meta tags that are shown there', async () => {
  const [command = ''] = blocksOf('docs/configuration.md', 'sh')
  expect(command.trim()).toBe(
    'npm run build -- --out DIR --base-url https://api.example.org --image-base https://api.example.org/images/',
  )
  const out = join(await emptyFolder(), 'site')
  const args = command.trim().replace('DIR', out).split(' ').slice(4)
  expect(await run('build', args, {})).toMatchObject({ code: 0 })
  const html = await readFile(join(out, 'index.html'), 'utf8')
  const [tags = ''] = blocksOf('docs/configuration.md', 'html')
  for (const tag of tags.trim().split('\n')) expect(html).toContain(tag)
})

test('the course and the event of docs/demo.md begin after its day', async () => {
  const { courses, events } = await readContent()
  const [, now = ''] = /\?scenario-now=(\S+)`/.exec(read('docs/demo.md')) ?? []
  const shown = demoStops().flatMap(
    ({ path }) => [...courses, ...events].find(({ slug }) => path.endsWith(`/${slug}`))?.date ?? [],
  )
  expect(shown).toHaveLength(4)
  for (const date of shown) expect(Date.parse(date)).toBeGreaterThan(Date.parse(now))
})

test('the configuration in the README of the contract check is read', async () => {
  const [config = ''] = blocksOf(packageReadme, 'json')
  const file = join(await emptyFolder(), 'contract-check.json')
  await writeFile(file, config)
  vi.stubEnv('API_TOKEN', 'secret')
  const { code, stdout } = await run('contract', ['--config', file, '--print-config'])
  vi.unstubAllEnvs()
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ url: 'https://api.example.org' })])
})

test('the jobs of the documents are YAML, and have the version and options of the contract check', () => {
  const { version } = JSON.parse(read('contract-check/package/package.json')) as { version: string }
  for (const doc of documents) {
    for (const block of blocksOf(doc, 'yaml')) expect(parseYaml(block)).toBeTypeOf('object')
    for (const [, named, args = ''] of read(doc).matchAll(/ugarit-contract-check-([\d.]+)\.tgz ([^\n`]*)/g)) {
      expect(named).toBe(version)
      // A baseline that is not there is wrong usage.
      if (args.includes('--baseline')) expect(read(doc)).toContain('--update-baseline')
      expect(() => parseFlags(args.replaceAll('"', '').split(/\s+/).filter(Boolean), flags)).not.toThrow()
    }
  }
})

test('the library is used as in the README of the contract check', async () => {
  const [example = ''] = blocksOf(packageReadme, 'js')
  const [imports = '', ...lines] = example.split('\n')
  const names = /^import \{ (.*) \} from 'ugarit-contract-check'$/.exec(imports)?.[1] ?? ''
  const { url } = await serve()
  const said: unknown[] = []
  const code = `return (async () => { ${lines.join('\n').replace('https://api.example.org', url)} })()`
  const runs = new Function('library', 'console', `const { ${names} } = library\n${code}`)
  await runs(contractLibrary, { log: (text: unknown) => said.push(text) })
  expect(said).toEqual(['holds'])
})

test('the report that docs/contract-testing.md explains is one that the check prints', async () => {
  const [, sample = ''] = /```\n(warning: [\s\S]*?)```/.exec(read('docs/contract-testing.md')) ?? []
  const content: Hooks['content'] = ({ courses }) => {
    for (const course of courses.slice(0, 3)) course.count = null
  }
  const { stdout } = await runOn({ content })
  // The place depends on the content.
  const withoutPlaces = (text: string) => text.replaceAll(/"[^"]*" at \/\S+/g, 'SLUG at PLACE')
  for (const line of withoutPlaces(sample).trim().split('\n')) expect(withoutPlaces(stdout)).toContain(line)
})
