import { resolve } from 'node:path'
import { defaultProduct } from '#contract/operations'
import type { NamedScenario } from '#contract/scenario'
import { didYouMean } from '#contract/text/nearest'
import {
  addressRanges,
  apiUrl,
  certificateViolation,
  faultPlan,
  folder,
  headersOrFile,
  hostName,
  type Kind,
  kilobytes,
  noApi,
  oneOf,
  origin,
  originList,
  ownFolder,
  pemFile,
  portNumber,
  productSlug,
  proxyUrl,
  requestsPerMinute,
  secret,
  splitList,
  urlOrPath,
} from './config-kinds'
import { type ApiAccess, proxyVariables, withoutCredentials } from './http-client/access'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The server's options with all defaults applied. No other module of the server reads environment variables for them. */
export type Config = ReturnType<typeof readConfig>

/** Invalid environment variables. The message gives the expected and the found value of each, but only the length of a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration from the environment. Throws one ConfigError that lists all invalid values. `shipped` is the folder with the
 * fixtures and images of this project.
 */
export function readConfig(env: Record<string, string | undefined>, shipped = '.') {
  const errors: string[] = []
  const read = <T>(name: string, fallback: T, { expected, parse, choices = [] }: Kind<T>): T => {
    const value = env[name]?.trim()
    if (value === undefined || value === '') return fallback
    try {
      const parsed = parse(value)
      if (parsed !== undefined) return parsed
      // Keeps secrets out of the log, even invalid ones.
      const isSecret = /_(?:TOKEN|HEADERS)$/.test(name)
      const found = isSecret ? `${value.length} characters` : `"${withoutCredentials(value)}"`
      errors.push(`${name}: expected ${expected}, found ${found}${didYouMean(value, choices)}`)
    } catch (error) {
      errors.push(`${name}: ${(error as Error).message}`)
    }
    return fallback
  }

  const isDevelopment = env.NODE_ENV === 'development'
  const host = read('HOST', '127.0.0.1', hostName)
  const port = read('PORT', 3000, portNumber)
  const { address: baseUrl, headers: baseUrlCredentials } = read('BASE_URL', noApi, apiUrl)
  const { address: upstream, headers: upstreamCredentials } = read('UPSTREAM', noApi, {
    expected: 'the http(s) address of another API, such as https://api.example.org, not of this server',
    parse: (value) => (isOwnAddress(value, host, port) ? undefined : apiUrl.parse(value)),
  })
  const readAccess = (name: 'BASE_URL' | 'UPSTREAM', credentials: Record<string, string>): ApiAccess => {
    const [cert, key] = [read(`${name}_CERT`, '', pemFile), read(`${name}_KEY`, '', pemFile)]
    const headers = { ...credentials, ...read(`${name}_HEADERS`, {}, headersOrFile) }
    if (cert === '' && key === '') return { headers }
    const violation = certificateViolation(cert, key)
    if (violation) errors.push(`${name}_CERT and ${name}_KEY: expected a certificate with its key, found ${violation}`)
    return { headers, certificate: { cert, key } }
  }
  // Node.js itself reads the certificates, and only warns of a file that it cannot read.
  read('NODE_EXTRA_CA_CERTS', '', pemFile)
  if (baseUrl || upstream) for (const name of proxyVariables) read(name, '', proxyUrl)
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
    /** Absolute path of the folder with the fixture files. */
    fixturesDir: read('FIXTURES_DIR', resolve(shipped, 'fixtures'), folder),
    /** Absolute path of the folder with the pictures. */
    imagesDir: read('IMAGES_DIR', resolve(shipped, 'images'), folder),
    /** Absolute path of the fixtures folder with the shipped scenarios. */
    shippedDir: resolve(shipped, 'fixtures'),
    /** Absolute path of the server's folder for caches; empty for none. The server also runs if the folder can't be used. */
    cacheDir: read('CACHE_DIR', ownFolder('.cache'), {
      expected: 'a folder, or off',
      parse: (value) => (value === 'off' ? '' : ownFolder(value)),
    }),
    /** The largest home data that browsers fetch, in bytes. With more, they read the pages that a visitor opens. */
    homeDataLimit: read('HOME_DATA_LIMIT', 1_000_000, kilobytes),
    product: read('PRODUCT', defaultProduct, productSlug),
    /** Address of another API that the pages read; empty for this server's own. */
    baseUrl,
    /** Headers and certificate for the API at `baseUrl`. Only the server sends them, never a page. */
    baseUrlAccess: readAccess('BASE_URL', baseUrlCredentials),
    /** Address of the API whose responses this server passes on; empty to serve the fixtures alone. */
    upstream,
    /** Headers and certificate for the upstream. */
    upstreamAccess: readAccess('UPSTREAM', upstreamCredentials),
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

/** True for the address that this server listens on. If this were its upstream, the server would call itself without end. */
function isOwnAddress(value: string, host: string, port: number): boolean {
  if (port === 0 || !URL.canParse(value)) return false
  const { hostname, port: named, protocol } = new URL(value)
  const hosts = [host, 'localhost', '127.0.0.1', '[::1]', '0.0.0.0']
  return protocol === 'http:' && hosts.includes(hostname) && Number(named || 80) === port
}
