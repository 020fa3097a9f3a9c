import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createExactReader, type FormatUse } from '#contract/legacy-format-reader'
import { legacyFormats } from '#contract/legacy-formats'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { dataOf } from '#contract/response'
import { flags } from '../contract-check/command-line/config'
import type { Flag } from '../contract-check/command-line/options'
import { ConfigError, readConfig } from '../server/config'
import { run } from './scripts/run-command'
import { root } from './support/app'
import { read, sourcesOf } from './support/sources'

const docs = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...sourcesOf(/\.md$/, 'docs').map(({ path }) => path),
]
const namedFile =
  /(?<![\w/.-])(?:cli|client|content|contract|contract-check|deploy|docs|fixtures|mock-client|scripts|server|studio|test)\/[\w./@-]*\w/g
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const ownCommands = ['build', 'contract', 'export', 'fixtures', 'record'] as const

/** The id that GitHub gives to a Markdown heading. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Returns the text in back quotes and code blocks. */
const codeOf = (text: string) => text.match(/```[^\n]*\n[\s\S]*?```|`[^`\n]+`/g)?.join('\n') ?? ''

describe.each(docs)('%s', (doc) => {
  const text = read(doc)

  test('links lead to existing targets', () => {
    const links = text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)#?([^)\s]*)\)/g)
    const isBroken = ([, path, anchor]: string[]) => {
      const target = path ? join(dirname(doc), path) : doc
      if (!existsSync(join(root, target))) return true
      return anchor && !(read(target).match(/(?<=^#+ ).+$/gm) ?? []).map(idOf).includes(anchor)
    }
    expect([...links].filter(isBroken).map(([link]) => link)).toEqual([])
  })

  test('the files that it names exist', () => {
    const named = codeOf(text).match(namedFile)
    expect(named?.filter((path) => !existsSync(join(root, path))) ?? []).toEqual([])
  })

  test('the npm scripts that it names exist', () => {
    const named = Array.from(codeOf(text).matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test('the options that it gives our commands exist', async () => {
    for (const name of ownCommands)
      for (const [, args = ''] of codeOf(text).matchAll(new RegExp(`npm run ${name} -- ([^\\n\`#]*)`, 'g'))) {
        const { stdout } = await run(name, ['--help'])
        expect((args.match(/--[a-z-]+/g) ?? []).filter((option) => !stdout.includes(`  ${option} `))).toEqual([])
      }
  })

  test('the server accepts the variables of its examples', () => {
    const assignment = /([A-Z_]+)=('[^']*'|\S+) /g
    for (const [line] of codeOf(text).matchAll(/(?:[A-Z_]+=(?:'[^']*'|\S+) )+npm (?:start|run dev)\b/g)) {
      const pairs = Array.from(line.matchAll(assignment), ([, name, value = '']) => [name, value.replaceAll("'", '')])
      expect(() => readConfig({ NODE_ENV: 'development', ...Object.fromEntries(pairs) })).not.toThrow()
    }
  })
})

test.each(Object.entries(legacyFormats))('each example of the legacy format %s is read as such', (id, { examples }) => {
  const formatsIn = (operation: OperationName, data: unknown) => {
    const used: string[] = []
    const tell = (use: FormatUse) => used.push(use.id)
    createExactReader({ product: 'ugarit', base: 'https://a.org', tell, pictureName: () => 'a.webp' })(operation, data)
    return used
  }
  const isRead = (example: string) => {
    const body = JSON.parse(`{ ${example} }`) as object
    const isEnvelope = ['data', 'success', 'status', 'code'].some((name) => name in body)
    const data = isEnvelope ? dataOf(body) : body
    return operationNames.some((operation) => formatsIn(operation, data).includes(id))
  }
  expect(examples.filter((example) => !isRead(example))).toEqual([])
})

test('the README of the contract check has every option, in its words', () => {
  const [, section = ''] = read('contract-check/package/README.md').split('## Options')
  const [table = ''] = section.split('\n## ')
  const rows = Array.from(table.matchAll(/^\| `(--[^`]*)` \| (.*) \|$/gm), ([, option, text]) => [option, text])
  const options = Object.entries<Flag>(flags).map(([name, { value, text }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    text,
  ])
  expect(rows).toEqual(options)
})

test('the README fits into five minutes: 150 lines, none above 200 characters, no table above 12 rows', () => {
  const readme = read('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(150)
  // Limits lines to 200 characters and tables to 14 lines, of which two are the head.
  expect(readme.match(/^.{201,}|(?:^\|.*\n){15,}/gm)).toBeNull()
})

test('every document is in the index of the README', () => {
  const others = docs.filter((doc) => doc !== 'README.md')
  expect(others.filter((doc) => !read('README.md').includes(`](${doc})`))).toEqual([])
})

test('docs/configuration.md has the variables that the server reads, and no other', () => {
  const known = new Set<string>()
  const env = { FAULTS: 'coursesByCategory:1', SCENARIO: 'empty' } as Record<string, string>
  const recorder = new Proxy(env, {
    get: (values, name: string) => {
      known.add(name)
      return values[name]
    },
  })
  expect(() => readConfig(recorder)).toThrow(ConfigError)
  const firstCells = read('docs/configuration.md').match(/^\| `[^|]+/gm) ?? []
  const told = new Set(firstCells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z_]+)`/g), ([, name = '']) => name)))
  expect([...known].filter((name) => !told.has(name) && name !== 'NODE_ENV')).toEqual([])
  expect([...told].filter((name) => !known.has(name))).toEqual([])
})

test('docs/api.md has every operation, docs/mocking.md every scenario', () => {
  const named = operationNames.flatMap((name) => [name, `${operations[name].method} ${operations[name].path}`])
  expect(named.filter((name) => !read('docs/api.md').includes(`\`${name}\``))).toEqual([])
  const scenarios = readdirSync(join(root, 'fixtures/scenarios')).map((file) => file.replace('.json', ''))
  expect(scenarios.filter((name) => !read('docs/mocking.md').includes(`\`${name}\``))).toEqual([])
})

test('docs/third-party.md has each package of the built server, with its licence', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const lines = read('docs/third-party.md').toLowerCase().split('\n')
  const names = Object.keys(dependencies).filter((name) => !name.includes('fastify'))
  const isNamed = (name: string) => {
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string }
    return lines.some((line) => new RegExp(`\\b${name}\\b`).test(line) && line.endsWith(license.toLowerCase()))
  }
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})
