import { defaultProduct, isProduct } from '#contract/operations'

/** What `contract` and `record` tell the shell: all well, drift, nothing could be checked, wrong usage (sysexits' EX_USAGE). */
export const exitCodes = { holds: 0, drift: 1, unchecked: 2, usage: 64 } as const

/** A command line that can't be followed; the message is the one line that its writer sees. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** How a server is asked. Addresses have no trailing slash but for `imageBase`, which ends in one; `timeout` in milliseconds. */
export type ServerOptions = {
  base: string
  product: string
  imageBase: string
  headers: Record<string, string>
  concurrency: number
  timeout: number
}

/** The options of parseArgs that both commands have. */
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

/** Reads the URL and the flags that say how to ask it; throws a UsageError that names the bad one. */
export function readServerOptions(positionals: string[], flags: ServerFlags): ServerOptions {
  const [url, ...more] = positionals
  if (url === undefined) throw new UsageError('the address of a server is missing')
  if (more.length > 0) throw new UsageError(`one address at a time; found ${JSON.stringify(more[0])} as well`)
  const base = readAddress(url, 'the address')
  return {
    base,
    product: readProduct(flags.product ?? defaultProduct),
    imageBase: readImageBase(flags['image-base'], base),
    headers: Object.fromEntries((flags.header ?? []).map(readHeader)),
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

/** What parseArgs refuses, as one line of a UsageError; other errors stay themselves. */
export function asUsageError(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!code.startsWith('ERR_PARSE_ARGS')) return error
  const [first = ''] = message.split(/\.\s|\n/)
  return new UsageError(first.charAt(0).toLowerCase() + first.slice(1).replace(/\.$/, ''))
}

function readProduct(text: string): string {
  if (isProduct(text)) return text
  throw new UsageError(`--product takes a slug such as "${defaultProduct}"; found ${JSON.stringify(text)}`)
}

function readImageBase(text: string | undefined, base: string): string {
  if (text === undefined) return `${base}/images/`
  if (text === '') throw new UsageError('--image-base takes an http(s) address or a path; found ""')
  const url = URL.canParse(text, `${base}/`) ? new URL(text, `${base}/`).href : text
  return `${readAddress(url, '--image-base')}/`
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

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= 0.1 && seconds <= 600) return Math.round(seconds * 1000)
  throw new UsageError(`--timeout takes seconds from 0.1 to 600; found ${JSON.stringify(text)}`)
}
