import { expect, onTestFinished, test, vi } from 'vitest'
import { reportErrors } from '../../client/app/error-reports'

/** Dispatches error events on a page whose reports go to `endpoint`, and returns the reports that the page has sent. */
async function reportsOf(endpoint: string, ...events: [type: string, event: object][]) {
  const page = new EventTarget()
  const beacons: [string, Blob][] = []
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => endpoint }) })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { sendBeacon: (url: string, blob: Blob) => beacons.push([url, blob]) })
  onTestFinished(() => void vi.unstubAllGlobals())
  reportErrors()
  for (const [type, event] of events) page.dispatchEvent(Object.assign(new Event(type), event))
  return Promise.all(beacons.map(async ([url, blob]) => [url, blob.type, JSON.parse(await blob.text())]))
}

const filename = 'https://www.example.org/assets/browser-AbCd1234.js'
const error = { message: 'no', filename, lineno: 3, colno: 14 }
const rejection = (stack: string) => ({ reason: Object.assign(new TypeError('no'), { stack }) })
const source = { file: 'browser-AbCd1234.js', line: 3, column: 14 }
const rejected = { kind: 'rejection', message: 'TypeError: no', ...source }

const withAddress = { ...error, message: 'Uncaught Error: no route for /search?q=me' }
const withoutAddress = { kind: 'error', message: 'Uncaught Error: no route for …', ...source }
const inChromium = rejection(`TypeError: no\n    at fail (${filename}:3:14)\n    at ${filename}:9:1`)

test.each<[event: string, type: string, event: object, reports: object[]]>([
  ['an uncaught error, without addresses', 'error', withAddress, [withoutAddress]],
  ['a rejection in Chromium, with the source in its stack', 'unhandledrejection', inChromium, [rejected]],
  ['a rejection in Firefox', 'unhandledrejection', rejection(`fail@${filename}:3:14\n@${filename}:9:1`), [rejected]],
  ['a rejection by no error', 'unhandledrejection', { reason: 'no error' }, []],
  ['an error in an extension', 'error', { ...error, filename: 'moz-extension://abc/content.js' }, []],
])('%s is reported, or not', async (_, type, event, reports) => {
  const sent = reports.map((report) => ['/reports', 'application/json', report])
  expect(await reportsOf('/reports', [type, event])).toStrictEqual(sent)
})

test('the same error is sent once, five errors at most, and none by a page that names no address', async () => {
  const errors = [...'aabcdef'].map((message): [string, object] => ['error', { ...error, message }])
  const sent = await reportsOf('/reports', ...errors)
  expect(sent.map(([, , { message }]) => message)).toStrictEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await reportsOf('', ...errors)).toStrictEqual([])
})
