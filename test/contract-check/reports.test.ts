import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Schema from 'typebox/schema'
import { describe, expect, it } from 'vitest'
import { operationNames } from '#contract/operations'
import type { Report } from '../../contract-check/report'
import { contractSchema } from '../../contract-check/reports/contract-schema'
import { checkXml } from '../server/publish/publications'
import { root } from '../support/app'
import { emptyFolder } from '../support/folders'
import { inFields, inFirst, inResponse, lackingEvents, send } from './drifting-server'
import { lenient, reportsOf, runOn } from './run'

const toRead = ['html', 'junit', 'json', 'markdown'] as const

describe('reports to read', () => {
  it('are written all at once, name every operation, hold the drift, and explain its rules', async () => {
    const broken = inFirst('courses', { count: 'a\u0001<b>&"`|', en_title: 'a &amp; b' })
    const { code, reports, url } = await reportsOf(toRead, { ...broken, ...lackingEvents() })
    expect(code).toBe(1)
    const { html, junit, json } = reports
    for (const text of Object.values(reports)) {
      for (const name of operationNames) expect(text).toContain(name)
      expect(text).toContain('courses.count')
      expect(text).toContain('curl')
      // Expects the time of the run and the version of the check, which differ at each run.
      expect(text).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z/)
      expect(text).toMatch(/contract-check \d+\.\d+\.\d+/)
    }
    const report = JSON.parse(json) as Report
    expect(report).toMatchObject({ version: 4, url, verdict: 'drift', summary: { unchecked: 0 } })
    const rules = [...new Set([...report.drifts, ...report.warnings].map(({ rule }) => rule))].sort()
    for (const rule of rules) expect(html).toContain(`<a href="#rule-${rule}">${rule}</a>`)
    expect([...html.matchAll(/id="rule-([^"]+)"/g)].map(([, rule]) => rule).sort()).toEqual(rules)
    expect(html).toMatch(/<html lang="en">[\s\S]*<title>[^<]+<\/title>/)
    expect(html).not.toMatch(/<script|<link|\ssrc=/)
    expect(html).not.toContain('<b>&"')
    expect(junit.match(/<testcase classname="contract" name="/g)).toHaveLength(operationNames.length)
    expect(junit).toMatch(/<failure message="[^"<]*" type="drift">/)
    // The schema of Jenkins's xUnit plugin allows only these attributes here, and `skipped` only in `testsuite`.
    const [totals = ''] = /<testsuites [^>]*/.exec(junit) ?? []
    expect(Array.from(totals.matchAll(/(\w+)="/g), ([, name]) => name)).toEqual([
      'name',
      'tests',
      'failures',
      'errors',
      'time',
    ])
    checkXml(junit)
  })

  it('are written as well when nothing could be checked', async () => {
    const { code, reports } = await reportsOf(['junit'], 'http://127.0.0.1:9')
    expect(code).toBe(2)
    expect(reports.junit.match(/<error /g)).toHaveLength(operationNames.length)
    checkXml(reports.junit)
  })

  it('hold warnings, which fail no test case but with --strict', async () => {
    const { html, junit, markdown } = (await reportsOf(toRead, lenient)).reports
    expect(html).toContain('<span class="warning">warning:</span>')
    expect(markdown).toContain('### warning: `whole answer`: status 200 with an item (course), 1 answer')
    expect(junit).not.toContain('<failure')
    expect(junit).toMatch(/<system-out>warning: whole answer: status 200 with an item \(course\), 1 answer/)
    const strict = (await reportsOf(['junit'], lenient, '--strict')).reports
    expect(strict.junit.match(/<failure message="warning: /g)).toHaveLength(3)
  })
})

it('a history tells when drift came and went, with times and sizes, also after runs of earlier versions', async () => {
  const to = await emptyFolder()
  const path = join(to, 'history.jsonl')
  const old = { date: '2026-01-01T05:00:00.000Z', url: 'x', verdict: 'drift', drifts: ['answer.type course /data/a'] }
  // The second line is incomplete, as if its run had been killed.
  await writeFile(path, `${JSON.stringify({ ...old, medians: { events: 12 } })}\n{"date":"2026-01-0`)
  const { url } = await runOn(lackingEvents(), '--history', to)
  const runs = (await readFile(path, 'utf8')).trim().split('\n')
  expect(runs).toHaveLength(3)
  const { sizes } = JSON.parse(runs[2] ?? '')
  const answer = await fetch(`${url}/api/get-blogs`)
  expect(sizes.blogs).toBe((await answer.arrayBuffer()).byteLength)
  const html = await readFile(join(to, 'index.html'), 'utf8')
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replace(/(?:<[^>]*>)+/g, '|'))
  expect(rows).toContain('|answer.type course /data/a|2026-01-01T05:00:00.000Z|last seen 2026-01-01T05:00:00.000Z|')
  expect(rows).toContainEqual(expect.stringMatching(/^\|list\.item-missing events\|.*\|still there\|$/))
  expect(rows).toContainEqual(expect.stringMatching(/^\|events\|12 ms\|[\d.]+ ms\|$/))
  expect(rows).toContain(`|blogs|–|${sizes.blogs.toLocaleString('en')}|`)
})

describe('reports for other tools', () => {
  const drifting = inFields('get-course', { count: 'many', tags: ['a', 7], extra: 1 })

  it('name rule, severity and the line of the contract that an answer broke', async () => {
    const { reports, stdout } = await reportsOf(['sarif', 'code-quality'], drifting, '--github')
    const [{ tool, results }] = JSON.parse(reports.sarif).runs
    const at = results.findIndex(({ ruleId }: { ruleId: string }) => ruleId === 'answer.type')
    const { artifactLocation, region } = results[at].locations[0].physicalLocation
    const line = region.startLine
    expect([results[at].level, artifactLocation.uri]).toEqual(['error', 'contract.schema.json'])
    const rule = { id: 'answer.type', help: { text: expect.any(String) } }
    expect(tool.driver.rules[results[at].ruleIndex]).toMatchObject(rule)
    const before = contractSchema('ugarit').split('\n').slice(0, line)
    expect(['"count": {', '"items": {']).toContain(before.at(-1)?.trim())
    // Another operation may have the same field.
    expect(before.findLast((text) => /^ {4}"\w+": \{$/.test(text))).toBe('    "course": {')
    expect(JSON.parse(reports['code-quality'])[at]).toMatchObject({
      check_name: 'answer.type',
      severity: 'major',
      location: { path: 'contract.schema.json', lines: { begin: line } },
    })
    expect(stdout).toContain(`::error file=contract.schema.json,line=${line},title=answer.type courses.`)
  })

  it('have a fingerprint of its own for each finding, the same in each run', async () => {
    const body = inFirst('blogs', { en_body: '<iframe></iframe><form>x</form>' })
    const { url, reports } = await reportsOf(['code-quality'], body)
    const fingerprints = JSON.parse(reports['code-quality']).map((issue: { fingerprint: string }) => issue.fingerprint)
    expect([fingerprints.length, new Set(fingerprints).size]).toEqual([2, 2])
    const again = (await reportsOf(['code-quality'], url)).reports
    for (const fingerprint of fingerprints) expect(again['code-quality']).toContain(fingerprint)
  })

  it('tell what could not be checked, and keep to their published schemas', async () => {
    const astray = inResponse('get-blogs', (to) => send(to, 'text/plain', '', 302, { location: 'http://[' }))
    const page = 'https://example.org/contract/RULES.md'
    const args = ['--github', '--rules-url', page]
    const { reports, stdout, url } = await reportsOf(['sarif', 'code-quality'], { ...drifting, ...astray }, ...args)
    const reason = `blogs: GET ${url}/api/get-blogs: it redirects to an address that is none (ERR_INVALID_URL)`
    const sarif = JSON.parse(reports.sarif)
    const [{ invocations, tool }] = sarif.runs
    const toolExecutionNotifications = [{ level: 'error', message: { text: reason } }]
    expect(invocations).toEqual([{ executionSuccessful: false, toolExecutionNotifications }])
    expect(stdout).toContain(`::error title=contract::${reason}\n`)
    // A heading's fragment on GitHub and GitLab has no dots.
    expect(tool.driver.rules).toContainEqual(expect.objectContaining({ helpUri: `${page}#answertype` }))
    const published = await readFile(join(root, 'test/contract-check/published/sarif-2.1.0.json'), 'utf8')
    // The schema's pattern of a language has an unescaped bracket, which regular expressions with the flag `u` refuse.
    const schema = Schema.Compile(JSON.parse(published.replaceAll('{2}]?$', '{2}\\\\]?$')))
    expect(schema.Errors(sarif)).toEqual([true, []])
    expect(schema.Check({ ...sarif, runs: [{}] })).toBe(false)
    const issues = JSON.parse(reports['code-quality'])
    expect(issues.at(-1)).toMatchObject({ description: reason, check_name: 'unchecked', severity: 'blocker' })
    // GitLab publishes its format as a table (docs.gitlab.com, "Code Quality report format") and not as a schema.
    for (const issue of issues)
      expect(issue).toEqual({
        description: expect.any(String),
        check_name: expect.any(String),
        fingerprint: expect.stringMatching(/^[0-9a-f]+$/),
        severity: expect.stringMatching(/^(info|minor|major|critical|blocker)$/),
        location: { path: expect.stringMatching(/^[^/.]/), lines: { begin: expect.any(Number) } },
      })
  })
})
