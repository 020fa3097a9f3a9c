import { existsSync } from 'node:fs'
import { isObject } from '#contract/json'
import { operationNames } from '#contract/operations'
import { readJson } from '../../command-line/json-files'
import { expand, type Flag, type Flags, type Parsed, parseFlags, UsageError } from '../../command-line/options'
import type { Severities } from '../findings'
import { rules } from '../rules'
import { flags } from './flags'

/** The values of the options on a command line or in a file. */
export type Values = Parsed<typeof flags>['values']

type Config = { url?: string; severity: Severities; values: Values }

/**
 * Options that apply to one run only. In a configuration file they would accept all drift for ever, or print help in each
 * pipeline.
 */
const commandLineOnly = new Set([
  ...['config', 'print-config', 'list', 'update-baseline', 'prune-baseline', 'version', 'help'],
])

const defaultFile = 'contract-check.json'

/** The JSON Schema of the configuration file. */
export const configSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...{ $schema: { type: 'string' }, url: { type: 'string' } },
    ...Object.fromEntries(
      Object.entries<Flag>(flags)
        .filter(([name]) => !commandLineOnly.has(name))
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

/** Reads the configuration file: options by their names, `url`, and `severity` by rule. `${NAME}` stands for a variable. */
export async function readConfig(path: string | undefined): Promise<Config> {
  if (path === undefined && !existsSync(defaultFile)) return { severity: {}, values: {} }
  const name = path ?? defaultFile
  const given = await readJson('--config', name)
  const wrong = (problem: string) => new UsageError(`${name}: ${problem}`)
  if (!isObject(given)) throw wrong('expected an object')
  const { $schema: _, url, severity = {}, ...rest } = given
  if (url !== undefined && typeof url !== 'string') throw wrong('"url" takes a text')
  if (!isObject(severity)) throw wrong('"severity" takes an object')
  const args = Object.entries(rest).flatMap(([key, value]) => {
    if (commandLineOnly.has(key)) throw wrong(`"${key}" is for the command line only`)
    const flag = (flags as Flags)[key]
    // The parser refuses it, and names the option that was probably meant.
    if (!flag) return [`--${key}`]
    const isRight = flag.multiple ? Array.isArray(value) && value.every(isText) : isText(value)
    const isSwitch = flag.value === undefined
    const expected = flag.multiple ? 'a list of texts' : isSwitch ? 'true or false' : 'a text or a number'
    if (!isRight && !(isSwitch && typeof value === 'boolean')) throw wrong(`"${key}" takes ${expected}`)
    // Headers are expanded where they are read.
    const texts = [value].flat().map((one) => (key === 'header' ? String(one) : expand(String(one))))
    return typeof value === 'boolean' ? (value ? [`--${key}`] : []) : texts.map((text) => `--${key}=${text}`)
  })
  try {
    const { values } = parseFlags(args, flags)
    return { ...(url !== undefined && { url: expand(url) }), severity: severity as Severities, values }
  } catch (error) {
    throw error instanceof UsageError ? wrong(error.message) : error
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}
