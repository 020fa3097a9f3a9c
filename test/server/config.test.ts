import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config'
import { root } from '../support/app'

test('an empty environment gives defaults that work', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    fixturesDir: resolve('fixtures'),
    imagesDir: resolve('images'),
    product: 'ugarit',
    baseUrl: '',
    upstream: '',
    imageBase: '/images/',
    imageHosts: [],
    publicUrl: 'http://localhost:3000',
    trustProxy: [],
    homeDataLimit: 1_000_000,
    rateLimit: { perMinute: 1_000, includesLoopback: false },
    logLevel: 'info',
    metricsToken: '',
    isDevelopment: false,
  })
  const names = ['HOST', 'PORT', 'FIXTURES_DIR', 'PRODUCT', 'BASE_URL', 'TRUST_PROXY']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toStrictEqual(config)
})

const api = 'https://api.example.org'
const local = 'http://10.0.0.1:8000/v1'

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
  [{ RATE_LIMIT: '20' }, { rateLimit: { perMinute: 20, includesLoopback: true } }],
  [{ RATE_LIMIT: 'off' }, { rateLimit: { perMinute: 0, includesLoopback: false } }],
  [{ HOME_DATA_LIMIT: '500' }, { homeDataLimit: 500_000 }],
  [{ HOME_DATA_LIMIT: 'off' }, { homeDataLimit: Number.POSITIVE_INFINITY }],
  [{ HOST: '::' }, { host: '::' }],
  [{ FIXTURES_DIR: root }, { fixturesDir: root }],
  [{ PRODUCT: 'al-sham_2' }, { product: 'al-sham_2' }],
  [{ BASE_URL: `${api}/` }, { baseUrl: api, imageBase: `${api}/images/` }],
  [{ BASE_URL: `${local}//` }, { baseUrl: local, imageBase: `${local}/images/` }],
  [{ UPSTREAM: `${api}/v1/` }, { upstream: `${api}/v1`, baseUrl: '', imageBase: '/images/', imageHosts: [api] }],
  [
    { BASE_URL: 'https://u:p@api.example.org/v1', BASE_URL_HEADERS: 'X-Key: a, b' },
    { baseUrl: `${api}/v1`, baseUrlAccess: { headers: { authorization: 'Basic dTpw', 'x-key': 'a, b' } } },
  ],
  [{ UPSTREAM: 'http://127.0.0.1:8000', PORT: '8001' }, { upstream: 'http://127.0.0.1:8000' }],
  [{ NODE_ENV: 'development' }, { isDevelopment: true }],
  [{ IMAGE_BASE: '/pictures' }, { imageBase: '/pictures/' }],
  [{ IMAGE_HOSTS: `${api}, http://b.example.org:81/` }, { imageHosts: [api, 'http://b.example.org:81'] }],
  [{ PUBLIC_URL: 'https://www.example.org/' }, { publicUrl: 'https://www.example.org' }],
  [{ TRUST_PROXY: '10.0.0.0/8, ::1,192.168.1.1' }, { trustProxy: ['10.0.0.0/8', '::1', '192.168.1.1'] }],
])('%j is read as %j', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected)
})

test.each(
  Object.entries({
    PORT: ['abc', '70000', '-1', '3000.5', '0x10', '1e3', '٣٠٠٠'],
    HOST: ['two words', 'http://localhost'],
    HOME_DATA_LIMIT: ['1 MB', '-1', '0.5', 'none'],
    FIXTURES_DIR: ['/nowhere/at/all', 'package.json'],
    IMAGES_DIR: ['/nowhere/at/all', 'package.json'],
    PRODUCT: ['ai', 'Ugarit', 'a b', '../x', 'أوغاريت', '-a', 'a'.repeat(41)],
    BASE_URL: ['ftp://example.org', 'example.org', 'http://', 'https://example.org/?a=1'],
    UPSTREAM: ['ftp://example.org', 'example.org', 'http://', 'http://localhost:3000/', 'http://127.0.0.1:3000'],
    IMAGE_BASE: ['images', '//evil.example', 'ftp://example.org/', '/images?x'],
    IMAGE_HOSTS: ['cdn.example.org', 'https://cdn.example.org/images', 'https://a.example,', '*'],
    PUBLIC_URL: ['ftp://example.org', 'www.example.org', 'https://example.org/path'],
    TRUST_PROXY: ['true', '1', '10.0.0.0/33', '10.0.0', ',', '10.0.0.0/8/8', '::1/129', 'proxy.example.org'],
    LOG_LEVEL: ['loud', 'INFO'],
  }).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
)('%s=%s is refused by name, with its value and the expected one', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(`${name}: expected `)
  expect(read).toThrow(`found "${value}"`)
})

// `process.test.ts` tests that all invalid values are reported at once.
test('a misspelt log level gets a suggestion', () => {
  expect(() => readConfig({ LOG_LEVEL: 'inf' })).toThrow(/LOG_LEVEL: expected .*found "inf".*did you mean "info"\?/)
})
