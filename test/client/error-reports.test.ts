import { afterEach, expect, test, vi } from 'vitest'
import { reportErrors } from '../../client/app/error-reports'

afterEach(() => void vi.unstubAllGlobals())

/** A page that names an address for reports, or none; `fail` makes it fail, `sent` are the reports. */
async function page(endpoint: string | null) {
  const listeners = new Map<string, (event: object) => void>()
  const beacons: [string, Blob][] = []
  vi.stubGlobal('document', { querySelector: () => (endpoint === null ? null : { getAttribute: () => endpoint }) })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener))
  vi.stubGlobal('navigator', { sendBeacon: (url: string, blob: Blob) => beacons.push([url, blob]) })
  reportErrors()
  const fail = (type: string, event: object) => listeners.get(type)?.(event)
  const sent = () => Promise.all(beacons.map(async ([url, blob]) => [url, blob.type, JSON.parse(await blob.text())]))
  return { fail, sent }
}

const filename = 'https://www.example.org/assets/browser-AbCd1234.js'

const error = { message: 'no', filename, lineno: 3, colno: 14 }
const rejection = (stack: string) => ({ reason: Object.assign(new TypeError('no'), { stack }) })
const place = { file: 'browser-AbCd1234.js', line: 3, column: 14 }
const rejected = { kind: 'rejection', message: 'TypeError: no', ...place }

const withAddress = { ...error, message: 'Uncaught Error: no route for /search?q=me' }
const withoutAddress = { kind: 'error', message: 'Uncaught Error: no route for …', ...place }
const inChromium = rejection(`TypeError: no\n    at fail (${filename}:3:14)\n    at ${filename}:9:1`)

test.each<[event: string, type: string, event: object, reports: object[]]>([
  ['an uncaught error, without addresses', 'error', withAddress, [withoutAddress]],
  ['a rejection in Chromium, with the place in its stack', 'unhandledrejection', inChromium, [rejected]],
  ['a rejection in Firefox', 'unhandledrejection', rejection(`fail@${filename}:3:14\n@${filename}:9:1`), [rejected]],
  ['a rejection by no error', 'unhandledrejection', { reason: 'no error' }, []],
  ['an error in an extension', 'error', { ...error, filename: 'moz-extension://abc/content.js' }, []],
  ['an error of another site', 'error', { message: 'Script error.', filename: '', lineno: 0, colno: 0 }, []],
])('%s is reported, or not', async (_, type, event, reports) => {
  const { fail, sent } = await page('/reports')
  fail(type, event)
  expect(await sent()).toStrictEqual(reports.map((report) => ['/reports', 'application/json', report]))
})

test('the same error is sent once, and five errors at most', async () => {
  const { fail, sent } = await page('/reports')
  for (const message of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) fail('error', { ...error, message })
  expect((await sent()).map(([, , { message }]) => message)).toStrictEqual(['a', 'b', 'c', 'd', 'e'])
})

test.each([[''], [null]])('a page that names no address (%j) sends nothing', async (endpoint) => {
  const { fail, sent } = await page(endpoint)
  fail('error', error)
  expect(await sent()).toStrictEqual([])
})
