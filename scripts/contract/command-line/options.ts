import { readFileSync } from 'node:fs'
import { defaultProduct, isProduct } from '#contract/operations'
import type { ClientCertificate } from '../caller'

/** Exit codes of the commands; 64 and 70 are EX_USAGE and EX_SOFTWARE of sysexits. */
export const exitCodes = { holds: 0, drift: 1, unchecked: 2, usage: 64, crash: 70 } as const

/** Wrong usage; the message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options for calls. `base` has no trailing slash, `imageBase` ends in one; `timeout` is in milliseconds. */
export type ServerOptions = {
  base: string
  product: string
  imageBase: string
  headers: Record<string, string>
  concurrency: number
  timeout: number
  /** Calls per second. */
  rate?: number | undefined
  certificate?: ClientCertificate | undefined
  /** Hosts that may have pictures besides the API's and that of `imageBase`. */
  pictureHosts?: readonly string[] | undefined
}

/** Options of `parseArgs` that commands share. */
export const serverFlags = {
  product: { type: 'string' },
  'image-base': { type: 'string' },
  header: { type: 'string', multiple: true },
  concurrency: { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type ServerFlags = {
  product?: string | undefined
  'image-base'?: string | undefined
  header?: string[] | undefined
  concurrency?: string | undefined
  timeout?: string | undefined
}

/** Reads the URL and the shared flags; throws a UsageError that names the bad one. */
export function readServerOptions(positionals: string[], flags: ServerFlags): ServerOptions {
  const [url, ...more] = positionals
  if (url === undefined) throw new UsageError('the address of a server is missing')
  if (more.length > 0) throw new UsageError(`one address at a time; found ${JSON.stringify(more[0])} as well`)
  const base = readAddress(url, 'the address')
  return {
    base,
    product: readProduct(flags.product ?? defaultProduct),
    imageBase: readImageBase(flags['image-base'], base),
    headers: readHeaders(flags.header ?? []),
    concurrency: readCount(flags.concurrency ?? '6', '--concurrency', 1, 64),
    timeout: readSeconds(flags.timeout ?? '10'),
  }
}

/** An http(s) address without trailing slash; `what` names it in the error. */
export function readAddress(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`${what} must be an http(s) address; found ${JSON.stringify(text)}`)
  }
  if (url.username || url.password) {
    throw new UsageError(`${what} must not hold credentials; use --header "authorization: Basic ..."`)
  }
  if (url.search || url.hash) throw new UsageError(`${what} must not have a query or a fragment; found "${text}"`)
  return url.href.replace(/\/+$/, '')
}

/** A whole number between two bounds; `flag` names it in the error. */
export function readCount(text: string, flag: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= least && count <= most) return count
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  throw new UsageError(`${flag} takes a whole number ${range}; found ${JSON.stringify(text)}`)
}

/** Turns an error of `parseArgs` into a UsageError of one line; returns other errors as they are. */
export function asUsageError(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!code.startsWith('ERR_PARSE_ARGS')) return error
  const [first = ''] = message.split(/\.\s|\n/)
  return new UsageError(first.charAt(0).toLowerCase() + first.slice(1).replace(/\.$/, ''))
}

export function readProduct(text: string): string {
  if (isProduct(text)) return text
  throw new UsageError(`--product takes a slug such as "${defaultProduct}"; found ${JSON.stringify(text)}`)
}

export function readImageBase(text: string | undefined, base: string): string {
  if (text === undefined) return `${base}/images/`
  if (text === '') throw new UsageError('--image-base takes an http(s) address or a path; found ""')
  const url = URL.canParse(text, `${base}/`) ? new URL(text, `${base}/`).href : text
  return `${readAddress(url, '--image-base')}/`
}

/** Reads "name: value" lines. `${NAME}` stands for a variable of the environment, `@FILE` for a file of such lines. */
export function readHeaders(given: readonly string[], env = process.env): Record<string, string> {
  const lines = given.flatMap((line) => (line.startsWith('@') ? linesOf(line.slice(1)) : [line]))
  return Object.fromEntries(lines.map((line) => readHeader(expand(line, env))))
}

/** Replaces `${NAME}` by the variable of the environment. */
export function expand(text: string, env = process.env): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined) throw new UsageError(`the variable ${name} is not set`)
    return value
  })
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  } catch (error) {
    throw new UsageError(`--header: ${(error as Error).message}`)
  }
}

/** The client certificate of `--cert` and `--key`; an error names the file that can't be read. */
export function readCertificate(cert: string | undefined, key: string | undefined): ClientCertificate | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--cert and --key go together')
  const read = (flag: string, path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      throw new UsageError(`${flag}: ${(error as Error).message}`)
    }
  }
  return { cert: read('--cert', cert), key: read('--key', key) }
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  const name = line.slice(0, colon).trim().toLowerCase()
  const value = line.slice(colon + 1).trim()
  if (colon < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) {
    throw new UsageError('--header takes "name: value" in plain ASCII')
  }
  return [name, value]
}

/** Seconds as milliseconds. */
export function readSeconds(text: string, flag = '--timeout', most = 600): number {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= 0.1 && seconds <= most) return Math.round(seconds * 1000)
  throw new UsageError(`${flag} takes seconds from 0.1 to ${most}; found ${JSON.stringify(text)}`)
}
