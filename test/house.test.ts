import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationNames } from '#contract/operations'
import { createHandlers } from '../server/handlers'
import { operationRows } from './api/operation-rows'
import { generateContent } from './generated-content'
import { root } from './helper'
import { type Source, sourcesOf } from './sources'

type Import = { from: string; to: string; isTypeOnly: boolean }

const sources = sourcesOf(/\.tsx?$/, 'contract', 'server', 'client', 'scripts', 'test')
const imports = sources.flatMap(importsOf)

/** Every import, re-export and `import()` of a file; `to` is a path from the root for files of ours, else the package's name. */
function importsOf({ path, code }: Source): Import[] {
  const statements = [
    ...code.matchAll(/^\s*(?:import|export)\s+(type\s)?([^'";]*?)from\s*'([^']+)'/gm),
    ...code.matchAll(/^\s*import\s+()()'([^']+)'/gm),
    ...code.matchAll(/(typeof\s+)?\bimport\(()\s*(?:\/\*.*?\*\/\s*)?'([^']+)'\s*\)/g),
  ]
  return statements.map(([, type, names = '', specifier = '']) => {
    const isTypeOnly = Boolean(type) || /^\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\s*\}\s*$/.test(names)
    const to = specifier.startsWith('#contract/')
      ? `contract/${specifier.slice('#contract/'.length)}`
      : specifier.startsWith('.')
        ? normalize(join(dirname(path), specifier))
        : specifier
    return { from: path, to, isTypeOnly }
  })
}

const isOurs = (to: string) => /^(?:contract|server|client|scripts|test|fixtures|images)\//.test(to)
const within = (folder: string) => imports.filter(({ from }) => from.startsWith(folder))
const say = (list: Import[]) => list.map(({ from, to }) => `${from} imports ${to}`)

/** What the client's configuration for Vite does on Node.js, at build time and in development. */
const isBuildTool = ({ from }: Import) => /^client\/(?:vite\.config|vite-dev|vite-fonts|vite-worker)\.ts$/.test(from)

describe('who may import whom', () => {
  test('the imports of this repository are understood', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({ from: 'server/pages.ts', to: 'client/entry-server', isTypeOnly: true })
    expect(imports).toContainEqual({ from: 'client/sanitize.ts', to: 'contract/html', isTypeOnly: false })
  })

  test('the contract imports nothing but the contract; typebox in schemas.ts alone', () => {
    const strangers = within('contract/').filter(
      ({ from, to }) => !to.startsWith('contract/') && !(from === 'contract/schemas.ts' && /^typebox(?:\/|$)/.test(to)),
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('what of the contract ships to the browser does not import its schemas', () => {
    const chain = within('contract/').filter(
      ({ from, to }) => to === 'contract/schemas' && from !== 'contract/schemas.ts',
    )
    expect(say(chain)).toStrictEqual([])
  })

  test("the server imports the contract and itself; pages.ts alone the types of the client's server entry", () => {
    const strangers = within('server/').filter(
      ({ from, to, isTypeOnly }) =>
        isOurs(to) &&
        !/^(?:contract|server)\//.test(to) &&
        !(from === 'server/pages.ts' && to === 'client/entry-server' && isTypeOnly),
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('the client imports no server, no script, no Node.js, no typebox, and schemas as types only', () => {
    const forbidden = /^(?:server|scripts|test|fixtures)\/|^node:|^typebox|^@fastify\/|^(?:fastify|sharp|parse5|tsx)$/
    const strangers = within('client/').filter(
      (each) => !isBuildTool(each) && (forbidden.test(each.to) || (each.to === 'contract/schemas' && !each.isTypeOnly)),
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('of api, home-data, localize and i18n only labels and the contract are needed', () => {
    const allowed = /^contract\/|^client\/(?:api|home-data|localize|i18n)$|^client\/messages\/|^i18next$/
    const strangers = imports.filter(
      ({ from, to }) => /^client\/(?:api|home-data|localize|i18n)\.ts$/.test(from) && !allowed.test(to),
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('pages import components, ui, labels and the contract; of loaders only types; no other page', () => {
    const allowed =
      /^client\/(?:components|ui|styles|assets|localize|institute|pages\/[\w-]+\.css)|^contract\/(?:paths|locales|operations)$/
    const strangers = within('client/pages/').filter(
      ({ to, isTypeOnly }) => isOurs(to) && !allowed.test(to) && !(to === 'client/loaders' && isTypeOnly),
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('components and ui never import the API, loaders or pages, but for types', () => {
    const forbidden =
      /^client\/(?:api|home-data|loaders|routes|entry-\w+|pages\/.*)$|^contract\/(?:schemas|operations)$/
    const strangers = [...within('client/components/'), ...within('client/ui/')].filter(
      ({ to, isTypeOnly }) => forbidden.test(to) && !isTypeOnly,
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('the router comes from react-router-dom alone', () => {
    expect(say(imports.filter(({ to }) => /^react-router(?:\/|$)|^@remix-run/.test(to)))).toStrictEqual([])
  })

  test('Swiper and the sanitiser are loaded when needed, never with the page', () => {
    const eager = sources.filter(
      ({ path, code }) =>
        path.startsWith('client/') && /^import (?!type)[^'()]*'(?:swiper|\.\/sanitize)[^']*'/m.test(code),
    )
    expect(eager.map(({ path }) => path)).toStrictEqual([])
  })
})

describe('habits', () => {
  /** Who may say `fetch(`, and why. */
  const fetchers: Record<string, string> = {
    'client/api.ts': 'the one place that calls the API',
    'client/entry-client.tsx': "hands the browser's fetch to createApi, bound to window",
    'client/service-worker.ts': 'stands between pages and network; it calls no operation of the API',
    'client/vite-dev.ts': 'runs on Node.js in development and asks whether the fixtures have changed',
  }

  test('no fetch( in the client outside client/api.ts', () => {
    const callers = sources.filter(({ path, code }) => path.startsWith('client/') && /(?<![\w.])fetch\(/.test(code))
    expect(callers.map(({ path }) => path).filter((path) => !(path in fetchers))).toStrictEqual([])
  })

  test('no path of the Arabic pages is spelled in TSX', () => {
    const spelled = sources.filter(({ path, code }) => path.endsWith('.tsx') && /['"`]\/ar(?:\/|['"`])/.test(code))
    expect(spelled.map(({ path }) => path)).toStrictEqual([])
  })

  test('no style attribute in TSX: the policy would block what the server writes', () => {
    const styled = sources.filter(({ path, code }) => path.endsWith('.tsx') && /\sstyle=/.test(code))
    expect(styled.map(({ path }) => path)).toStrictEqual([])
  })

  test('effects have bodies in braces, which return functions or nothing: React calls what they return', () => {
    const effects = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/\buse(?:Layout|Insertion)?Effect\(/g)].map(({ index }) => ({ path, text: code.slice(index) })),
    )
    expect(effects.length).toBeGreaterThan(20)
    const wrong = effects.filter(({ text }) => {
      const [head] = /^\w+\(\(\) => \{\n/.exec(text) ?? ['']
      // By the formatter nothing within a body ends so far out.
      const body = text.slice(head.length, text.search(/\n {0,2}\}(?:, \[[^\]]*\])?\)/))
      const returned = [...body.matchAll(/\breturn\b(.*)/g)].map(([, value = '']) => value.trim())
      return !head || returned.some((value) => !/^(?:$|\(\) =>)/.test(value))
    })
    expect(wrong.map(({ path, text }) => `${path}: ${text.slice(0, 80)}`)).toStrictEqual([])
  })

  test('no physical left or right in any style', () => {
    const sides =
      /(?:^|[;{\s])(?:(?:(?:scroll-)?(?:margin|padding)|border|inset)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right|float|clear)\s*:/
    const values = /(?:text-align(?:-last)?|justify-\w+|caption-side|resize)\s*:[^;}]*\b(?:left|right)\b/
    const physical = sourcesOf(/\.css$/, 'client').flatMap(({ path, code }) =>
      code
        .split('\n')
        .flatMap((line, index) =>
          sides.test(line) || values.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    )
    expect(physical).toStrictEqual([])
  })

  test('no file lies in a folder without a caption, none is a barrel or named for nothing', () => {
    const all = [...sources, ...sourcesOf(/\.(?:css|json)$/, 'client')].map(({ path }) => path)
    expect(all.filter((path) => /(?:^|\/)(?:utils?|lib|common|types|shared|helpers|misc)\//.test(path))).toStrictEqual(
      [],
    )
    expect(all.filter((path) => /^(?:index|data|info|item|handle|manager)\.tsx?$/i.test(basename(path)))).toStrictEqual(
      [],
    )
  })

  test('what renders is PascalCase.tsx and pages end in Page; the rest is kebab-case.ts', () => {
    const entries = /^client\/(?:entry-client|entry-server|routes)\.tsx$/
    const misnamed = sources.filter(({ path }) => {
      const name = basename(path)
      if (entries.test(path)) return false
      if (path.startsWith('client/pages/')) return !/^[A-Z]\w*Page\.tsx$/.test(name)
      return name.endsWith('.tsx') ? !/^[A-Z]\w*\.tsx$/.test(name) : !/^[a-z\d]+(?:[-.][a-z\d]+)*\.ts$/.test(name)
    })
    expect(misnamed.map(({ path }) => path)).toStrictEqual([])
  })

  test('no test is skipped, focused or sleeping', () => {
    const lazy = sources.filter(
      ({ path, code }) =>
        /\.test\.ts$/.test(path) &&
        path !== 'test/house.test.ts' &&
        /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|only|todo|skipIf)\b|waitForTimeout|setTimeout\((?:resolve|r)\b/.test(
          code,
        ),
    )
    expect(lazy.map(({ path }) => path)).toStrictEqual([])
  })
})

describe('the contract is kept everywhere', () => {
  test('every operation has a handler', () => {
    expect(Object.keys(createHandlers('ugarit')).sort()).toStrictEqual([...operationNames].sort())
  })

  test('every operation has a row in the table of the API tests', () => {
    const rows = operationRows(generateContent(), 'ugarit')
    for (const name of operationNames) expect(rows[name].length, name).toBeGreaterThan(0)
  })
})

test('the lock file and .npmrc name no registry and no place of one machine', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(lock).not.toMatch(/"resolved":|"(?:file:|\/)[^"]*"\s*:?|localhost|127\.0\.0\.1|\/\/registry\./)
  const settings = readFileSync(join(root, '.npmrc'), 'utf8')
  expect(settings).not.toMatch(/registry\s*=|\/\/|_auth|localhost|=\s*\//)
})

test("the README's example of use from code is the test of it", () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, example] = /## Use from code[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? []
  expect(example).toBe(readFileSync(join(root, 'test/example.test.ts'), 'utf8'))
})
