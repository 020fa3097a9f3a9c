import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Schema from 'typebox/schema'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { operationNames } from '#contract/operations'
import { check, UsageError } from '../../../scripts/contract/library'
import type { Report } from '../../../scripts/contract/report'
import { contractSchema, createLineOf } from '../../../scripts/contract/reports/contract-schema'
import { rules } from '../../../scripts/contract/rules'
import { root } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { type Hooks, type Item, send, sendJson } from './drifting-server'
import { jsonFile, reportOf, run, runWithReports, serve } from './run'

const secret = 'tr0ub4dor-and-3'
const formats = ['html', 'junit', 'json', 'markdown', 'sarif', 'code-quality'] as const
const lacking: Hooks = {
  answer: ({ route, data }) => (route === 'get-events' && data ? (data as Item[]).slice(1) : data),
}

it('refuses annotations beside a report on standard output', async () => {
  const { code, stdout, stderr } = await run('contract', ['http://localhost', '--json', '-', '--github'])
  expect([code, stdout]).toEqual([64, ''])
  expect(stderr).toContain('give --json a file, or leave out --github')
})

it('names the address that was probably meant', async () => {
  const { code, stderr } = await run('contract', ['127.0.0.1:4826'])
  expect([code, stderr]).toEqual([64, expect.stringContaining('did you mean "http://127.0.0.1:4826"?')])
})

describe('values of headers', () => {
  it('stand in no output, even when the API repeats them', async () => {
    const to = await emptyFolder()
    const { url } = await serve({
      answer: ({ route, data, site }) =>
        route === 'get-course' ? { ...site.courses[0], count: `x ${secret}`, [secret]: 1 } : data,
      respond: ({ route }, response) =>
        route === 'get-news' && send(response, 'text/plain', secret, 302, { location: `/${secret}` }),
    })
    const baseline = ['--baseline', join(to, 'baseline'), '--update-baseline']
    const args = [url, '--header', `x-tenant: ${secret}`, '--history', to, '--github', ...baseline]
    const { stdout, stderr, reports } = await runWithReports(formats, args)
    const files = ['history.jsonl', 'index.html', 'baseline'].map((name) => readFile(join(to, name), 'utf8'))
    expect(reports.html).toContain('x-tenant: $X_TENANT')
    for (const text of [stdout, stderr, ...Object.values(reports), ...(await Promise.all(files))])
      expect(text).not.toContain(secret)
  })

  it('go to the origin of the address only, not along with redirects, nor to the server of --against', async () => {
    const seen = { own: new Set<unknown>(), other: new Set<unknown>() }
    const note =
      (who: keyof typeof seen): NonNullable<Hooks['respond']> =>
      (_, __, { headers }) => {
        seen[who].add(headers['x-tenant'])
        return false
      }
    const other = await serve({ respond: note('other') })
    const own = await serve({
      respond: (call, response, request) => {
        note('own')(call, response, request)
        const location = `${other.url}/api/${call.route}`
        return call.route === 'get-data' && send(response, 'text/plain', '', 302, { location })
      },
    })
    const { code } = await run('contract', [own.url, '--header', `x-tenant: ${secret}`, '--against', other.url])
    expect(code).toBe(0)
    expect(seen.own).toEqual(new Set([secret]))
    expect(seen.other).toEqual(new Set([undefined]))
  })

  it('come from the environment or a file', async () => {
    const seen = new Set<unknown>()
    const { url } = await serve({
      respond: (_, __, { headers }) => {
        seen.add(`${headers['x-a']} ${headers['x-b']} ${headers['user-agent']}`)
        return false
      },
    })
    const file = join(await emptyFolder(), 'headers')
    await writeFile(file, '# secrets\nx-b: from a file\n')
    vi.stubEnv('TENANT', 'from the environment')
    const args = [url, '--header', `x-a: \${TENANT}`, '--header', `@${file}`, '--sample', '1']
    expect(await run('contract', args)).toMatchObject({ code: 0 })
    vi.unstubAllEnvs()
    expect([...seen]).toEqual([expect.stringMatching(/^from the environment from a file ugarit-contract-check\/\d/)])
    expect(await run('contract', [url, '--header', `x-a: \${NOT_SET_ANYWHERE}`])).toMatchObject({ code: 64 })
  })
})

describe('choosing', () => {
  it('--list calls homeData alone and lists the calls that a check makes', async () => {
    const { url, requests } = await serve()
    const { code, stdout } = await run('contract', [url, '--list'])
    expect(code).toBe(0)
    expect(requests).toEqual(['/api/get-data'])
    const planned = stdout.trim().split('\n')
    expect(planned.every((line) => line.startsWith('curl '))).toBe(true)
    requests.length = 0
    const { summary } = (await reportOf(url)).report
    expect(requests).toHaveLength(planned.length)
    expect(summary.calls + summary.pictures).toBe(planned.length)
  })

  it('--list and every finding have the same line for the same call', async () => {
    const { url } = await serve({
      answer: ({ route, data }) => (route === 'get-data' ? data : data && [data]),
      image: (_, response) => send(response, 'text/plain', '', 404),
    })
    const args = [url, '--header', 'x-tenant: a b']
    const planned = (await run('contract', [...args, '--list'])).stdout.trim().split('\n')
    const { report } = await reportOf(...args)
    const found = [...report.drifts, ...report.warnings]
    expect(new Set(found.map(({ rule }) => rule))).toContain('picture.missing')
    expect(found.map(({ curl }) => curl).filter((line) => !planned.includes(line))).toEqual([])
  })

  it('--only and --skip take operations and rules', async () => {
    const { url, requests } = await serve(lacking)
    const only = await reportOf(url, '--only', 'blogs')
    expect(only.code).toBe(0)
    expect(new Set(requests.filter((path) => path.startsWith('/api')))).toEqual(
      new Set(['/api/get-data', '/api/get-blogs']),
    )
    expect(only.report.operations.filter(({ status }) => status === 'passed')).toHaveLength(1)
    expect((await reportOf(url, '--skip', 'list.item-missing', '--skip', 'list.empty')).code).toBe(0)
    expect((await run('contract', [url, '--only', 'answer.tpye'])).code).toBe(64)
  })

  it('--fail-fast stops at the first drift, and reports call the rest stopped, not failed', async () => {
    const { url, requests } = await serve({ content: ({ courses }) => delete courses[0]?.image })
    const { code, stdout, reports } = await runWithReports(formats, [url, '--fail-fast', '--github'])
    expect([code, requests]).toEqual([1, ['/api/get-data']])
    for (const text of [stdout, ...Object.values(reports)]) expect(text).toContain('not called: stopped by --fail-fast')
    expect(reports.markdown).toContain('- unchecked: event: not called')
    expect(reports.junit).toContain('failures="1" errors="0" skipped="10"')
    expect(reports.junit.match(/<skipped message="not called: stopped by --fail-fast"\/>/g)).toHaveLength(10)
    expect(stdout).toContain('::notice title=contract::event: not called: stopped by --fail-fast\n')
    const notices = JSON.parse(reports.sarif).runs[0].invocations[0].toolExecutionNotifications
    expect(notices.map(({ level }: { level: string }) => level)).toEqual(Array(10).fill('note'))
    const severities = JSON.parse(reports['code-quality']).map(({ severity }: { severity: string }) => severity)
    expect(severities).toEqual(['major', ...Array(10).fill('info')])
  })

  it('--max-time starts no more calls, and says so of each operation', async () => {
    const now = performance.now.bind(performance)
    onTestFinished(() => void vi.restoreAllMocks())
    const { url, requests } = await serve({
      respond: () => {
        vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
        return false
      },
    })
    const { code, report } = await reportOf(url, '--max-time', '60')
    expect([code, requests]).toEqual([2, ['/api/get-data']])
    const reasons = report.operations.map(({ operation, reason }) => `${operation} ${reason}`)
    expect(reasons).toContain('event not called: stopped by --max-time')
    expect(reasons).toContain('homeData not all called: stopped by --max-time')
  })
})

describe('the configuration file', () => {
  it.each([
    [{ 'update-baseline': true }, '"update-baseline" is for the command line only'],
    [{ basline: 'b' }, "unknown option '--basline'; did you mean --baseline?"],
    [{ strict: 'yes' }, "option '--strict' does not take an argument"],
    [{ sample: [1, 2] }, '"sample" takes a text or a number'],
    [{ json: null }, '"json" takes a text or a number'],
    [{ strict: null }, '"strict" takes true or false'],
    [{ json: false }, '"json" takes a text or a number'],
    [{ baseline: false }, '"baseline" takes a text or a number'],
    [{ basline: false }, "unknown option '--basline'; did you mean --baseline?"],
    [{ header: 'x-key: 1' }, '"header" takes a list of texts'],
    [{ only: [true] }, '"only" takes a list of texts'],
    [{ severity: { 'answer.tpye': 'off' } }, 'there is no rule "answer.tpye"; did you mean "answer.type"?'],
    [{ severity: { course: 'off' } }, 'there is no rule "course"'],
    [{ severity: { 'answer.type': 'fatal' } }, 'is one of error, warning, off; found "fatal"'],
  ])('with %o is refused', async (config, said) => {
    const { code, stdout, stderr } = await run('contract', ['http://127.0.0.1:9', '--config', await jsonFile(config)])
    expect([code, stdout, stderr]).toEqual([64, '', expect.stringContaining(said)])
  })

  it('holds options and severities; flags win', async () => {
    const { url } = await serve(lacking)
    const config = ['--config', await jsonFile({ url, sample: 1, severity: { 'list.item-missing': 'warning' } })]
    const { code, report } = await reportOf(...config)
    expect([code, report.warnings.map(({ rule }) => rule)]).toEqual([0, ['list.item-missing']])
    const shown = await run('contract', [...config, '--print-config', '--sample', '3'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ url, sample: '3' })
  })

  it('has a schema that lists the names for only and skip', async () => {
    const text = await readFile(join(root, 'scripts/contract/package/config.schema.json'), 'utf8')
    const { properties } = JSON.parse(text)
    const names = [...operationNames, ...Object.keys(rules)]
    expect([properties.only.items, properties.skip.items]).toEqual([{ enum: names }, { enum: names }])
  })
})

describe('reports', () => {
  it('say nothing with --quiet, and keep the exit code', async () => {
    const { url } = await serve(lacking)
    expect(await run('contract', [url, '--quiet'])).toEqual({ code: 1, stdout: '', stderr: '' })
  })
})

describe('a wrong number', () => {
  it.each([
    ['--concurrency', '-1', 'a whole number from 1 to 64'],
    ['--concurrency', '65', 'a whole number from 1 to 64'],
    ['--rate', '0', 'a whole number from 1 to 10000'],
    ['--rate', '-5', 'a whole number from 1 to 10000'],
    ['--sample', '-2', 'a whole number of at least 0'],
    ['--timeout', '-1', 'seconds from 0.1 to 600'],
    ['--max-time', '0', 'seconds from 0.1 to 86400'],
  ])('%s %s is 64, with what was given and what was expected', async (flag, value, expected) => {
    const { code, stderr } = await run('contract', ['http://127.0.0.1:1', `${flag}=${value}`])
    expect([code, stderr]).toEqual([64, `contract: ${flag} takes ${expected}; found "${value}" (--help explains)\n`])
  })

  it('another option in place of a value is told', async () => {
    const { code, stderr } = await run('contract', ['http://127.0.0.1:1', '--html', '--strict'])
    expect([code, stderr]).toEqual([64, expect.stringContaining('--html needs a value; found "--strict"')])
  })

  it.each([
    [{ concurrency: -1 }, 'concurrency takes a whole number from 1 to 64; found "-1"'],
    [{ rate: 0 }, 'rate takes a whole number from 1 to 10000; found "0"'],
    [{ timeout: Number.NaN }, 'timeout takes a whole number of at least 1; found "NaN"'],
    [{ maxTime: -1 }, 'maxTime takes a whole number of at least 1; found "-1"'],
    [{ sample: -1 }, 'sample takes a whole number of at least 0; found "-1"'],
  ])('%o is a UsageError of the library', async (options, message) => {
    const first = check({ url: 'http://127.0.0.1:1', ...options }).next()
    await expect(first).rejects.toThrow(new UsageError(message))
  })
})

it('severities of the library are of rules only', async () => {
  const first = check({ url: 'http://127.0.0.1:1', severities: { course: 'off' } }).next()
  await expect(first).rejects.toThrow(new UsageError('there is no rule "course"'))
})

it('the HTML report explains the rule of each finding, and links to it', async () => {
  const { url } = await serve({
    ...lacking,
    content: ({ courses }) => Object.assign(courses[0] ?? {}, { count: 'many', en_title: 'a &amp; b' }),
  })
  const { html, json } = (await runWithReports(['html', 'json'], [url])).reports
  const { drifts, warnings } = JSON.parse(json) as Report
  const found = [...drifts, ...warnings].map(({ rule }) => rule)
  expect(new Set(found).size).toBeGreaterThan(2)
  for (const rule of found) expect(html).toContain(`<a href="#rule-${rule}">${rule}</a>`)
  expect([...html.matchAll(/id="rule-([^"]+)"/g)].map(([, rule]) => rule).sort()).toEqual([...new Set(found)].sort())
})

describe('a history', () => {
  it('tells when drift came and went, with times and sizes, also after runs of earlier versions', async () => {
    const to = await emptyFolder()
    const path = join(to, 'history.jsonl')
    const old = { date: '2026-01-01T05:00:00.000Z', url: 'x', verdict: 'drift', drifts: ['answer.type course /data/a'] }
    await writeFile(path, `${JSON.stringify({ ...old, medians: { events: 12 } })}\n{"date":"2026-01-0`)
    await writeFile(path, '\n', { flag: 'a' })
    const { url } = await serve(lacking)
    await run('contract', [url, '--history', to])
    const runs = (await readFile(path, 'utf8')).trim().split('\n')
    expect(runs).toHaveLength(3)
    const { sizes } = JSON.parse(runs[2] ?? '')
    const answer = await fetch(`${url}/api/get-blogs`)
    expect(sizes.blogs).toBe((await answer.arrayBuffer()).byteLength)
    const rows = [...(await readFile(join(to, 'index.html'), 'utf8')).matchAll(/<tr>(.*?)<\/tr>/g)].map(
      ([, row = '']) => row.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|'),
    )
    expect(rows).toContain('|answer.type course /data/a|2026-01-01T05:00:00.000Z|last seen 2026-01-01T05:00:00.000Z|')
    expect(rows.filter((row) => /^\|list\.item-missing events \/data\|.*\|still there\|$/.test(row))).toHaveLength(1)
    expect(rows.filter((row) => /^\|events\|12 ms\|[\d.]+ ms\|$/.test(row))).toHaveLength(1)
    expect(rows).toContain(`|blogs|–|${sizes.blogs.toLocaleString('en')}|`)
  })
})

describe('reports for other tools', () => {
  const drifting = {
    answer: ({ route, data }: { route: string; data: unknown }) =>
      route === 'get-course' ? { ...(data as object), count: 'many', tags: ['a', 7], extra: 1 } : data,
  }
  const schemaLines = contractSchema('ugarit').split('\n')
  const lineOf = createLineOf('ugarit')

  it('name rule, severity and the line of the contract that an answer broke', async () => {
    const { url } = await serve(drifting)
    const { reports, stdout } = await runWithReports(['sarif', 'code-quality'], [url, '--github'])
    const { version, runs } = JSON.parse(reports.sarif)
    const [{ tool, results }] = runs
    const at = results.findIndex(({ ruleId }: { ruleId: string }) => ruleId === 'answer.type')
    const { physicalLocation } = results[at].locations[0]
    const line = physicalLocation.region.startLine
    expect([version, physicalLocation.artifactLocation.uri]).toEqual(['2.1.0', 'contract.schema.json'])
    expect(results[at].level).toBe('error')
    expect(tool.driver.rules[results[at].ruleIndex]).toMatchObject({
      id: 'answer.type',
      help: { text: expect.any(String) },
    })
    expect(['"count": {', '"items": {']).toContain(schemaLines[line - 1]?.trim())
    expect(JSON.parse(reports['code-quality'])[at]).toMatchObject({
      ...{ check_name: 'answer.type', severity: 'major' },
      location: { path: 'contract.schema.json', lines: { begin: line } },
    })
    expect(stdout).toContain(`::error file=contract.schema.json,line=${line},title=answer.type course::course /data/`)
  })

  it.each([
    ['course', '/data/count', '"count": {'],
    ['homeData', '/data/*/courses/*/count', '"count": {'],
    ['course', '/data/unknown', '"data": {'],
    ['course', '', '"answer": {'],
    ['course', '/data/constructor', '"data": {'],
    ['coursesByCategory', '/data/category/ar_name', '"ar_name": {'],
    ['blogs', '/data/count', '"data": {'],
  ] as const)('find %s %s', (operation, pointer, expected) => {
    const line = lineOf(operation, pointer)
    expect(schemaLines[line - 1]?.trim()).toBe(expected)
    // Another operation may have the same field.
    const start = schemaLines.indexOf(`    "${operation}": {`)
    const end = schemaLines.findIndex((text, index) => index > start && text === '    },')
    expect([start < line, line <= end]).toEqual([true, true])
  })

  it('tell what could not be checked', async () => {
    const { url } = await serve({
      respond: ({ route }, response) => route === 'get-blog' && sendJson(response, {}, 502),
    })
    const { code, stdout, reports } = await runWithReports(['sarif', 'code-quality'], [url, '--github'])
    expect(code).toBe(2)
    const reason = `blog: POST ${url}/api/get-blog: status 502, asked 5 times`
    const [{ invocations, results }] = JSON.parse(reports.sarif).runs
    expect(results).toEqual([])
    expect(invocations).toEqual([
      { executionSuccessful: false, toolExecutionNotifications: [{ level: 'error', message: { text: reason } }] },
    ])
    const [issue] = JSON.parse(reports['code-quality'])
    expect(issue).toMatchObject({ description: reason, check_name: 'unchecked', severity: 'blocker' })
    expect(stdout).toContain(`::error title=contract::${reason}\n`)
  })

  it('SARIF has accepted drift as suppressed results', async () => {
    const { url } = await serve(drifting)
    const args = [url, '--baseline', join(await emptyFolder(), 'b'), '--update-baseline']
    const { reports } = await runWithReports(['sarif', 'code-quality'], args)
    const [{ results }] = JSON.parse(reports.sarif).runs
    expect(results.length).toBeGreaterThan(0)
    for (const { suppressions } of results) expect(suppressions).toEqual([{ kind: 'external', status: 'accepted' }])
    expect(JSON.parse(reports['code-quality'])).toEqual([])
  })

  it('keep to their published schemas', async () => {
    // One operation has drift, another cannot be checked.
    const { url } = await serve({
      ...drifting,
      respond: ({ route }, response) => route === 'get-event' && sendJson(response, {}, 502),
    })
    const page = 'https://example.org/contract/RULES.md'
    const { reports } = await runWithReports(['sarif', 'code-quality'], [url, '--rules-url', page])
    const published = await readFile(join(root, 'test/scripts/contract/published/sarif-2.1.0.json'), 'utf8')
    // The pattern of a language has a bracket that regular expressions with the flag "u" refuse.
    const sarifSchema = JSON.parse(published.replaceAll('{2}]?$', '{2}\\\\]?$'))
    const sarif = JSON.parse(reports.sarif)
    const schema = Schema.Compile(sarifSchema)
    expect(schema.Errors(sarif)).toEqual([true, []])
    expect(schema.Check({ ...sarif, runs: [{}] })).toBe(false)
    // A heading's fragment on GitHub and GitLab has no dots.
    const uris = sarif.runs[0].tool.driver.rules.map(({ helpUri }: { helpUri: string }) => helpUri)
    expect(uris).toContain(`${page}#answertype`)
    expect(uris.filter((uri: string) => !uri.startsWith(`${page}#`))).toEqual([])
    // GitLab publishes its format as a table (docs.gitlab.com, "Code Quality report format") and not as a schema.
    for (const issue of JSON.parse(reports['code-quality']))
      expect(issue).toEqual({
        description: expect.any(String),
        check_name: expect.any(String),
        fingerprint: expect.stringMatching(/^[0-9a-f]+$/),
        severity: expect.stringMatching(/^(info|minor|major|critical|blocker)$/),
        location: { path: expect.stringMatching(/^[^/.]/), lines: { begin: expect.any(Number) } },
      })
  })
})

describe('pictures', () => {
  it('of a foreign host are a warning, unless the host is named', async () => {
    const other = await serve()
    const { url } = await serve({
      answer: ({ route, data, site }) =>
        route === 'get-data' ? [{ ...site, team: [{ ...site.team[0], image: `${other.url}/images/x.webp` }] }] : data,
    })
    const rulesOf = ({ report }: { report: Report }) => report.warnings.map(({ rule }) => rule)
    expect(rulesOf(await reportOf(url))).toContain('picture.foreign')
    const host = new URL(other.url).host
    expect(rulesOf(await reportOf(url, '--picture-host', host))).not.toContain('picture.foreign')
  })
})
