import { exec } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './support/app'
import { type Source, sourcesOf } from './support/sources'

const rooms = [
  'cli',
  'client',
  'content',
  'contract',
  'contract-check',
  'mock-client',
  'scripts',
  'server',
  'studio',
  'test',
]
const sources = sourcesOf(/\.tsx?$/, ...rooms)
const styles = sourcesOf(/\.css$/, 'client')

type Cruise = {
  modules: { source: string }[]
  summary: { ruleSetUsed: { forbidden: { name: string; from: { path?: string } }[] } }
}

test('every rule of .dependency-cruiser.mjs applies to a file, and every room has a rule', async () => {
  // Uses the command of `npm run check`, so that both share a cache.
  const command = 'npm run --silent imports -- --output-type json'
  const { stdout } = await promisify(exec)(command, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const { modules, summary } = JSON.parse(stdout) as Cruise
  const paths = modules.flatMap(({ source }) => [source, dirname(source)])
  const applies = ({ from }: { from: { path?: string } }, path: string) => new RegExp(from.path ?? '').test(path)
  const rules = summary.ruleSetUsed.forbidden
  expect(rules.filter((rule) => !paths.some((path) => applies(rule, path))).map(({ name }) => name)).toStrictEqual([])
  const roomRules = rules.filter(({ name }) => name.endsWith(': only rooms below it'))
  const files = sources.map(({ path }) => path).filter((path) => /^(?:client|server)\//.test(path))
  expect(files.filter((path) => !roomRules.some((rule) => applies(rule, path)))).toStrictEqual([])
  expect(files.filter((path) => !path.endsWith('.d.ts') && !paths.includes(path))).toStrictEqual([])
})

const inCode = (files: Source[], path: RegExp) =>
  files.filter((file) => path.test(file.path)).map(({ path, code }) => ({ path, text: code }))

test.each<[habit: string, files: Pick<Source, 'path' | 'text'>[], fault: RegExp]>([
  ['no path of the Arabic pages is spelled in TSX', inCode(sources, /\.tsx$/), /['"`]\/ar(?:\/|['"`])/],
  [
    // Biome's `useLogicalProperties` checks all other properties, but not these, and no values.
    'no float, clear or value is left or right in any style',
    inCode(styles, /./),
    /(?:^|[;{\s])(?:(?:scroll-(?:margin|padding)-(?:left|right)|float|clear)\s*:|(?:text-align(?:-last)?|justify-\w+|caption-side|resize)\s*:[^;}]*\b(?:left|right)\b)/,
  ],
  ['no list loses its role in Safari', inCode(styles, /./), /list-style(?:-type)?\s*:\s*none/],
  [
    'no class says "social", by which blockers of share buttons would hide the phone number',
    inCode(sources, /^client\/.*\.tsx$/),
    /className="[^"]*\bsocial/,
  ],
  [
    'no comment begins with What, Who, Of, Nobody or Whoever',
    [...sources, ...styles],
    /(?:^|\s)(?:\/\/|\/\*\*?|\*)[ \t]+(?:What|Who|Of|Nobody|Whoever)\b.*/,
  ],
  [
    'no list is spread into the arguments of push, which overflows the stack at some 100,000 entries',
    inCode(sources, /^(?!test\/)/),
    /\.(?:push|unshift)\(\s*\.\.\..*/,
  ],
  [
    // Biome's rules miss `describe.serial.only`, `each([]).only`, and pages that are not named `page`. Benchmarks may sleep.
    'no test is skipped, focused or sleeping',
    inCode(sources, /^test\/(?!house|bench).*\.(?:test|spec)\.ts$/),
    /(?:\b(?:test|it|describe)(?:\.\w+)*|\]\))\.(?:skip|only|todo|skipIf)\b|waitForTimeout|setTimeout\((?:resolve|r)\b/,
  ],
])('%s', (_, files, fault) => {
  expect(files.map(({ path, text }) => [path, fault.exec(text)?.[0]]).filter(([, found]) => found)).toStrictEqual([])
})

test('no folder is a drawer such as utils, and no file is a barrel or has an empty name', () => {
  const all = [...sources, ...sourcesOf(/\.(?:css|json)$/, 'client')].map(({ path }) => path)
  const drawer = /(?:^|\/)(?:utils?|lib|common|types|shared|helpers|misc)\//
  const empty = /(?:^|\/)(?:index|data|info|item|handle|manager)\.tsx?$/i
  expect(all.filter((path) => drawer.test(path) || empty.test(path))).toStrictEqual([])
})

test('no folder has more than 24 source files', () => {
  const folders = sources.map(({ path }) => dirname(path))
  const crowded = [...new Set(folders)].filter((folder) => folders.filter((each) => each === folder).length > 24)
  expect(crowded).toStrictEqual([])
})
