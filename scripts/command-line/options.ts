import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { nearest } from '#contract/nearest'
import { defaultProduct, isProduct } from '#contract/operations'
import type { ClientCertificate } from '../contract/caller'

/** Exit codes of the commands. 64 and 70 are EX_USAGE and EX_SOFTWARE of sysexits. */
export const exitCodes = { holds: 0, drift: 1, unchecked: 2, usage: 64, crash: 70 } as const

/** Reports wrong usage. The message is one line for the user. */
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

/** Output streams of a command. */
export type Output = {
  stdout: { write: (text: string) => unknown; isTTY?: boolean; columns?: number }
  stderr: { write: (text: string) => unknown; isTTY?: boolean }
}

/** An option of a command; without `value` it is a switch. */
export type Flag = { value?: string; text: string; short?: string; multiple?: true }

/** The options of a command. Parsing and help text both use this table. */
export type Flags = Record<string, Flag>

type Parsing<F> = F extends { value: string }
  ? { type: 'string'; multiple: F extends { multiple: true } ? true : false }
  : { type: 'boolean' }

/** Parses a command line. Throws a UsageError for wrong usage. */
export function parseFlags<F extends Flags>(args: string[], flags: F, allowPositionals = true) {
  const options = Object.fromEntries(
    Object.entries<Flag>(flags).map(([name, { value, short, multiple = false }]) => [
      name,
      { ...(value ? { type: 'string', multiple } : { type: 'boolean' }), ...(short && { short }) },
    ]),
  ) as { [Name in keyof F]: Parsing<F[Name]> } // entry by entry
  // Joins a negative number to the option before it, because it would be parsed as an option.
  const isValue = (arg = '', before = '') => /^-\d/.test(arg) && /^--[^=]+$/.test(before)
  const joined = args.flatMap((arg, index) => {
    if (isValue(arg, args[index - 1])) return []
    return isValue(args[index + 1], arg) ? [`${arg}=${args[index + 1]}`] : [arg]
  })
  try {
    return parseArgs({ args: joined, options, allowPositionals })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error
    const [, name] = /^Option '(?:-\w, )?(--[\w-]+).*ambiguous/.exec(message) ?? []
    if (name) {
      const next = JSON.stringify(args[args.indexOf(name) + 1])
      throw new UsageError(`${name} needs a value; found ${next}, which begins with a dash`)
    }
    const [first = ''] = message.split(/\.\s|\n/)
    const [, unknown = ''] = /^Unknown option '--([\w-]+)'/.exec(first) ?? []
    const [meant] = nearest(unknown, Object.keys(flags), 1)
    const hint = meant ? `; did you mean --${meant}?` : ''
    throw new UsageError(first.charAt(0).toLowerCase() + first.slice(1).replace(/\.$/, '') + hint)
  }
}

export type Parsed<F extends Flags> = ReturnType<typeof parseFlags<F>>

/** The options as lines of a help text. */
export function flagLines(flags: Flags): string {
  const rows = Object.entries(flags).map(
    ([name, { value, text }]) => [`--${name}${value ? ` ${value}` : ''}`, text] as const,
  )
  return rows.map(([flag, text]) => `  ${flag.padEnd(21)} ${text}`).join('\n')
}

/** The options of commands that call a server. */
export const serverFlags = {
  product: { value: 'SLUG', text: 'the product, as in /{product}_news (default ugarit)' },
  'image-base': { value: 'URL', text: 'where pictures are (default URL/images/)' },
  'picture-host': { value: 'HOST', text: 'another host that may have pictures; may be repeated', multiple: true },
  header: {
    value: '"N: V"',
    text: `a header to send; \${NAME} is read from the environment, @FILE from a file; may be repeated`,
    multiple: true,
  },
  concurrency: { value: 'N', text: 'calls at a time (default 6)' },
  timeout: { value: 'SECONDS', text: 'the longest a call may take (default 10)' },
  cert: { value: 'FILE', text: 'a client certificate, PEM' },
  key: { value: 'FILE', text: 'the key of that certificate, PEM' },
} as const satisfies Flags

export const helpFlag = { help: { text: 'this text', short: 'h' } } as const satisfies Flags

type ServerFlags = Partial<Parsed<typeof serverFlags>['values']>

/** Reads the URL and the shared flags. Throws a UsageError that names the invalid one. */
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
    certificate: readCertificate(flags.cert, flags.key),
  }
}

/** An http(s) address without trailing slash; `what` names it in the error. */
export function readAddress(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const meant = !text.includes('://') && URL.canParse(`http://${text}`) ? `; did you mean "http://${text}"?` : ''
    throw new UsageError(`${what} must be an http(s) address; found ${JSON.stringify(text)}${meant}`)
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
  const lines = readText('--header', path).split(/\r?\n/)
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** The text of a file that an option names. */
function readText(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}`)
  }
}

/** The client certificate of `--cert` and `--key`; an error names the file that can't be read. */
export function readCertificate(cert: string | undefined, key: string | undefined): ClientCertificate | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--cert and --key go together')
  return { cert: readText('--cert', cert), key: readText('--key', key) }
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
