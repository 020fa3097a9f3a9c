import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import type { Config } from '../../../server/config'
import { startApp } from '../../support/app'

test.each<[string, Partial<Config>]>([
  ['as shipped', {}],
  ['https', { publicUrl: 'https://www.example.org' }],
  ['another API', { baseUrl: 'https://api.example.org', imageBase: 'https://cdn.example.org/images/' }],
  ['an upstream', { upstream: 'https://api.example.org' }],
])("the policy, %s, has no finding of Google's CSP Evaluator above medium", async (_, config) => {
  const { app } = await startApp({ config })
  for (const url of ['/health', '/nothing', '/docs', '/images/none.png']) {
    const policy = String((await app.inject(url)).headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe-|\*/)
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    // A lower number means a higher severity.
    expect(findings.filter(({ severity }) => severity < Severity.MEDIUM)).toStrictEqual([])
  }
})

test('the policy has the hosts of pictures and the API, and what is inline', async () => {
  const urls = { publicUrl: 'https://www.example.org', baseUrl: 'https://api.example.org/v1' }
  const site = await startApp({
    distDir: currentBuild(),
    config: { ...urls, imageBase: 'https://cdn.example.org/images/' },
  })
  const policyOf = async ({ app }: typeof site) =>
    String((await app.inject('/health')).headers['content-security-policy'])
  const policy = (await policyOf(site)).replaceAll(/( 'sha256-[\w+/]+=*')+/g, ' INLINE')
  expect(policy.split(';')).toStrictEqual([
    "default-src 'none'",
    "script-src 'self' INLINE",
    "style-src 'self' INLINE",
    "font-src 'self'",
    "img-src 'self' data: https://cdn.example.org https://api.example.org",
    "connect-src 'self' https://api.example.org",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'upgrade-insecure-requests',
    'report-to reports',
  ])
  const plain = await policyOf(await startApp())
  expect(plain).toMatch(/;script-src 'self';style-src 'self';.*;img-src 'self' data:;connect-src 'self';.*'none'$/)
})

// `test/full/observatory.test.ts` runs Mozilla's scanner, which gives these headers 130 points.
test('every answer of a site with an https address has all security headers and no cookie', async () => {
  const { app } = await startApp({ distDir: currentBuild(), config: { publicUrl: 'https://www.example.org' } })
  for (const url of ['/', '/ar/courses', '/docs', '/health', '/api/get-blogs', '/nothing']) {
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*;form-action 'self';frame-ancestors 'none';upgrade-insecure-requests/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    for (const name of ['set-cookie', 'access-control-allow-credentials']) expect(headers).not.toHaveProperty(name)
  }
})

test('subresources have no document headers; drawings and refusals do', async () => {
  const { app } = await startApp({ distDir: currentBuild() })
  const html = (await app.inject('/')).body
  const script = /\/assets\/index-[^"']+\.js/.exec(html)?.[0] ?? ''
  const picture = /\/images\/[^"' ]+\.webp/.exec(html)?.[0] ?? ''
  const drawing = /\/assets\/[^"' ]+\.svg/.exec(html)?.[0] ?? ''
  for (const url of [script, picture, drawing, '/images/none.webp', '/service-worker.js']) {
    const isDocument = url !== script && url !== picture
    const { headers } = await app.inject(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    for (const name of ['x-frame-options', 'cross-origin-opener-policy'])
      expect([url, name, name in headers]).toEqual([url, name, isDocument])
    // A picture has a short policy, as it may be opened as a document.
    const policy = url.startsWith('/images/') ? "sandbox; default-src 'none'" : isDocument && expect.any(String)
    expect([url, headers['content-security-policy'] ?? false]).toEqual([url, policy])
  }
})
