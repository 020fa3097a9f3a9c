import { existsSync } from 'node:fs'
import { isObject } from '#contract/json'
import { operationNames } from '#contract/operations'
import type { Severities } from '../findings'
import { rules } from '../rules'
import { readJson } from './files'
import { expand, type Flag, type Flags, type Parsed, refuseUnknown, serverFlags, UsageError } from './options'

/** All options of the check. Parsing, help text and the configuration's schema use this table. */
export const flags = {
  config: { value: 'FILE', text: 'reads options from FILE (default contract-check.json, if there); flags win' },
  'print-config': { text: 'prints the options in effect, without values of headers' },
  ...serverFlags,
  only: { value: 'NAME', text: 'checks only this operation or rule; may be repeated', multiple: true },
  skip: { value: 'NAME', text: 'leaves out this operation or rule; may be repeated', multiple: true },
  list: { text: 'calls homeData only, and lists all calls of a check as curl lines' },
  strict: { text: 'warnings count like errors' },
  baseline: { value: 'FILE', text: 'accepts the drift in FILE: only new drift fails' },
  'update-baseline': { text: 'writes the drift that is found to that FILE' },
  'prune-baseline': { text: 'removes entries that no longer occur from that FILE' },
  origin: { value: 'URL', text: 'the origin of the pages that call the API in browsers: what blocks them is an error' },
  against: { value: 'OTHER', text: 'also tells what differs from another server or a folder of fixtures' },
  sample: { value: 'N', text: 'items of each kind to ask for alone (default 10; all or 0: every one)' },
  'max-time': { value: 'SECONDS', text: 'starts no call after that time' },
  rate: { value: 'N', text: 'calls per second at most' },
  'fail-fast': { text: 'stops at the first drift that counts' },
  failed: { text: 'makes only the calls that failed in the last check of URL on this machine' },
  replay: {
    value: 'FILE',
    text: 'makes only the calls of the findings in the JSON report FILE; without URL those of its URL',
  },
  html: { value: 'FILE', text: 'report to look at' },
  junit: { value: 'FILE', text: 'report for CI' },
  json: { value: 'FILE', text: 'report for programs; - writes it to standard output, and nothing else' },
  markdown: { value: 'FILE', text: 'report for a pull request' },
  sarif: { value: 'FILE', text: 'report for code scanning (SARIF 2.1.0)' },
  'rules-url': { value: 'URL', text: 'where RULES.md is on the web; SARIF links each rule there' },
  'code-quality': { value: 'FILE', text: 'report for GitLab code quality' },
  github: { text: 'prints annotations for GitHub Actions' },
  history: { value: 'DIR', text: 'appends the result to DIR/history.jsonl and writes DIR/index.html' },
  quiet: { text: 'prints nothing but errors of the check itself', short: 'q' },
  version: { text: 'prints the version' },
} as const satisfies Flags

/** The values of the options on a command line or in a file. */
export type Values = Parsed<typeof flags>['values']

type Config = { url?: string; severity: Severities; values: Values }

/**
 * Options that apply to one run only. In a configuration file they would accept all drift for ever, or print help in each
 * pipeline.
 */
const oneRun = new Set([
  ...['config', 'print-config', 'list', 'update-baseline', 'prune-baseline', 'failed', 'replay', 'version', 'help'],
])

const defaultFile = 'contract-check.json'

/** The JSON Schema of the configuration file. */
export const configSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    url: { type: 'string' },
    ...Object.fromEntries(
      Object.entries<Flag>(flags)
        .filter(([name]) => !oneRun.has(name))
        .map(([name, flag]) => [name, { ...typeOf(name, flag), description: flag.text }]),
    ),
    severity: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(rules).map(([id, { title }]) => [id, { enum: ['error', 'warning', 'off'], description: title }]),
      ),
    },
  },
}

function typeOf(name: string, { value, multiple }: Flag): object {
  const names = [...operationNames, ...Object.keys(rules)]
  const items = name === 'only' || name === 'skip' ? { enum: names } : { type: 'string' }
  if (multiple) return { type: 'array', items }
  return value === undefined ? { type: 'boolean' } : { anyOf: [{ type: 'string' }, { type: 'number' }] }
}

/** Reads the configuration file: options by name, `url`, and `severity` by rule. Environment variables replace `${NAME}`. */
export async function readConfig(path: string | undefined): Promise<Config> {
  if (path === undefined && !existsSync(defaultFile)) return { severity: {}, values: {} }
  const name = path ?? defaultFile
  const given = await readJson('--config', name)
  const wrong = (problem: string) => new UsageError(`${name}: ${problem}`)
  if (!isObject(given)) throw wrong('expected an object')
  const { $schema: _, url, severity = {}, ...rest } = given
  if (url !== undefined && typeof url !== 'string') throw wrong('"url" takes a text')
  if (!isObject(severity)) throw wrong('"severity" takes an object')
  refuseUnknown(`${name}: there is no option`, Object.keys(rest), [...Object.keys(flags), 'help'])
  const values = Object.entries(rest).map(([key, value]) => {
    if (oneRun.has(key)) throw wrong(`"${key}" is for the command line only`)
    const flag = (flags as Flags)[key] as Flag // a known name
    const isText = (one: unknown) => typeof one === 'string' || typeof one === 'number'
    const [isRight, expected] = flag.multiple
      ? [Array.isArray(value) && value.every(isText), 'a list of texts']
      : flag.value
        ? [isText(value), 'a text or a number']
        : [typeof value === 'boolean', 'true or false']
    if (!isRight) throw wrong(`"${key}" takes ${expected}`)
    // Does not expand headers, because `readServerOptions` does so later.
    const read = (one: unknown) => (key === 'header' ? String(one) : expand(String(one)))
    return [key, typeof value === 'boolean' ? value : Array.isArray(value) ? value.map(read) : read(value)]
  })
  const options = { severity: severity as Severities, values: Object.fromEntries(values) as Values } // checked one by one
  return { ...options, ...(url !== undefined && { url: expand(url) }) }
}
