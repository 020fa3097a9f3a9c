import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import proxyAddr from '@fastify/proxy-addr'
import { didYouMean } from '#contract/nearest'
import { defaultProduct, isProduct } from '#contract/operations'
import { type FaultPlan, parseFaultPlan } from './api/development/fault-rates'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The server's options with all defaults applied. No other module reads environment variables for them. */
export type Config = {
  host: string
  port: number
  /** Absolute path of the folder with the seven fixture files. */
  fixturesDir: string
  /** Absolute path of the folder with the pictures. */
  imagesDir: string
  /** Absolute path of the folder that caches resized pictures, created on first use; empty for no disk cache. */
  cacheDir: string
  product: string
  /** Address of another API that the pages read; empty for this server's own. */
  baseUrl: string
  /** Address of the API whose responses this server passes on; empty to serve the fixtures alone. */
  upstream: string
  /** Address that a picture's file name is appended to in pages; ends in a slash. */
  imageBase: string
  /** Origins that pictures may come from besides the image base and the API: those that the owner names, and the upstream's. */
  imageHosts: string[]
  /** Absolute origin of the site, without a trailing slash. */
  publicUrl: string
  /** CIDR ranges of trusted proxies, whose X-Forwarded headers are used; none by default. */
  trustProxy: string[]
  /** Costly requests per minute and address; 0 for no limit. Loopback addresses are limited only if RATE_LIMIT is set. */
  rateLimit: { perMinute: number; includesLoopback: boolean }
  logLevel: (typeof logLevels)[number]
  /** The token that reads `/metrics`; if empty, only this machine may read them. */
  metricsToken: string
  /** If false, `/sw.js` removes the service worker from every browser that has it. */
  hasServiceWorker: boolean
  /** True under `npm run dev`: Vite renders the pages, and `/__requests` shows the calls. */
  isDevelopment: boolean
  /** The faults injected into the API's answers, if any. */
  faults?: FaultPlan
  /** The scenarios of requests that choose none; unset if scenarios are off. */
  scenarios?: string[]
}

/** An invalid environment variable. The message has its name, the expected and the found value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the configuration from the environment. Throws one ConfigError that lists all invalid values. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = []
  const read = <T>(
    name: string,
    fallback: T,
    expected: string,
    parse: (value: string) => T | undefined,
    choices: readonly string[] = [],
  ): T => {
    const value = env[name]?.trim()
    if (value === undefined || value === '') return fallback
    const parsed = parse(value)
    if (parsed === undefined) {
      // Keeps tokens out of the log, even invalid ones.
      const found = name.endsWith('_TOKEN') ? `${value.length} characters` : `"${value}"`
      faults.push(`${name}: expected ${expected}, found ${found}${didYouMean(value, choices)}`)
    }
    return parsed ?? fallback
  }
  const readChoice = <T extends string>(name: string, fallback: T, choices: readonly T[]): T =>
    read(name, fallback, `one of ${choices.join(', ')}`, (value) => choices.find((choice) => choice === value), choices)
  const readFolder = (name: string, fallback: string) =>
    read(name, resolve(fallback), 'a folder that exists', (value) => {
      const path = resolve(value)
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined
    })

  const host = read('HOST', '127.0.0.1', 'a host name or address', matching(/^[\w.:%-]+$/))
  const port = read('PORT', 3000, 'a port number from 0 to 65535', numberUpTo(65_535))
  const baseUrl = read('BASE_URL', '', 'an http(s) address such as https://api.example.org', parseHttpUrl)
  const imageBase = read(
    'IMAGE_BASE',
    `${baseUrl}/images`,
    'an http(s) address or a path that begins with one slash',
    (value) => (/^\/(?![/\\])[^?#\s]*$/.test(value) ? value : parseHttpUrl(value)),
  )
  const upstream = read(
    'UPSTREAM',
    '',
    'the http(s) address of another API, such as https://api.example.org, not of this server',
    (value) => (isOwnAddress(value, host, port) ? undefined : parseHttpUrl(value)),
  )
  const imageHosts = read(
    'IMAGE_HOSTS',
    [],
    'a comma-separated list of http(s) origins, such as https://cdn.example.org',
    parseOrigins,
  )
  const config: Config = {
    host,
    port,
    upstream,
    fixturesDir: readFolder('FIXTURES_DIR', 'fixtures'),
    imagesDir: readFolder('IMAGES_DIR', 'images'),
    // Not checked here: if the folder cannot be used, the server logs a warning and starts without it.
    cacheDir: read('CACHE_DIR', resolve('.cache'), 'a folder, or off', (value) =>
      value === 'off' ? '' : resolve(value),
    ),
    product: read(
      'PRODUCT',
      defaultProduct,
      `a slug such as "${defaultProduct}" (a-z, 0-9, - and _; not "ai", which has its own news)`,
      (value) => (isProduct(value) ? value : undefined),
    ),
    baseUrl,
    imageBase: imageBase.replace(/\/?$/, '/'),
    imageHosts: [...imageHosts, ...(upstream ? [new URL(upstream).origin] : [])],
    publicUrl: read(
      'PUBLIC_URL',
      `http://localhost:${port}`,
      'an http(s) origin such as https://www.example.org, without a path',
      parseOrigin,
    ),
    trustProxy: read(
      'TRUST_PROXY',
      [],
      'a comma-separated list of addresses or CIDR ranges, such as 10.0.0.0/8',
      parseCidrs,
    ),
    rateLimit: read(
      'RATE_LIMIT',
      { perMinute: 1_000, includesLoopback: false },
      'a number of requests per minute from 1 to 1000000, or off',
      parseRateLimit,
    ),
    logLevel: readChoice('LOG_LEVEL', 'info', logLevels),
    metricsToken: read(
      'METRICS_TOKEN',
      '',
      'a secret of 16 to 200 characters A-Z, a-z, 0-9 and -._~+/=',
      matching(/^[\w.~+/=-]{16,200}$/),
    ),
    hasServiceWorker: readChoice('SERVICE_WORKER', 'on', ['on', 'off']) === 'on',
    isDevelopment: env.NODE_ENV === 'development',
  }
  try {
    const plan = readFaultPlan(env)
    if (plan) config.faults = plan
  } catch (error) {
    faults.push(`FAULTS: ${(error as Error).message}`)
  }
  const current = read('SCENARIO', [], 'names of scenarios with commas', (value) =>
    value.split(',').map((name) => name.trim()),
  )
  if (config.isDevelopment || readChoice('SCENARIOS', 'no', ['yes', 'no']) === 'yes') config.scenarios = current
  else if (current.length > 0)
    faults.push('SCENARIO: expected SCENARIOS=yes as well where visitors are to see it, found it without')
  if (faults.length === 0) return config
  throw new ConfigError(`The environment can't be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

/** Reads `FAULTS`. Outside of development a second variable must confirm it. */
function readFaultPlan(env: Record<string, string | undefined>): FaultPlan | undefined {
  const text = env.FAULTS?.trim()
  if (!text) return undefined
  const consent = env.FAULTS_IN_PRODUCTION?.trim() ?? ''
  if (env.NODE_ENV !== 'development' && consent !== 'yes') {
    throw new Error(
      `expected NODE_ENV=development, or FAULTS_IN_PRODUCTION=yes where visitors are to be failed on purpose, found NODE_ENV=${env.NODE_ENV || 'production'} and FAULTS_IN_PRODUCTION="${consent}"`,
    )
  }
  return parseFaultPlan(text)
}

function matching(pattern: RegExp) {
  return (value: string) => (pattern.test(value) ? value : undefined)
}

function numberUpTo(most: number) {
  return (value: string) => (/^\d{1,7}$/.test(value) && Number(value) <= most ? Number(value) : undefined)
}

function parseRateLimit(value: string): Config['rateLimit'] | undefined {
  const perMinute = value === 'off' ? 0 : numberUpTo(1_000_000)(value) || undefined
  return perMinute === undefined ? undefined : { perMinute, includesLoopback: perMinute > 0 }
}

/** An address without slashes at its end. */
function parseHttpUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, username, password, search, hash, href } = new URL(value)
  const isPlain = !username && !password && !search && !hash
  return /^https?:$/.test(protocol) && isPlain ? href.replace(/\/+$/, '') : undefined
}

function parseOrigin(value: string): string | undefined {
  const url = parseHttpUrl(value)
  return url && url === new URL(url).origin ? url : undefined
}

function parseOrigins(value: string): string[] | undefined {
  const origins = value.split(',').map((each) => parseOrigin(each.trim()))
  return origins.every((origin) => origin !== undefined) ? origins : undefined
}

/** True for the address that this server listens on: as its own upstream it would call itself without end. */
function isOwnAddress(value: string, host: string, port: number): boolean {
  if (port === 0 || !URL.canParse(value)) return false
  const { hostname, port: named, protocol } = new URL(value)
  const hosts = [host, 'localhost', '127.0.0.1', '[::1]', '0.0.0.0']
  return protocol === 'http:' && hosts.includes(hostname) && Number(named || 80) === port
}

function parseCidrs(value: string): string[] | undefined {
  const ranges = value.split(',').map((range) => range.trim())
  try {
    proxyAddr.compile(ranges)
  } catch {
    return undefined
  }
  // Refuses shortened addresses such as `10.0.0`, which are more likely a mistake than 10.0.0.0.
  return ranges.every((range) => isIP(range.replace(/\/.*/, ''))) ? ranges : undefined
}
