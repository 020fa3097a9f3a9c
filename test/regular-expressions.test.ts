import { check } from 'recheck'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { sourcesOf } from './support/sources'

type Expression = { path: string; source: string; flags: string }

/** Vulnerable expressions that are harmless, by file and expression, with the reason. */
const harmless: Record<string, string> = {
  'scripts/export/static-site.ts /<main[^>]*>([\\s\\S]*?)<\\/main>/':
    'reads one page of this site, which has one <main>',
  'scripts/export/static-site.ts /(<main[\\s\\S]*?<noscript>)[\\s\\S]*?(?=<\\/noscript>)/':
    'reads the app shell of the build',
  'content/localize.ts /[ ,،;؛:–—-]+$/': 'reads the first characters of a text, a hundred at most',
  'server/pages/template.ts /<!--app-(\\w+)-->[\\s\\S]*?<!--\\/app-\\1-->/g': 'reads index.html of the build',
  'server/pages/template.ts /<script type="importmap">(.*?)<\\/script>/': 'reads index.html of the build',
  'client/app/page-loaders.ts /<script type="application\\/json" id="hydration">(.*?)<\\/script>/s':
    'reads one page of this site, in the browser of its visitor',
  'scripts/vite/service-worker.ts /"([^"]*\\/assets\\/[^"]+\\.js)"/g': 'reads index.html of the build',
}

/** Expressions made of variables, by file, with the reason why they are safe. */
const composed: Record<string, string> = {
  'client/app/service-worker.ts': 'anchored, with one class that is repeated',
  'contract/paths.ts': 'anchored, with one class that is repeated for each segment',
  'contract/picture-files.ts':
    'anchored at both ends, with one class that is repeated, for names of files; the first bytes: anchored, and reads 64 bytes',
  'server/http/reports.ts': 'words and at most four digits',
  'studio/app/content/pasted-html.ts': 'names of elements, then at most one class up to the next angle bracket',
  'server/api/development/request-filters.ts': 'anchored, with no repetition; at most three characters by the schema',
  'scripts/fonts.ts': 'reads a style sheet of this repository',
  'scripts/vite/import-map.ts': 'the name of a file, in index.html at build',
  'scripts/vite/site-settings.ts': 'fixed names, in a file of this repository at build',
  'contract/markup/plain-text.ts': 'a fixed name, then white space, which no other match reads again',
  'server/http-client/redaction.ts': 'alternatives without repetition, for each character of a secret',
}

const files = sourcesOf(
  /(?<!\.d)\.(?:tsx?|m?js)$/,
  'client',
  'contract',
  'content',
  'contract-check',
  'server',
  'scripts',
  'studio',
)
const found = files.flatMap(({ path, text }) => expressionsOf(path, text))

/** Bounds of steps in place of the checker's own bounds of time, so that a busy machine gives the same results. */
const bounds = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 1_000_000,
  maxAttackStringSize: 10_000,
}

const isVulnerable = async ({ source, flags }: Pick<Expression, 'source' | 'flags'>): Promise<boolean> =>
  (await check(source, flags, bounds)).status !== 'safe'

test.each([
  /(?:(?<=..)(?:ات|ه)|(?<=...)(?:ها|هم|هن|كم|نا|ان|ون|ين|يه|ي|ت))+$/,
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i,
])('the checker finds that %s takes more than linear time', { timeout: 600_000 }, async (expression) => {
  expect(await isVulnerable(expression)).toBe(true)
})

test('no regular expression of the product takes more than linear time', { timeout: 600_000 }, async () => {
  const unique = new Map(found.map((expression) => [nameOf(expression), expression]))
  expect(unique.size).toBeGreaterThan(150)
  const unsafe: string[] = []
  for (const [name, expression] of unique) if (await isVulnerable(expression)) unsafe.push(name)
  expect(unsafe.sort()).toStrictEqual(Object.keys(harmless).sort())
})

test('expressions made of variables are looked at by a person', () => {
  const paths = files.filter(({ path, text }) => isComposedIn(path, text)).map(({ path }) => path)
  expect(paths.sort()).toStrictEqual(Object.keys(composed).sort())
})

function nameOf({ path, source, flags }: Expression): string {
  return `${path} /${source}/${flags}`
}

/** The literals of a file, the constants given to `RegExp`, and the patterns of schemas. */
function expressionsOf(path: string, text: string): Expression[] {
  return nodesOf(path, text).flatMap((node): Expression[] => {
    if (node.regex) return [{ path, source: node.regex.pattern, flags: node.regex.flags }]
    const isPattern = node.type === 'Property' && node.key?.name === 'pattern'
    const constant = isRegExp(node) ? constantOf(node.arguments?.[0]) : isPattern ? constantOf(node.value) : undefined
    return constant === undefined ? [] : [{ path, source: constant, flags: isPattern ? 'u' : '' }]
  })
}

function isComposedIn(path: string, text: string): boolean {
  return nodesOf(path, text).some((node) => isRegExp(node) && constantOf(node.arguments?.[0]) === undefined)
}

/** A node of the syntax tree (ESTree), with the fields that are read here. */
type Node = {
  type: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  arguments?: unknown[]
  key?: { name?: string }
  value?: unknown
}

function nodesOf(path: string, text: string): Node[] {
  const nodes: object[] = [parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })]
  // The loop also visits the nodes that it adds.
  for (const node of nodes)
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) nodes.push(child)
  return nodes.filter((node): node is Node => 'type' in node)
}

function isRegExp({ type, callee }: Node): boolean {
  return (type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp'
}

function constantOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as Partial<Node>
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}
