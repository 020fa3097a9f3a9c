import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defaultProduct, isProduct } from '#contract/operations'
import { withoutTrailingSlashes } from '#contract/paths'
import { didYouMean, nearest } from '#contract/text/nearest'
import {
  headerLines,
  isProxy,
  proxyExpected,
  proxyVariables,
  readHeader,
  withoutCredentials,
} from '../../server/http-client/access'

/** Exit codes of the commands. 64 and 70 are EX_USAGE and EX_SOFTWARE of sysexits. */
export const exitCodes = { holds: 0, drift: 1, unchecked: 2, usage: 64, crash: 70 } as const

/** An error for wrong usage of a command. The message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The output streams of a command. */
export type Output = Record<'stdout' | 'stderr', { write: (text: string) => unknown; isTTY?: boolean }>

/** An option of a command. An option without `value` is a switch. */
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
  ) as { [Name in keyof F]: Parsing<F[Name]> } // each flag has its entry
  try {
    return parseArgs({ args, options, allowPositionals })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error
    const [, name = ''] = /^[^']*'(?:-\w, )?(--[\w-]+)/.exec(message) ?? []
    if (message.includes('ambiguous')) {
      const next = JSON.stringify(args[args.indexOf(name) + 1])
      throw new UsageError(`${name} needs a value; found ${next}, which begins with a dash`)
    }
    const names = Object.keys(flags).map((flag) => `--${flag}`)
    const [meant] = message.startsWith('Unknown') ? nearest(name, names, 1) : []
    const hint = meant ? `; did you mean ${meant}?` : ''
    const [first = ''] = message.split(/\.\s|\n/)
    throw new UsageError(first.charAt(0).toLowerCase() + first.slice(1).replace(/\.$/, '') + hint)
  }
}

export type Parsed<F extends Flags> = ReturnType<typeof parseFlags<F>>

/** The options as lines of a help text. */
export function flagLines(flags: Flags): string {
  const lines = Object.entries(flags).map(([name, { value = '', text }]) => {
    return `  ${`--${name} ${value}`.padEnd(21)} ${text}`
  })
  return lines.join('\n')
}

/** The options of commands that call a server. */
export const serverFlags = {
  product: { value: 'SLUG', text: `the product, as in /{product}_news (default ${defaultProduct})` },
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

/** Throws a UsageError for the first unknown name. The message begins with `what`, such as `there is no rule`. */
export function refuseUnknown(what: string, names: readonly string[], known: readonly string[]): void {
  const name = names.find((one) => !known.includes(one))
  if (name !== undefined) throw new UsageError(`${what} "${name}"${didYouMean(name, known)}`)
}

/** Reads the server's address, which is the only argument. Without it, returns the address of the configuration file. */
export function readServerAddress([url, ...more]: readonly string[], configured?: string): string {
  if (more.length > 0) throw new UsageError(`one address at a time; found ${JSON.stringify(more[0])} as well`)
  const address = url ?? configured
  if (address === undefined) throw new UsageError('the address of a server is missing')
  return address
}

/** Reads `serverFlags` as options of a check. Throws a UsageError that names an invalid flag. */
export function readServerOptions(flags: Partial<Parsed<typeof serverFlags>['values']>) {
  for (const name of proxyVariables) {
    const { [name]: value = '' } = process.env
    if (value !== '' && !isProxy(value))
      throw new UsageError(`${name}: expected ${proxyExpected}, found "${withoutCredentials(value)}"`)
  }
  return {
    product: flags.product,
    imageBase: flags['image-base'],
    pictureHosts: flags['picture-host']?.map(readHost),
    headers: readHeaders(flags.header ?? []),
    concurrency: readCount(flags.concurrency, '--concurrency', 1, 64),
    timeout: readSeconds(flags.timeout, '--timeout', 600),
    certificate: readCertificate(flags.cert, flags.key),
  }
}

/** Reads a host, such as `cdn.example.org:8080`. Drops the default ports, because addresses leave them out. */
function readHost(text: string): string {
  const host = text.toLowerCase().replace(/:(?:80|443)$/, '')
  if (URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host) return host
  throw new UsageError(`--picture-host takes a host such as cdn.example.org; found ${JSON.stringify(text)}`)
}

/** Reads an http(s) address without its trailing slash. `what` names the address in an error. */
export function readAddress(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const meant = !text.includes('://') && URL.canParse(`http://${text}`) ? `; did you mean "http://${text}"?` : ''
    const found = JSON.stringify(withoutCredentials(text))
    throw new UsageError(`${what} must be an http(s) address; found ${found}${withoutCredentials(meant)}`)
  }
  if (url.username || url.password) throw new UsageError(`${what} must not hold credentials`)
  if (url.search || url.hash) throw new UsageError(`${what} must not have a query or a fragment; found "${text}"`)
  return withoutTrailingSlashes(url.href)
}

/** Reads the whole number of a flag, from `min` to `max`. Returns `undefined` if the flag is not given. */
export function readCount(text: string | undefined, flag: string, min: number, max = Number.MAX_SAFE_INTEGER) {
  if (text === undefined) return undefined
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= min && count <= max) return count
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  throw new UsageError(`${flag} takes a whole number ${range}; found ${JSON.stringify(text)}`)
}

/** Reads the seconds of a flag, and returns them as milliseconds. Returns `undefined` if the flag is not given. */
export function readSeconds(text: string | undefined, flag: string, max: number) {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= 0.1 && seconds <= max) return Math.round(seconds * 1000)
  throw new UsageError(`${flag} takes seconds from 0.1 to ${max}; found ${JSON.stringify(text)}`)
}

/** Reads the origin of a site, such as `https://www.example.org`. */
export function readOrigin(text: string): string {
  const address = readAddress(text, '--origin')
  if (address === new URL(address).origin) return address
  throw new UsageError(
    `--origin takes an origin such as https://www.example.org, without a path; found ${JSON.stringify(text)}`,
  )
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
function readHeaders(given: readonly string[]): Record<string, string> {
  const lines = given.flatMap((line) =>
    line.startsWith('@') ? headerLines(readText('--header', line.slice(1))) : line,
  )
  const headers = lines.map((line) => readHeader(expand(line)))
  if (headers.every((each) => each !== undefined)) return Object.fromEntries(headers)
  throw new UsageError('--header takes "name: value" in plain ASCII')
}

/** Replaces `${NAME}` by the variable of the environment. */
export function expand(text: string): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = process.env[name]
    if (value === undefined) throw new UsageError(`the variable ${name} is not set`)
    return value
  })
}

/** Reads the client certificate and its key from the files of `--cert` and `--key`. */
function readCertificate(cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--cert and --key go together')
  return { cert: readText('--cert', cert), key: readText('--key', key) }
}

/** The text of a file that an option names. */
function readText(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message}`)
  }
}
