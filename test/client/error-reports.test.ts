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

test('an uncaught error is sent with file and place, without addresses', async () => {
  const { fail, sent } = await page('/reports')
  fail('error', { message: 'Uncaught Error: no route for /search?q=me', filename, lineno: 1, colno: 7 })
  const report = {
    kind: 'error',
    message: 'Uncaught Error: no route for …',
    file: 'browser-AbCd1234.js',
    line: 1,
    column: 7,
  }
  expect(await sent()).toStrictEqual([['/reports', 'application/json', report]])
})

test.each([
  ['Chromium', `TypeError: no\n    at fail (${filename}:3:14)\n    at ${filename}:9:1`],
  ['Firefox', `fail@${filename}:3:14\n@${filename}:9:1`],
])('a rejection is sent with the place in its stack (%s)', async (_, stack) => {
  const { fail, sent } = await page('/reports')
  fail('unhandledrejection', { reason: Object.assign(new TypeError('no'), { stack }) })
  const report = { kind: 'rejection', message: 'TypeError: no', file: 'browser-AbCd1234.js', line: 3, column: 14 }
  expect(await sent()).toMatchObject([['/reports', 'application/json', report]])
})

test('the same error is sent once, and five errors at most', async () => {
  const { fail, sent } = await page('/reports')
  for (const message of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) fail('error', { message, filename, lineno: 1, colno: 7 })
  expect((await sent()).map(([, , { message }]) => message)).toStrictEqual(['a', 'b', 'c', 'd', 'e'])
})

test.each([
  ['an extension', { message: 'x', filename: 'moz-extension://abc/content.js', lineno: 1, colno: 1 }],
  ['another site', { message: 'Script error.', filename: '', lineno: 0, colno: 0 }],
])('errors in the script of %s are not sent', async (_, event) => {
  const { fail, sent } = await page('/reports')
  fail('error', event)
  fail('unhandledrejection', { reason: 'no error' })
  expect(await sent()).toStrictEqual([])
})

test.each([[''], [null]])('a page that names no address (%j) sends nothing', async (endpoint) => {
  const { fail, sent } = await page(endpoint)
  fail('error', { message: 'x', filename, lineno: 1, colno: 7 })
  expect(await sent()).toStrictEqual([])
})
