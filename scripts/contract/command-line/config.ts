import { existsSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { isObject } from '#contract/json'
import { didYouMean } from '#contract/nearest'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { expand, type Flag, UsageError } from '../../command-line/options'
import type { Severities } from '../findings'
import { readJson } from '../json-files'
import { rules } from '../rules'
import { flags } from './flags'

export type Values = { [flag: string]: string | boolean | string[] | undefined }

export type Config = { url?: string; severity: Severities; values: Values }

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

const check = createCheck(configSchema as unknown as TSchema) // JSON Schema that typebox understands

/** Reads the configuration file: options by their names, `url`, and `severity` by rule. `${NAME}` stands for a variable. */
export async function readConfig(path: string | undefined): Promise<Config> {
  if (path === undefined && !existsSync(defaultFile)) return { severity: {}, values: {} }
  const name = path ?? defaultFile
  const given = await readJson('--config', name)
  const wrong = (problem: string) => new UsageError(`${name}: ${problem}`)
  const unknown = (kind: string, object: unknown, known: object) =>
    Object.keys(isObject(object) ? object : {})
      .filter((key) => !Object.hasOwn(known, key))
      .map((key) => {
        if (Object.hasOwn(flags, key)) return wrong(`"${key}" is for the command line only`)
        return wrong(`there is no ${kind} "${key}"${didYouMean(key, Object.keys(known))}`)
      })
  const config = given as { severity?: Severities; url?: string }
  const [misspelt] = [...unknown('option', config, configSchema.properties), ...unknown('rule', config.severity, rules)]
  if (misspelt) throw misspelt
  const [fault] = check(given)
  if (fault) throw wrong(`${fault.pointer || '/'}: expected ${fault.expected}, found ${fault.found}`)
  const { $schema: _, url, severity = {}, ...rest } = config as typeof config & { $schema?: string }
  const expanded = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expanded)
    return typeof value === 'boolean' ? value : expand(String(value))
  }
  // Headers are expanded where they are read.
  const values = Object.entries(rest).map(([key, value]) => [key, key === 'header' ? value : expanded(value)])
  return { ...(url !== undefined && { url: expand(url) }), severity, values: Object.fromEntries(values) as Values }
}
