import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { defaultProduct, isProduct } from '#contract/operations'
import { withoutTrailingSlashes } from '#contract/paths'
import type { NamedScenario } from '#contract/scenario'
import { parseFaults } from './fault-injection'
import { headerLines, isProxy, proxyExpected, readHeader, splitCredentials } from './http-client/access'

/** A kind of variable: its valid values in words, and a parser, which returns `undefined` or throws for an invalid value. */
export type Kind<T> = { expected: string; parse: (value: string) => T | undefined; choices?: readonly string[] }

export const hostName: Kind<string> = { expected: 'a host name or address', parse: matching(/^[\w.:%-]+$/) }

export const portNumber: Kind<number> = { expected: 'a port number from 0 to 65535', parse: numberUpTo(65_535) }

export const faultPlan: Kind<NamedScenario> = { expected: 'a plan of faults', parse: parseFaults }

export const secret: Kind<string> = {
  expected: 'a secret of 16 to 200 characters A-Z, a-z, 0-9 and -._~+/=',
  parse: matching(/^[\w.~+/=-]{16,200}$/),
}

export const productSlug: Kind<string> = {
  expected: `a slug such as "${defaultProduct}" (a-z, 0-9, - and _; not "ai", which has its own news)`,
  parse: (value) => (isProduct(value) ? value : undefined),
}

export const folder: Kind<string> = {
  expected: 'a folder that exists',
  parse: (value) => {
    const path = resolve(value)
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined
  },
}

/** A number of kilobytes, in bytes; infinite for `off`. */
export const kilobytes: Kind<number> = {
  expected: 'a number of kilobytes up to 9999999, or off',
  parse: (value) => {
    const count = value === 'off' ? Number.POSITIVE_INFINITY : numberUpTo(9_999_999)(value)
    return count === undefined ? undefined : count * 1_000
  },
}

export const requestsPerMinute: Kind<{ perMinute: number; includesLoopback: boolean }> = {
  expected: 'a number of requests per minute from 1 to 1000000, or off',
  parse: (value) => {
    const perMinute = value === 'off' ? 0 : numberUpTo(1_000_000)(value) || undefined
    return perMinute === undefined ? undefined : { perMinute, includesLoopback: perMinute > 0 }
  },
}

/** An http(s) address without credentials, query and fragment. Slashes at its end are removed. */
export const httpUrl: Kind<string> = {
  expected: 'an http(s) address such as https://api.example.org',
  parse: (value) => {
    if (!URL.canParse(value)) return undefined
    const { protocol, username, password, search, hash, href } = new URL(value)
    const isPlain = !username && !password && !search && !hash
    return /^https?:$/.test(protocol) && isPlain ? withoutTrailingSlashes(href) : undefined
  },
}

export const noApi = { address: '', headers: {} }

/** The address of an API. Credentials in it become a header. */
export const apiUrl: Kind<{ address: string; headers: Record<string, string> }> = {
  expected: httpUrl.expected,
  parse: (value) => {
    const { address, headers } = splitCredentials(value)
    const plain = httpUrl.parse(address)
    return plain === undefined ? undefined : { address: plain, headers }
  },
}

export const headersOrFile: Kind<Record<string, string>> = {
  expected: 'headers such as "x-key: abc" in plain ASCII, one on each line, or @ and a file of such lines',
  parse: (value) => {
    const lines = headerLines(value.startsWith('@') ? readFileSync(value.slice(1), 'utf8') : value)
    const headers = lines.map(readHeader)
    return headers.every((each) => each !== undefined) ? Object.fromEntries(headers) : undefined
  },
}

export const pemFile: Kind<string> = {
  expected: 'a PEM file',
  parse: (value) => {
    const text = readFileSync(value, 'utf8')
    return text.includes('-----BEGIN ') ? text : undefined
  },
}

export const proxyUrl: Kind<string> = {
  expected: proxyExpected,
  parse: (value) => (isProxy(value) ? value : undefined),
}

export const urlOrPath: Kind<string> = {
  expected: 'an http(s) address or a path that begins with one slash',
  parse: (value) => (/^\/(?![/\\])[^?#\s]*$/.test(value) ? value : httpUrl.parse(value)),
}

export const origin: Kind<string> = {
  expected: 'an http(s) origin such as https://www.example.org, without a path',
  parse: (value) => {
    const url = httpUrl.parse(value)
    return url && url === new URL(url).origin ? url : undefined
  },
}

export const originList: Kind<string[]> = {
  expected: 'a comma-separated list of http(s) origins, such as https://cdn.example.org',
  parse: (value) => {
    const origins = splitList(value).map(origin.parse)
    return origins.every((each) => each !== undefined) ? origins : undefined
  },
}

export const addressRanges: Kind<string[]> = {
  expected: 'a comma-separated list of addresses or CIDR ranges, such as 10.0.0.0/8',
  parse: (value) => {
    const ranges = splitList(value)
    return ranges.every(isAddressRange) ? ranges : undefined
  },
}

/** True for an address or a CIDR range. Shortened addresses such as `10.0.0`, which may be a typing mistake, are invalid. */
function isAddressRange(range: string): boolean {
  const [, address = '', bits = '1'] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(range) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

/** A folder inside CACHE_DIR that only the server uses, because CACHE_DIR may also hold files of other programs. */
export const ownFolder = (cacheDir: string): string => join(resolve(cacheDir), 'ugarit-site')

export function oneOf<T extends string>(choices: readonly T[]): Kind<T> {
  const parse = (value: string) => choices.find((choice) => choice === value)
  return { expected: `one of ${choices.join(', ')}`, parse, choices }
}

function matching(pattern: RegExp) {
  return (value: string) => (pattern.test(value) ? value : undefined)
}

export function numberUpTo(max: number) {
  return (value: string) => (/^\d{1,7}$/.test(value) && Number(value) <= max ? Number(value) : undefined)
}

export function splitList(value: string): string[] {
  return value.split(',').map((each) => each.trim())
}

/** Why a client certificate and its key cannot be used; `undefined` if they can. */
export function certificateViolation(cert: string, key: string): string | undefined {
  if (cert === '' || key === '') return cert === '' ? 'no certificate' : 'no key'
  try {
    createSecureContext({ cert, key })
    return undefined
  } catch (error) {
    return `"${(error as Error).message}"`
  }
}
