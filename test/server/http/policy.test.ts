import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import type { Config } from '../../../server/config'
import { startApp } from '../../support/app'

const configs: [string, Partial<Config>][] = [
  ['as shipped', {}],
  ['https', { publicUrl: 'https://www.example.org' }],
  ['another API', { baseUrl: 'https://api.example.org', imageBase: 'https://cdn.example.org/images/' }],
  ['an upstream', { upstream: 'https://api.example.org' }],
]

describe.each(configs)('the policy, %s', (_, config) => {
  test("has no finding of Google's CSP Evaluator above medium, and nothing unsafe", async () => {
    const { app } = await startApp({ config })
    for (const url of ['/health', '/nothing', '/docs', '/images/none.png']) {
      const policy = String((await app.inject(url)).headers['content-security-policy'])
      expect(policy).not.toMatch(/unsafe-|\*/)
      const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
      // A lower number means a higher severity.
      expect(findings.filter(({ severity }) => severity < Severity.MEDIUM)).toStrictEqual([])
    }
  })
})

test('the evaluator finds the faults of a bad policy', () => {
  const findings = new CspEvaluator(new CspParser("script-src 'unsafe-inline' https:").csp).evaluate()
  expect(findings.some(({ severity }) => severity < Severity.MEDIUM)).toBe(true)
})

/**
 * The checks of Mozilla's HTTP Observatory 1.4.8, and the points beyond its hundred: a fast version of
 * `test/full/observatory.test.ts`, which runs the scanner itself. Each failure here would cost points or fail the scan.
 */
const looks: [what: string, points: number, isMet: (header: (name: string) => string, html: string) => boolean][] = [
  [
    'content-security-policy',
    10,
    (header) =>
      /(?:^|;)default-src 'none'(?:;|$)/.test(header('content-security-policy')) &&
      /(?:^|;)form-action '(?:self|none)'(?:;|$)/.test(header('content-security-policy')) &&
      !/unsafe-|http:|script-src[^;]* data:/.test(header('content-security-policy')),
  ],
  ['x-frame-options', 5, (header) => /(?:^|;)frame-ancestors 'none'/.test(header('content-security-policy'))],
  ['referrer-policy', 5, (header) => header('referrer-policy') === 'strict-origin-when-cross-origin'],
  ['cross-origin-resource-policy', 10, (header) => header('cross-origin-resource-policy') === 'same-origin'],
  ['x-content-type-options', 0, (header) => header('x-content-type-options') === 'nosniff'],
  [
    'strict-transport-security',
    0,
    (header) => Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1]) >= 15_552_000,
  ],
  ['cookies', 0, (header) => header('set-cookie') === ''],
  ['cross-origin-resource-sharing', 0, (header) => header('access-control-allow-credentials') === ''],
  ['subresource-integrity', 0, (_, html) => !/<script[^>]*\ssrc="(?!\/[^/])/.test(html)],
]

test('a page has everything for 130 points of the HTTP Observatory', async () => {
  const { app } = await startApp({ config: { publicUrl: 'https://www.example.org' }, distDir: currentBuild() })
  for (const url of ['/', '/ar/courses', '/docs']) {
    const { headers, body, statusCode } = await app.inject(url)
    expect(statusCode).toBe(200)
    const missed = looks.filter(([, , isMet]) => !isMet((name) => String(headers[name] ?? ''), body))
    expect(missed.map(([what]) => what)).toStrictEqual([])
  }
  expect(looks.reduce((sum, [, points]) => sum + points, 100)).toBe(130)
})

test('with an https address, every answer has HSTS for a year', async () => {
  const { app } = await startApp({ config: { publicUrl: 'https://www.example.org' } })
  for (const url of ['/health', '/api/get-blogs', '/nothing'])
    expect((await app.inject(url)).headers['strict-transport-security']).toMatch(/^max-age=31536000/)
})

test('subresources have no document headers; drawings and refusals do', async () => {
  const { app } = await startApp({ distDir: currentBuild() })
  const html = (await app.inject('/')).body
  const script = /\/assets\/index-[^"']+\.js/.exec(html)?.[0] ?? ''
  const picture = /\/images\/[^"' ]+\.webp/.exec(html)?.[0] ?? ''
  const drawing = /\/assets\/[^"' ]+\.svg/.exec(html)?.[0] ?? ''
  for (const [url, isDocument] of [
    [script, false],
    [picture, false],
    [drawing, true],
    ['/images/none.webp', true],
    ['/service-worker.js', true],
  ] as const) {
    const { headers } = await app.inject(url)
    expect([url, headers['x-content-type-options'], headers['cross-origin-resource-policy'] !== undefined]).toEqual([
      url,
      'nosniff',
      true,
    ])
    const names = ['x-frame-options', 'cross-origin-opener-policy']
    expect([url, names.map((name) => name in headers)]).toEqual([url, names.map(() => isDocument)])
    // A picture has a short policy, as it may be opened as a document.
    const policy = url.startsWith('/images/') ? "sandbox; default-src 'none'" : isDocument && expect.any(String)
    expect([url, headers['content-security-policy'] ?? false]).toEqual([url, policy])
  }
})
