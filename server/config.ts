import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { didYouMean } from '#contract/nearest'
import { defaultProduct, isProduct } from '#contract/operations'
import { withoutTrailingSlashes } from '#contract/paths'
import type { NamedScenario } from '#contract/scenario'
import { parseFaults } from './fault-injection'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The server's options with all defaults applied. No other module of the server reads environment variables for them. */
export type Config = ReturnType<typeof readConfig>

/** Invalid environment variables. The message gives the expected and the found value of each, but only the length of a token. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** A kind of variable: its valid values in words, and a parser, which returns `undefined` or throws for an invalid value. */
type Kind<T> = { expected: string; parse: (value: string) => T | undefined; choices?: readonly string[] }

/** Reads the configuration from the environment. Throws one ConfigError that lists all invalid values. */
export function readConfig(env: Record<string, string | undefined>) {
  const errors: string[] = []
  const read = <T>(name: string, fallback: T, { expected, parse, choices = [] }: Kind<T>): T => {
    const value = env[name]?.trim()
    if (value === undefined || value === '') return fallback
    try {
      const parsed = parse(value)
      if (parsed !== undefined) return parsed
      // Keeps tokens out of the log, even invalid ones.
      const found = name.endsWith('_TOKEN') ? `${value.length} characters` : `"${value}"`
      errors.push(`${name}: expected ${expected}, found ${found}${didYouMean(value, choices)}`)
    } catch (error) {
      errors.push(`${name}: ${(error as Error).message}`)
    }
    return fallback
  }

  const isDevelopment = env.NODE_ENV === 'development'
  const host = read('HOST', '127.0.0.1', hostName)
  const port = read('PORT', 3000, portNumber)
  const baseUrl = read('BASE_URL', '', httpUrl)
  const upstream = read('UPSTREAM', '', {
    expected: 'the http(s) address of another API, such as https://api.example.org, not of this server',
    parse: (value) => (isOwnAddress(value, host, port) ? undefined : httpUrl.parse(value)),
  })
  const scenarios = read('SCENARIO', [], { expected: 'names of scenarios with commas', parse: splitList })
  const hasScenarios = isDevelopment || read('SCENARIOS', 'no', oneOf(['yes', 'no'])) === 'yes'
  if (scenarios.length > 0 && !hasScenarios)
    errors.push('SCENARIO: expected SCENARIOS=yes as well where visitors are to see it, found it without')
  const mayFail = isDevelopment || read('FAULTS_IN_PRODUCTION', 'no', oneOf(['yes', 'no'])) === 'yes'
  const plan = read<NamedScenario | undefined>('FAULTS', undefined, faultPlan)
  if (plan && !mayFail)
    errors.push('FAULTS: expected FAULTS_IN_PRODUCTION=yes as well where visitors are to be failed, found it without')
  const config = {
    host,
    port,
    /** Absolute path of the folder with the seven fixture files. */
    fixturesDir: read('FIXTURES_DIR', resolve('fixtures'), folder),
    /** Absolute path of the folder with the pictures. */
    imagesDir: read('IMAGES_DIR', resolve('images'), folder),
    /** Absolute path of the server's folder for caches; empty for none. The server also runs if the folder can't be used. */
    cacheDir: read('CACHE_DIR', ownFolder('.cache'), {
      expected: 'a folder, or off',
      parse: (value) => (value === 'off' ? '' : ownFolder(value)),
    }),
    product: read('PRODUCT', defaultProduct, productSlug),
    /** Address of another API that the pages read; empty for this server's own. */
    baseUrl,
    /** Address of the API whose responses this server passes on; empty to serve the fixtures alone. */
    upstream,
    /** Address that a picture's file name is appended to in pages; ends in a slash. */
    imageBase: read('IMAGE_BASE', `${baseUrl}/images`, urlOrPath).replace(/\/?$/, '/'),
    /** Origins that pictures may come from besides the image base and the API: the origins in IMAGE_HOSTS, and the upstream's. */
    imageHosts: read('IMAGE_HOSTS', [], originList).concat(upstream ? new URL(upstream).origin : []),
    /** Absolute origin of the site, without a trailing slash. */
    publicUrl: read('PUBLIC_URL', `http://localhost:${port}`, origin),
    /** CIDR ranges of trusted proxies, whose X-Forwarded headers are used; none by default. */
    trustProxy: read('TRUST_PROXY', [], addressRanges),
    /** The limit of costly requests per minute and address; 0 for none. Limits loopback addresses only if RATE_LIMIT is set. */
    rateLimit: read('RATE_LIMIT', { perMinute: 1_000, includesLoopback: false }, requestsPerMinute),
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels)),
    /** The token for reading `/metrics`. If it is empty, only this machine may read the metrics. */
    metricsToken: read('METRICS_TOKEN', '', secret),
    /** The token for `/__scenarios` and `/__requests` outside of development. If it is empty, only this machine may use them. */
    scenariosToken: read('SCENARIOS_TOKEN', '', secret),
    /** If false, `/sw.js` removes the service worker from every browser that has it. */
    hasServiceWorker: read('SERVICE_WORKER', 'on', oneOf(['on', 'off'])) === 'on',
    /** True under `npm run dev`, where Vite renders the pages. */
    isDevelopment,
    /** The address of the site under `npm run dev`, where Vite serves it. */
    developmentUrl: `http://localhost:${read('CLIENT_PORT', 5173, portNumber)}/`,
    /** The scenario that `FAULTS` describes, if any. Outside of development a second variable must confirm it. */
    faults: plan,
    /** The scenarios of requests that choose none; undefined if scenarios are off. */
    scenarios: hasScenarios ? scenarios : undefined,
  }
  if (errors.length === 0) return config
  throw new ConfigError(`The environment can't be used:\n${errors.map((error) => `  ${error}`).join('\n')}`)
}

const hostName: Kind<string> = { expected: 'a host name or address', parse: matching(/^[\w.:%-]+$/) }

const portNumber: Kind<number> = { expected: 'a port number from 0 to 65535', parse: numberUpTo(65_535) }

const faultPlan: Kind<NamedScenario> = { expected: 'a plan of faults', parse: parseFaults }

const secret: Kind<string> = {
  expected: 'a secret of 16 to 200 characters A-Z, a-z, 0-9 and -._~+/=',
  parse: matching(/^[\w.~+/=-]{16,200}$/),
}

const productSlug: Kind<string> = {
  expected: `a slug such as "${defaultProduct}" (a-z, 0-9, - and _; not "ai", which has its own news)`,
  parse: (value) => (isProduct(value) ? value : undefined),
}

const folder: Kind<string> = {
  expected: 'a folder that exists',
  parse: (value) => {
    const path = resolve(value)
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined
  },
}

const requestsPerMinute: Kind<{ perMinute: number; includesLoopback: boolean }> = {
  expected: 'a number of requests per minute from 1 to 1000000, or off',
  parse: (value) => {
    const perMinute = value === 'off' ? 0 : numberUpTo(1_000_000)(value) || undefined
    return perMinute === undefined ? undefined : { perMinute, includesLoopback: perMinute > 0 }
  },
}

/** Removes slashes from the end of an address. */
const httpUrl: Kind<string> = {
  expected: 'an http(s) address such as https://api.example.org',
  parse: (value) => {
    if (!URL.canParse(value)) return undefined
    const { protocol, username, password, search, hash, href } = new URL(value)
    const isPlain = !username && !password && !search && !hash
    return /^https?:$/.test(protocol) && isPlain ? withoutTrailingSlashes(href) : undefined
  },
}

const urlOrPath: Kind<string> = {
  expected: 'an http(s) address or a path that begins with one slash',
  parse: (value) => (/^\/(?![/\\])[^?#\s]*$/.test(value) ? value : httpUrl.parse(value)),
}

const origin: Kind<string> = {
  expected: 'an http(s) origin such as https://www.example.org, without a path',
  parse: (value) => {
    const url = httpUrl.parse(value)
    return url && url === new URL(url).origin ? url : undefined
  },
}

const originList: Kind<string[]> = {
  expected: 'a comma-separated list of http(s) origins, such as https://cdn.example.org',
  parse: (value) => {
    const origins = splitList(value).map(origin.parse)
    return origins.every((each) => each !== undefined) ? origins : undefined
  },
}

const addressRanges: Kind<string[]> = {
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
const ownFolder = (cacheDir: string): string => join(resolve(cacheDir), 'ugarit-site')

function oneOf<T extends string>(choices: readonly T[]): Kind<T> {
  const parse = (value: string) => choices.find((choice) => choice === value)
  return { expected: `one of ${choices.join(', ')}`, parse, choices }
}

function matching(pattern: RegExp) {
  return (value: string) => (pattern.test(value) ? value : undefined)
}

function numberUpTo(max: number) {
  return (value: string) => (/^\d{1,7}$/.test(value) && Number(value) <= max ? Number(value) : undefined)
}

function splitList(value: string): string[] {
  return value.split(',').map((each) => each.trim())
}

/** True for the address that this server listens on. If this were its upstream, the server would call itself without end. */
function isOwnAddress(value: string, host: string, port: number): boolean {
  if (port === 0 || !URL.canParse(value)) return false
  const { hostname, port: named, protocol } = new URL(value)
  const hosts = [host, 'localhost', '127.0.0.1', '[::1]', '0.0.0.0']
  return protocol === 'http:' && hosts.includes(hostname) && Number(named || 80) === port
}
