import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationNames } from '#contract/operations'
import { createHandlers } from '../server/api/handlers'
import { operationRows } from './api/operation-rows'
import { generateContent } from './generated-content'
import { root } from './helper'
import { type Source, sourcesOf } from './sources'

type Import = { from: string; to: string; isTypeOnly: boolean }

const sources = sourcesOf(/\.tsx?$/, 'contract', 'markup', 'server', 'client', 'publish', 'scripts', 'test')
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
    const to = specifier.startsWith('#')
      ? specifier.slice(1)
      : specifier.startsWith('.')
        ? normalize(join(dirname(path), specifier))
        : specifier
    return { from: path, to, isTypeOnly }
  })
}

const within = (folder: string) => imports.filter(({ from }) => from.startsWith(folder))
const say = (list: Import[]) => list.map(({ from, to }) => `${from} imports ${to}`)

/** The rooms of client and server, and which others each may import; the contract all may, and types of any on the same side. */
const rooms: Record<string, string[]> = {
  'client/app': ['pages', 'layout', 'components', 'content', 'data', 'language', 'styles'],
  'client/pages': ['layout', 'components', 'content', 'language', 'assets'],
  'client/layout': ['components', 'content', 'language', 'styles'],
  'client/components': ['language', 'assets'],
  'client/widgets': ['components'],
  'client/data': ['content', 'language'],
  'client/content': ['language'],
  'client/language': [],
  'client/styles': [],
  'server/main.ts': ['start.ts', 'config.ts', 'content', 'pages'],
  'server/start.ts': ['app.ts', 'config.ts', 'content'],
  'server/app.ts': ['config.ts', 'api', 'pages', 'images', 'content', 'http'],
  'server/config.ts': ['api'],
  'server/api': ['content', 'http'],
  'server/pages': ['api', 'content', 'http'],
  'server/images': ['http'],
  'server/content': [],
  'server/http': [],
}

/** `client/data` of `client/data/api.ts`, `server/app.ts` of itself. */
const roomOf = (path: string) => /^(?:client|server)\/[^/]+/.exec(path)?.[0] ?? ''
const sideOf = (path: string) => path.split('/', 1)[0]

describe('who may import whom', () => {
  test('the imports of this repository are understood', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({ from: 'server/pages/route.ts', to: 'client/app/server', isTypeOnly: true })
    expect(imports).toContainEqual({
      from: 'client/content/sanitize.ts',
      to: 'markup/sanitize-body',
      isTypeOnly: false,
    })
  })

  test('every file of client and server lies in a room, and no room is empty', () => {
    const inRooms = sources.filter(({ path }) => /^(?:client|server)\//.test(path)).map(({ path }) => roomOf(path))
    expect([...new Set(inRooms)].sort()).toStrictEqual(Object.keys(rooms).sort())
  })

  test.each(Object.entries(rooms))('%s imports only what stands below it', (room, below) => {
    const imported = imports
      .filter(({ from }) => roomOf(from) === room)
      .map((each) => ({ ...each, to: each.to.startsWith(`${sideOf(room)}/`) ? each.to : '' }))
      .filter(({ to }) => to && roomOf(to).replace(/\.ts$/, '') !== room.replace(/\.ts$/, ''))
    const allowed = below.map((name) => `${sideOf(room)}/${name.replace(/\.ts$/, '')}`)
    const strangers = imported.filter(({ to, isTypeOnly }) => !isTypeOnly && !allowed.includes(roomOf(to)))
    expect(say(strangers)).toStrictEqual([])
    // A permission that nothing uses is out of date.
    expect(allowed.filter((name) => !imported.some(({ to }) => roomOf(to) === name))).toStrictEqual([])
  })

  test("publish imports the contract and the client's pure parts, and is imported by what renders pages and by the export", () => {
    const allowed =
      /^(?:contract|markup|publish|client\/(?:content|language))\/|^client\/layout\/(?:head|share-card)$|^node:(?:crypto|path)$|^sharp$/
    expect(within('publish/').length).toBeGreaterThan(20)
    expect(say(within('publish/').filter(({ to, isTypeOnly }) => !isTypeOnly && !allowed.test(to)))).toStrictEqual([])
    const users = imports.filter(({ from, to }) => to.startsWith('publish/') && !/^(?:publish|test)\//.test(from))
    expect([...new Set(users.map(({ from }) => from))]).toStrictEqual([
      'client/app/server.tsx',
      'scripts/export/command.ts',
      'server/pages/route.ts',
    ])
  })

  test('no page imports another family of pages', () => {
    const family = (path: string) => /^client\/pages\/[^/]+/.exec(path)?.[0]
    const pages = within('client/pages/')
    expect(pages.length).toBeGreaterThan(50)
    expect(say(pages.filter(({ from, to }) => family(to) && family(to) !== family(from)))).toStrictEqual([])
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

  test("of the other rooms of the repository the server imports publish, and the types of the client's server entry", () => {
    const strangers = within('server/').filter(
      ({ to, isTypeOnly }) =>
        /^(?:client|scripts|test|fixtures|images)\//.test(to) && !(to === 'client/app/server' && isTypeOnly),
    )
    expect(say(strangers)).toStrictEqual([])
  })

  test('the client imports no server, no script, no Node.js, no typebox, and schemas as types only', () => {
    const forbidden = /^(?:server|scripts|test|fixtures)\/|^node:|^typebox|^@fastify\/|^(?:fastify|sharp|parse5|tsx)$/
    const strangers = within('client/').filter(
      ({ from, to, isTypeOnly }) =>
        from !== 'client/widgets/gallery/vite.config.ts' &&
        (forbidden.test(to) || (to === 'contract/schemas' && !isTypeOnly)),
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
    'client/data/api.ts': 'the one place that calls the API',
    'client/data/static-api.ts': 'hands it to client/data/api.ts, for the one file of a static export',
    'client/app/service-worker.ts': 'stands between pages and network; it calls no operation of the API',
    'client/app/service-worker-pictures.ts': 'the same, for pictures',
    'scripts/build/development-pages.ts': 'runs on Node.js in development and asks whether the fixtures have changed',
  }

  test('no fetch( in the client outside client/data/api.ts', () => {
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

  test('no file that is not a test has more than 250 lines', () => {
    const files = [...sources, ...sourcesOf(/\.css$/, 'client')].filter(({ path }) => !path.startsWith('test/'))
    expect(files.filter(({ text }) => text.split('\n').length - 1 > 250).map(({ path }) => path)).toStrictEqual([])
  })

  test('no folder has more than 24 source files', () => {
    const folders = sources.map(({ path }) => dirname(path))
    const crowded = [...new Set(folders)].filter((folder) => folders.filter((each) => each === folder).length > 24)
    expect(crowded).toStrictEqual([])
  })

  test('what renders is PascalCase.tsx and the rest is kebab-case.ts', () => {
    const entries = /^client\/app\/(?:browser|server|routes)\.tsx$/
    const misnamed = sources.filter(({ path }) => {
      const name = basename(path)
      if (entries.test(path)) return false
      return name.endsWith('.tsx') ? !/^[A-Z]\w*\.tsx$/.test(name) : !/^[a-z\d]+(?:[-.][a-z\d]+)*\.ts$/.test(name)
    })
    expect(misnamed.map(({ path }) => path)).toStrictEqual([])
  })

  test('no test is skipped, focused or sleeping', () => {
    const lazy = sources.filter(
      ({ path, code }) =>
        /\.(?:test|spec)\.ts$/.test(path) &&
        path !== 'test/house.test.ts' &&
        // A measurement waits on purpose.
        !path.startsWith('test/bench/') &&
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
