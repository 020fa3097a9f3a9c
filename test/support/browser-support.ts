import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { parse as parseStyles } from 'postcss'
import { type ESTree, parseSync, Visitor } from 'vite'
import { browserFloor } from '../../scripts/vite/browser-floor'

// Node 20 and later versions import JSON in different ways.
const { api, javascript, css } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** The features below a feature of MDN's data, by name. Its own support stands under `__compat`. */
type Features = { [name: string]: Features } & { __compat?: CompatStatement }

const interfaces = api as unknown as Features
const builtins = javascript.builtins as unknown as Features
const styles = css as unknown as Record<'at-rules' | 'properties' | 'selectors' | 'types', Features>

/** For each browser of the floor, the browsers in MDN's data that have the same engine and version numbers. */
const browsers = {
  chrome: ['chrome', 'chrome_android', 'edge'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari', 'safari_ios'],
} as const

/** True if a browser of the floor lacks the feature, or has it with a prefix or a preference only. */
function isNewer(feature: Features | undefined): boolean {
  const support = feature?.__compat?.support
  if (!support) return false
  return Object.entries(browserFloor).some(([name, floor]) =>
    browsers[name as keyof typeof browserFloor].some((browser) => {
      const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[]
      return statements.length > 0 && !statements.some((statement) => isSupported(statement, floor))
    }),
  )
}

function isSupported(statement: SimpleSupportStatement, floor: number): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName } = statement
  if (!added || flags || prefix || otherName) return false
  const versionOf = (text: string | boolean) => Number.parseFloat(String(text).replace('≤', ''))
  return versionOf(added) <= floor && !(removed && versionOf(removed) <= floor)
}

/** Reads a feature by name, but nothing that the object inherits. */
function featureOf(features: Features | undefined, name: string): Features | undefined {
  return features && Object.hasOwn(features, name) ? features[name] : undefined
}

function featuresOf(features: Features | undefined): [name: string, feature: Features][] {
  const { __compat, ...below } = features ?? {}
  return Object.entries(below as Record<string, Features>)
}

/** Every name that a script can use without an object, on a page or in a service worker. */
const globals = new Map([
  ...featuresOf(builtins),
  ...['WorkerGlobalScope', 'ServiceWorkerGlobalScope', 'Window'].flatMap((name) => featuresOf(interfaces[name])),
  ...featuresOf(interfaces),
])

/** The interface of each global object that is written with a small letter. */
const named: Record<string, string> = {
  caches: 'CacheStorage',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
}

/** The names of methods and of events that no interface of the floor has. */
const [newerMethods, newerEvents] = newerMembers()

function newerMembers(): [methods: Set<string>, events: Set<string>] {
  const owners = [...featuresOf(interfaces), ...featuresOf(builtins), ...featuresOf(builtins.Intl)]
  const members = owners.flatMap(([, owner]) => featuresOf(owner)).filter(([name]) => !name.endsWith('_static'))
  const known = new Set(members.flatMap(([name, feature]) => (isNewer(feature) ? [] : [name])))
  const newer = members.map(([name]) => name).filter((name) => !known.has(name))
  const events = newer.filter((name) => name.endsWith('_event')).map((name) => name.slice(0, -'_event'.length))
  return [new Set(newer), new Set(events)]
}

/**
 * Lists what a script uses and a browser of the floor lacks, such as `AbortSignal.any` or `.toSorted()`. The type of an object is
 * not known, so a method counts only if no interface of the floor has one of its name.
 */
export function newerInScript(code: string): string[] {
  const { program, errors } = parseSync('script.js', code)
  if (errors[0]) throw new Error(errors[0].message)
  const found = new Set<string>()
  const names: { name: string; start: number }[] = []
  /** The starts of names that stand for no global: properties, keys, imports and exports. */
  const notGlobal = new Set<number>()

  /** Checks a property of an object that has a name. */
  const checkMember = (object: string, property: string) => {
    const owner = globals.get(named[object] ?? object)
    if (isNewer(featureOf(owner, `${property}_static`) ?? featureOf(owner, property)))
      found.add(`${object}.${property}`)
  }
  const skipKey = ({ computed, key }: { computed: boolean; key: ESTree.Node }) => {
    if (!computed) notGlobal.add(key.start)
  }

  new Visitor({
    Identifier: ({ name, start }) => void names.push({ name, start }),
    MemberExpression: ({ computed, object, property }) => {
      if (computed || property.type !== 'Identifier') return
      const name = object.type === 'Identifier' ? object.name : ''
      if (!['globalThis', 'self', 'window'].includes(name)) notGlobal.add(property.start)
      checkMember(name, property.name)
    },
    Property: skipKey,
    MethodDefinition: skipKey,
    PropertyDefinition: skipKey,
    ExportSpecifier: ({ exported }) => void notGlobal.add(exported.start),
    ImportSpecifier: ({ imported }) => void notGlobal.add(imported.start),
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return
      for (const property of id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          checkMember(init.name, property.key.name)
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      const method = callee.type === 'MemberExpression' ? callee.property : callee
      const name = method.type === 'Identifier' ? method.name : ''
      if (method !== callee && newerMethods.has(name)) found.add(`.${name}()`)
      const event = name === 'addEventListener' && first?.type === 'Literal' ? String(first.value) : ''
      if (newerEvents.has(event)) found.add(`the event ${event}`)
    },
    ImportDeclaration: ({ attributes }) => void (attributes.length > 0 && found.add('import attributes')),
    ImportExpression: ({ options }) => void (options && found.add('import attributes')),
    VariableDeclaration: ({ kind }) => void (kind.includes('using') && found.add(kind)),
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      const hasModifiers = /\(\?[ims]*-?[ims]+:/.test(pattern)
      const repeatsName = /\(\?<(\w+)>.*\(\?<\1>/.test(pattern)
      if (flags.includes('v') || hasModifiers || repeatsName) found.add(`the expression /${pattern}/${flags}`)
    },
  }).visit(program)
  for (const { name, start } of names) if (!notGlobal.has(start) && isNewer(globals.get(name))) found.add(name)
  return [...found]
}

/**
 * Lists what a style sheet uses and a browser of the floor lacks. Such a browser drops the rule for a selector or an at-rule, and
 * the declaration for a property, a keyword, a function or a unit.
 */
export function newerInStyles(code: string): string[] {
  const found = new Set<string>()
  const check = (use: string, feature: Features | undefined) => {
    if (isNewer(feature)) found.add(use)
  }
  const { selectors, properties, types, 'at-rules': atRules } = styles
  const root = parseStyles(code)
  root.walkAtRules(({ name, params }) => {
    const rule = featureOf(atRules, name)
    check(`@${name}`, rule)
    for (const [, feature = ''] of params.matchAll(/\(([\w-]+)/g))
      check(`@${name} (${feature})`, featureOf(rule, feature))
    if (name === 'media' && /[<>]/.test(params)) check('@media (<)', rule?.range_syntax)
  })
  root.walkRules(({ parent, selector }) => {
    if (parent?.type === 'rule') check('nesting', selectors.nesting)
    for (const [colons, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) check(colons, featureOf(selectors, name))
  })
  root.walkDecls(({ parent, prop, value }) => {
    const property = featureOf(properties, prop)
    const isPrefixedToo = parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`)
    if (!isPrefixedToo) check(prop, property)
    for (const [word] of value.matchAll(/(?<![\w-])[a-z][\w-]*/g)) check(`${prop}: ${word}`, featureOf(property, word))
    for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g)) {
      // With a variable the value is read too late to fall back to an earlier declaration, and the property is reset.
      const ending = value.includes('var(') ? ' with var()' : ''
      check(`${name}()${ending}`, featureOf(types, name) ?? featureOf(types.color, name))
    }
    for (const [, unit = ''] of value.matchAll(/(?<![\w#.-])[\d.]+([a-z]+)/g)) check(`1${unit}`, unitOf(unit))
  })
  return [...found]
}

/** Finds a unit of length. Those of the viewport and of containers have one entry for each family. */
function unitOf(unit: string): Features | undefined {
  const { length } = styles.types
  const [, size = ''] = /^([dls])v/.exec(unit) ?? []
  const family = { d: 'dynamic', l: 'large', s: 'small' }[size]
  if (family) return length?.[`viewport_percentage_units_${family}`]
  return unit.startsWith('cq') ? length?.container_query_length_units : featureOf(length, unit)
}
