import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../server/config'
import { build } from '../helper'

const configs: [string, Partial<Config>][] = [
  ['as shipped', {}],
  ['https', { publicUrl: 'https://www.example.org' }],
  ['another API', { baseUrl: 'https://api.example.org', imageBase: 'https://cdn.example.org/images/' }],
  ['an upstream', { upstream: 'https://api.example.org' }],
]

describe.each(configs)('the policy, %s', (_, config) => {
  test("has no finding of Google's CSP Evaluator above medium, and nothing unsafe", async () => {
    const { app } = await build({ config })
    for (const url of ['/health', '/nothing', '/docs', '/images/none.png']) {
      const policy = String((await app.inject(url)).headers['content-security-policy'])
      expect(policy).not.toMatch(/unsafe-|\*/)
      const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
      // A lower number is a graver finding.
      expect(findings.filter(({ severity }) => severity < Severity.MEDIUM)).toStrictEqual([])
    }
  })
})

test('the evaluator finds what is wrong with a bad policy', () => {
  const findings = new CspEvaluator(new CspParser("script-src 'unsafe-inline' https:").csp).evaluate()
  expect(findings.some(({ severity }) => severity < Severity.MEDIUM)).toBe(true)
})

test('with an https address, every answer is for https alone for a year', async () => {
  const { app } = await build({ config: { publicUrl: 'https://www.example.org' } })
  for (const url of ['/health', '/api/get-blogs', '/nothing'])
    expect((await app.inject(url)).headers['strict-transport-security']).toMatch(/^max-age=31536000/)
})
