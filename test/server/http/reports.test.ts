import { expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import type { Config } from '../../../server/config'
import { startApp } from '../../support/app'
import { stopClock } from '../../support/clock'

const distDir = currentBuild()
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'

/** Starts a site with its pages, and a function that sends reports to it. `lines` is the site's log. */
async function site(config: Partial<Config> = {}) {
  const { app, lines } = await startApp({ distDir, config: { logLevel: 'warn', ...config } })
  const send = async (payload: unknown, type = 'application/json', remoteAddress = '10.1.2.3') => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/reports?visitor=7',
      headers: { 'content-type': type, 'user-agent': firefox, 'x-forwarded-for': '203.0.113.7' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      remoteAddress,
    })
    return statusCode
  }
  const logged = () => lines.filter(({ msg }) => msg === "an error in a visitor's browser")
  const count = async (kind: string) =>
    Number(new RegExp(`visitor_errors_total\\{kind="${kind}"\\} (\\d+)`).exec((await app.inject('/metrics')).body)?.[1])
  return { app, send, lines, logged, count }
}

const error = { kind: 'error', message: "can't access property 'x'", file: 'browser-AbCd1234.js', line: 1, column: 207 }

test('an uncaught error is a log line and counts, with nothing personal', async () => {
  const { send, logged, lines, count } = await site()
  expect(await count('error')).toBe(0)
  const address = 'https://www.example.org/ar/search?q=my+name'
  const message = `No page at ${address} or /search?q=my+name for me@example.org, call +963 41 123 4567`
  expect(await send({ ...error, message, cookie: 'secret', page: '/private' })).toBe(204)
  const [{ time: _, pid: _pid, hostname: _host, reqId: _id, msg: _msg, ...line } = {}] = logged()
  const cleaned = { ...error, message: 'No page at … or … for … call +…', browser: 'Firefox 153' }
  expect(line).toStrictEqual({ level: 40, ...cleaned })
  const personal = /10\.1\.2\.3|203\.0\.113|Android|my\+name|example\.org|secret|private|visitor=7/
  expect(JSON.stringify(lines)).not.toMatch(personal)
  expect(await count('error')).toBe(1)
})

test('a violation of the policy has its directive and the kind of what was blocked', async () => {
  const { send, logged, count } = await site()
  const body = {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://tracker.example/a?visitor=7',
    documentURL: 'https://www.example.org/ar/search?q=my+name',
    sourceFile: 'https://www.example.org/assets/browser-AbCd1234.js?x',
    lineNumber: 3,
    sample: 'private',
  }
  const reports = [
    { type: 'csp-violation', age: 1, url: body.documentURL, body },
    { type: 'csp-violation', body: { ...body, blockedURL: 'inline', sourceFile: 'moz-extension://abc/x.js' } },
    { type: 'csp-violation', body: { effectiveDirective: 'A\nb', blockedURL: '//a', sourceFile: body.sourceFile } },
    { type: 'deprecation', body: {} },
  ]
  expect(await send(reports, 'application/reports+json')).toBe(204)
  expect(logged()).toMatchObject([
    { kind: 'policy', directive: 'script-src-elem', blocked: 'https', file: 'browser-AbCd1234.js', line: 3 },
    { kind: 'policy', directive: 'script-src-elem', blocked: 'inline' },
    { kind: 'policy', directive: 'unknown', blocked: 'unknown', file: 'browser-AbCd1234.js' },
  ])
  expect(JSON.stringify(logged())).not.toMatch(/tracker|example|my\+name|private|moz-extension/)
  expect(await count('policy')).toBe(3)
})

test('what is no report is refused and counts nothing', async () => {
  const { send, logged, count } = await site()
  const rows: [payload: unknown, status: number, type?: string][] = [
    [{}, 400],
    [{ ...error, kind: 'constructor' }, 400],
    [{ ...error, message: 7 }, 400],
    ['{', 400],
    ['{"__proto__":{}}', 400],
    [{ ...error, message: 'x'.repeat(17_000) }, 413],
    [error, 415, 'text/html'],
    [`${'['.repeat(8_000)}${']'.repeat(8_000)}`, 400],
    [`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`, 400],
  ]
  for (const [payload, status, type] of rows) expect([payload, await send(payload, type)]).toEqual([payload, status])
  expect([logged(), await count('error')]).toStrictEqual([[], 0])
})

test('a made-up file or place is left out, and control characters are spaces', async () => {
  const { send, logged } = await site()
  await send({ ...error, message: 'a\u001b[2Jb\nc', file: '../../etc/passwd', line: '1', column: 1.5 })
  expect(logged()).toMatchObject([{ kind: 'error', message: 'a [2Jb c' }])
  for (const name of ['file', 'line', 'column']) expect(logged()[0]).not.toHaveProperty(name)
})

const chrome = 'Mozilla/5.0 (Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
test.each([
  ['No such page: /a?b=c for me@example.org', 'No such page: … for …'],
  ['Call +963 41 123-4567 (moz-extension://x)', 'Call +… (…)'],
  ['The number 1234567', 'The number …'],
  ['Why? a=b, 1a:b, re: 123456', 'Why? a=b, 1a:b, re: 123456'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('of the message %j the log has %j', async (message, expected) => {
  const { send, logged } = await site()
  await send({ ...error, message })
  expect(logged()).toMatchObject([{ message: expected }])
})

test('the log has the name and the major version of the browser', async () => {
  const { app, logged } = await site()
  const browsers = {
    [chrome]: 'Chrome 141',
    [`${chrome} Edg/140.0.0.0`]: 'Edge 140',
    [`${chrome} OPR/120.0.0.0`]: 'Opera 120',
    [chrome.replace('Chrome', 'SamsungBrowser/28.0 Chrome')]: 'Samsung 28',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1': 'Safari 18',
    'curl/8.5.0': 'other',
  }
  for (const userAgent of Object.keys(browsers))
    await app.inject({ method: 'POST', url: '/reports', headers: { 'user-agent': userAgent }, payload: error })
  expect(logged().map(({ browser }) => browser)).toStrictEqual(Object.values(browsers))
})

test('values of a report that are no text are unknown', async () => {
  const { send, logged } = await site()
  const deep = `${'['.repeat(3_900)}${']'.repeat(3_900)}`
  for (const value of ['{"toString":1}', '{"toString":null,"valueOf":1}', deep, 'null', '7', '["inline"]']) {
    const fields = ['effectiveDirective', 'sourceFile'].map((name) => `"${name}":${value}`)
    expect(await send(`{"type":"csp-violation","body":{${fields}}}`)).toBe(204)
  }
  const unknown = expect.objectContaining({ kind: 'policy', directive: 'unknown', blocked: 'unknown' })
  expect(logged()).toEqual(Array.from({ length: 6 }, () => unknown))
})

test('reports are limited for each address, with other costly requests', async () => {
  const { send } = await site({ rateLimit: { perMinute: 3, includesLoopback: false } })
  for (const status of [204, 204, 204, 429]) expect(await send(error)).toBe(status)
  expect(await send(error, undefined, '10.1.2.4')).toBe(204)
})

test('reports are limited in one request to 20, and in the log to 60 lines a minute', async () => {
  stopClock()
  const { send, logged, count } = await site()
  for (let index = 0; index < 5; index++) await send(Array.from({ length: 50 }, () => error))
  expect(await count('error')).toBe(100)
  expect(logged()).toHaveLength(60)
})

test('pages name the address of reports; without pages there is none', async () => {
  const { app } = await site()
  const { headers, body } = await app.inject('/')
  expect(headers['reporting-endpoints']).toBe('reports="/reports"')
  expect(headers['content-security-policy']).toContain(';report-to reports')
  expect(body).toContain('<meta name="reports" content="/reports">')
  const api = await startApp()
  const answer = await api.app.inject({ method: 'POST', url: '/reports', payload: error })
  expect([answer.statusCode, answer.headers['reporting-endpoints']]).toStrictEqual([405, undefined])
})
