import { readFile } from 'node:fs/promises'
import { isObject } from '#contract/json'
import { didYouMean } from '#contract/nearest'
import { expand, type Flag, UsageError } from '../../command-line/options'
import type { Severities } from '../findings'
import { isRule, rules } from '../rules'
import { flags } from './flags'

export type Values = { [flag: string]: string | boolean | string[] | undefined }

export type Config = { url?: string; severity: Severities; values: Values }

/**
 * Options that apply to one run only. In a configuration file they would accept all drift for ever, or print help in each
 * pipeline.
 */
export const commandLineOnly: ReadonlySet<string> = new Set([
  ...['config', 'print-config', 'list', 'update-baseline', 'prune-baseline', 'version', 'help'],
])

const defaultFile = 'contract-check.json'

/** Reads the configuration file: options by their names, `url`, and `severity` by rule. `${NAME}` stands for a variable. */
export async function readConfig(path: string | undefined): Promise<Config> {
  const name = path ?? defaultFile
  let given: unknown
  try {
    given = JSON.parse(await readFile(name, 'utf8'))
  } catch (error) {
    if (path === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return { severity: {}, values: {} }
    throw new UsageError(`${name} can't be read: ${(error as Error).message.split('\n')[0]}`)
  }
  const wrong = (problem: string) => new UsageError(`${name}: ${problem}`)
  if (!isObject(given)) throw wrong('expected an object')
  const { $schema: _, url, severity = {}, ...rest } = given
  if (url !== undefined && typeof url !== 'string') throw wrong('"url" takes a text')
  const values = Object.entries(rest).map(([key, value]) => {
    if (Object.hasOwn(flags, key) && commandLineOnly.has(key)) throw wrong(`"${key}" is for the command line only`)
    if (!Object.hasOwn(flags, key)) {
      throw wrong(`there is no option "${key}"${didYouMean(key, Object.keys(flags))}`)
    }
    const flag = (flags as Record<string, Flag>)[key] as Flag // checked above
    const isText = (one: unknown) => typeof one === 'string'
    if (flag.multiple) {
      if (!Array.isArray(value) || !value.every(isText)) throw wrong(`"${key}" takes a list of texts`)
      // Headers are expanded where they are read.
      return [key, key === 'header' ? value : value.map((one) => expand(one))]
    }
    if (flag.value === undefined && typeof value !== 'boolean') throw wrong(`"${key}" takes true or false`)
    if (flag.value !== undefined && typeof value !== 'string' && typeof value !== 'number')
      throw wrong(`"${key}" takes a text or a number`)
    return [key, typeof value === 'boolean' ? value : expand(String(value))]
  })
  if (!isObject(severity)) throw wrong('"severity" takes an object')
  for (const [rule, level] of Object.entries(severity)) {
    if (!isRule(rule)) throw wrong(`there is no rule "${rule}"${didYouMean(rule, Object.keys(rules))}`)
    if (level !== 'error' && level !== 'warning' && level !== 'off')
      throw wrong(`the severity of "${rule}" is one of error, warning, off`)
  }
  return {
    ...(url !== undefined && { url: expand(url) }),
    severity: severity as Severities,
    values: Object.fromEntries(values) as Values,
  }
}
