import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationNames } from '#contract/operations'
import { readServerOptions } from '../../contract-check/command-line/options'
import { run } from '../scripts/run-command'
import { stopClock } from '../support/clock'
import { emptyFolder } from '../support/folders'
import { type Hooks, inFields, inFirst, inResponse, lackingEvents, send } from './drifting-server'
import { fileWith, reportOf, reportsOf, runOn, serve } from './run'

const secret = "tr0ub4dor+/o'brien"
const formats = ['html', 'junit', 'json', 'markdown', 'sarif', 'code-quality'] as const

afterEach(() => void vi.unstubAllEnvs())

/** Adds the values of the named headers of every request to `seen`. */
const noting = (seen: Set<unknown>, ...names: string[]): Hooks => ({
  respond: (_, __, { headers }) => {
    seen.add(names.map((name) => headers[name]).join(' '))
    return false
  },
})

describe('values of headers', () => {
  it('stand in no output, even when the API repeats them', async () => {
    const to = await emptyFolder()
    const repeating: Hooks = {
      ...inFields('get-course', { count: `${'x'.repeat(55)} ${secret}`, [secret]: 1 }),
      ...inFirst('events', { slug: secret, event_type: secret }),
    }
    const data = JSON.stringify([{ slug: `${'x'.repeat(65)} ${secret}` }])
    const escaped = `{"data":${data.replace('+', String.raw`\u002B`).replace('/', String.raw`\/`)}}`
    repeating.respond = ({ route }, response) => {
      if (route === 'get-news') return send(response, 'text/plain', secret, 302, { location: `/${secret}` })
      if (route === 'get-blogs') return send(response, 'application/json', escaped)
      return route === 'get-next-new' && send(response, 'application/json', `[${escaped}${secret}]`)
    }
    const baseline = ['--baseline', join(to, 'baseline'), '--update-baseline']
    const args = ['--header', `x-tenant: ${secret}`, '--history', to, '--github', ...baseline]
    const { stdout, stderr, reports } = await reportsOf(formats, repeating, ...args)
    const files = ['history.jsonl', 'index.html', 'baseline'].map((name) => readFile(join(to, name), 'utf8'))
    expect(reports.html).toContain('x-tenant: $X_TENANT')
    for (const text of [stdout, stderr, ...Object.values(reports), ...(await Promise.all(files))])
      expect(text).not.toMatch(/tr0ub4dor|brien/)
  })

  it('make no drift where the contract has the same word', async () => {
    expect((await runOn({}, '--header', 'x-tenant: ugarit', '--header', 'x-part: course')).code).toBe(0)
  })

  it('go to the origin of the address only, not along with redirects, nor to the server of --against', async () => {
    const seen = { own: new Set(), other: new Set() }
    const inOtherOrder: Hooks = { answer: ({ data }) => (Array.isArray(data) ? data.toReversed() : data) }
    const other = await serve({ ...inOtherOrder, ...noting(seen.other, 'x-tenant') })
    const own: Hooks = {
      respond: (call, response, request) => {
        noting(seen.own, 'x-tenant').respond?.(call, response, request)
        const location = `${other.url}/api/${call.route}`
        return call.route === 'get-data' && send(response, 'text/plain', '', 302, { location })
      },
    }
    const stdout = expect.stringContaining('0 differences of shape, 0 of content')
    const args = ['--header', `x-tenant: ${secret}`, '--against', other.url]
    expect(await runOn(own, ...args)).toMatchObject({ code: 0, stdout })
    expect(seen).toEqual({ own: new Set([secret]), other: new Set(['']) })
    // The comparison requests no pictures.
    expect(other.requests.filter((path) => path.startsWith('/images/'))).toEqual([])
  })

  it('come from the environment or a file', async () => {
    const seen = new Set()
    vi.stubEnv('TENANT', 'from the environment')
    const headers = ['--header', `x-a: \${TENANT}`, '--header', `@${await fileWith('# secrets\nx-b: from a file\n')}`]
    const hooks = noting(seen, 'x-a', 'x-b', 'user-agent')
    expect(await runOn(hooks, ...headers, '--sample', '1')).toMatchObject({ code: 0 })
    expect([...seen]).toEqual([expect.stringMatching(/^from the environment from a file ugarit-contract-check\/\d/)])
  })
})

it('control characters of the API are escaped in all output', async () => {
  const slug = 'a\n::error::pwn\u001b[31m\u009b'
  const { stdout, reports } = await reportsOf(formats, inFirst('blogs', { slug, image: 7 }), '--github')
  for (const text of [stdout, ...Object.values(reports)]) {
    expect(text).toContain('::error::pwn')
    for (const raw of ['\n::error::pwn', '\u001b', '\u009b']) expect(text).not.toContain(raw)
  }
})

describe('choosing', () => {
  it('--list calls homeData alone and lists the calls that a check makes, each as the curl line that findings have', async () => {
    const { url, requests } = await serve({
      answer: ({ route, data }) => (route === 'get-data' ? data : data && [data]),
      image: (_, response) => send(response, 'text/plain', '', 404),
    })
    const header = ['--header', 'x-tenant: a b']
    const { code, stdout } = await runOn(url, ...header, '--list')
    const planned = stdout.trim().split('\n')
    expect([code, requests.splice(0)]).toEqual([0, ['/api/get-data']])
    const { summary, drifts, warnings } = (await reportOf(url, ...header)).report
    expect([requests.length, summary.calls + summary.pictures]).toEqual([planned.length, planned.length])
    expect(drifts.map(({ rule }) => rule)).toContain('picture.missing')
    expect(planned).toEqual(expect.arrayContaining([...drifts, ...warnings].map(({ curl }) => curl)))
  })

  it('--only and --skip take operations and rules', async () => {
    const only = await reportOf(lackingEvents(), '--only', 'blogs')
    expect([only.code, only.requests]).toEqual([0, ['/api/get-data', '/api/get-blogs', '/api/get-blogs']])
    expect(only.report.operations.filter(({ status }) => status === 'passed')).toHaveLength(1)
    const rules = ['list.item-missing', 'list.empty', 'picture.missing', 'picture.size']
    const { code, requests } = await runOn(lackingEvents(), ...rules.flatMap((rule) => ['--skip', rule]))
    expect([code, requests.filter((path) => path.startsWith('/images/'))]).toEqual([0, []])
  })

  it('--picture-host allows pictures of a foreign host, which are a warning otherwise', async () => {
    const other = await serve()
    const { url } = await serve(inFirst('team', { image: `${other.url}/images/x.webp` }))
    const rulesOf = async (...args: string[]) => (await reportOf(url, ...args)).report.warnings.map(({ rule }) => rule)
    expect(await rulesOf()).toContain('picture.foreign')
    expect(await rulesOf('--picture-host', new URL(other.url).host)).not.toContain('picture.foreign')
    // Addresses leave their default port out.
    expect(readServerOptions({ 'picture-host': ['CDN.example:443'] }).pictureHosts).toEqual(['cdn.example'])
  })

  it('--fail-fast stops at the first drift, and reports call the rest stopped, not failed', async () => {
    const lacking: Hooks = { content: ({ courses }) => delete courses[0]?.image }
    const { code, requests, stdout, reports } = await reportsOf(formats, lacking, '--fail-fast', '--github')
    const others = operationNames.length - 1
    expect([code, requests]).toEqual([1, ['/api/get-data']])
    for (const text of [stdout, ...Object.values(reports)]) expect(text).toContain('not called: stopped by --fail-fast')
    expect(reports.junit).toContain(`failures="1" errors="0" skipped="${others}"`)
    expect(stdout).toContain('::notice title=contract::event: not called: stopped by --fail-fast\n')
    expect(reports.sarif.match(/"level": "note"/g)).toHaveLength(others)
    expect(reports['code-quality'].match(/"severity": "info"/g)).toHaveLength(others)
  })

  it('--max-time starts no more calls, not to the server of --against either, and says so of each operation', async () => {
    const advance = stopClock()
    const slow: Hooks = { respond: ({ route }) => route === 'get-data' && Boolean(advance(61_000)) }
    const { code, requests, report } = await reportOf(slow, '--max-time', '60')
    expect([code, requests]).toEqual([2, ['/api/get-data']])
    const reasons = report.operations.map(({ operation, reason }) => `${operation} ${reason}`)
    expect(reasons).toContain('event not called: stopped by --max-time')
    expect(reasons).toContain('homeData not all called: stopped by --max-time')
    const other = await serve(slow)
    const compared = await reportOf({}, '--max-time', '60', '--against', other.url)
    expect([compared.code, other.requests]).toEqual([2, ['/api/get-data']])
  })

  it('--max-time ends a wait for the server as well', async () => {
    const limiting = inResponse('get-blog', (to) => send(to, 'text/plain', '', 429, { 'retry-after': '30' }))
    const { code, report } = await reportOf(limiting, '--max-time', '2')
    expect([code, report.summary.elapsed < 20_000]).toEqual([2, true])
  })
})

describe('the configuration file', () => {
  it('holds options and severities; flags win', async () => {
    const { url } = await serve(lackingEvents())
    const severity = { 'list.item-missing': 'warning' }
    const config = ['--config', await fileWith({ url, sample: 1, severity })]
    const { code, stdout } = await run('contract', [...config, '--json', '-'])
    const warnings = [{ rule: 'list.item-missing' }]
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { warnings }])
    // Rules go by their old ids as well.
    const old = await fileWith({ severity: { 'habit.nothing': 'error' } })
    expect((await runOn(inFirst('courses', { count: null }), '--config', old)).code).toBe(1)
    const shown = await run('contract', [...config, '--print-config', '--sample', '3'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ url, sample: '3' })
  })
})
