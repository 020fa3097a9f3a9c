import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { habits } from '#contract/habits'
import type { Report } from '../../../scripts/contract/report'
import { openStore } from '../../../server/content/store'
import { startApp } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { habitualContent } from '../../support/habitual'
import { type Hooks, type Item, send } from './drifting-server'
import { check, jsonFile, run, runWithReports, serve } from './run'

/** A right server that refuses too little, and whose bodies hold what pages drop. */
const lenient: Hooks = {
  content: ({ blogs }) => {
    const [blog] = blogs
    Object.assign(blog ?? {}, { en_body: '<center><p onclick="x()">Hello</p></center><iframe src="/video"></iframe>' })
  },
  answer: ({ route, data, payload, site }) => (route === 'get-course' && !payload.slug ? site.courses[0] : data),
  respond: ({ route, payload }, response) =>
    route === 'get-blog' &&
    Array.isArray(payload.slug) &&
    send(response, 'application/json', '{"data":[{"slug":"a"},{"slug":"b"}]}'),
}

/** The same, which also lacks items of a list: an error. */
const lacking = (count: number): Hooks => ({
  ...lenient,
  answer: (call) =>
    call.route === 'get-events' && call.data ? (call.data as Item[]).slice(count) : lenient.answer?.(call),
})

describe('a server that is right but lenient', () => {
  it('is fine with warnings, which count with --strict', async () => {
    const { url } = await serve(lenient)
    const { code, stdout } = await run('contract', [url])
    expect(stdout).toMatch(/11 passed, 0 drift, 0 unchecked, \d+ warnings \(/)
    expect(stdout).toMatch(/warning: course \/data \(/)
    expect(stdout).toMatch(/warning: blog \/data \([\s\S]*a list in place of a slug/)
    expect(stdout).toMatch(/warning: homeData \/data\/\*\/blogs\/\*\/en_body[\s\S]*<iframe>/)
    expect(stdout).not.toContain('error: ')
    expect(code).toBe(0)
    const strict = await run('contract', [url, '--strict'])
    expect(strict.code).toBe(1)
    expect(strict.stdout).toMatch(/8 passed, 3 drift, 0 unchecked, \d+ warnings \(/)
  })

  it('has its warnings in every report, and fails no test case but with --strict', async () => {
    const { url } = await serve(lenient)
    const report = (...more: string[]) => runWithReports(['html', 'junit', 'json', 'markdown'], [url, ...more])
    const { html, junit, json, markdown } = (await report()).reports
    expect(html).toContain('<span class="warning">warning:</span>')
    expect(markdown).toContain('### warning: `course`')
    expect(junit).not.toContain('<failure')
    expect(junit).toMatch(/<system-out>warning: course \/data/)
    const { drifts, warnings, summary } = JSON.parse(json) as Report
    expect(drifts).toEqual([])
    expect(warnings.length).toBe(summary.warnings)
    expect(warnings.map(({ severity }) => severity)).toEqual(warnings.map(() => 'warning'))
    const strict = (await report('--strict')).reports.junit
    expect(strict.match(/<failure message="warning: /g)).toHaveLength(3)
  })
})

/** Serves an API that lacks an item, and writes a baseline that accepts all its drift. */
async function acceptAll() {
  const { url } = await serve(lacking(1))
  const path = join(await emptyFolder(), 'deep', 'baseline.json')
  const written = await run('contract', [url, '--baseline', path, '--update-baseline'])
  return { url, path, written, entries: (await entriesOf(path)) as object[] }
}

async function entriesOf(path: string): Promise<unknown> {
  return (JSON.parse(await readFile(path, 'utf8')) as { drifts: unknown }).drifts
}

const baselineFile = (...drifts: object[]) => jsonFile({ version: 1, drifts })

describe('a baseline', () => {
  const entry = { operation: 'events', pointer: '/data', rule: 'list.item-missing' }

  it('accepts what is known: only new drift fails', async () => {
    const { url, path, written } = await acceptAll()
    expect(written.code).toBe(0)
    expect(written.stderr).toMatch(/wrote the baseline .*baseline\.json: (\d+) kinds of drift, \1 of them new/)
    expect(await readdir(join(path, '..'))).toEqual(['baseline.json'])

    const known = await run('contract', [url, '--baseline', path, '--strict'])
    expect(known.stdout).toMatch(/has no new drift: 11 passed, 0 drift, 0 unchecked, \d+ known \(/)
    expect(known.code).toBe(0)

    const { url: more } = await serve({
      ...lacking(1),
      image: (name, to) => name === 'x.webp' && send(to, 'a/b', '', 404),
    })
    const drifting = await run('contract', [more, '--baseline', path])
    expect(drifting.code).toBe(1)
    const told = drifting.stdout.match(/^(?:error|warning): .*/gm) ?? []
    expect(told).toContainEqual(expect.stringMatching(/^error: homeData \/data\/\*\/courses\/\*\/image/))
    expect(told.filter((line) => !line.includes('/image'))).toEqual([])
  })

  it('accepts the same drift in one more item', async () => {
    const { path } = await acceptAll()
    const { url: worse } = await serve(lacking(2))
    const { code, stdout } = await run('contract', [worse, '--baseline', path])
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('error: ')])
  })

  it('fails again past the date of an entry', async () => {
    const { url, entries } = await acceptAll()
    const checkUntil = async (expires: string) =>
      run('contract', [url, '--baseline', await baselineFile(...entries.map((each) => ({ ...each, expires })))])
    expect((await checkUntil('9999-12-31')).code).toBe(0)
    const { code, stdout } = await checkUntil('2020-01-31')
    expect([code, stdout]).toEqual([1, expect.stringContaining('error, accepted only until 2020-01-31:')])
  })

  it('tells the entries that no longer occur, and removes them when asked', async () => {
    const { path } = await acceptAll()
    const { url: mended } = await serve()
    const told = await run('contract', [mended, '--baseline', path])
    expect(told.stdout).toContain('no longer found, though in the baseline: list.item-missing events /data')
    expect(told.code).toBe(0)
    const pruned = await run('contract', [mended, '--baseline', path, '--prune-baseline'])
    expect(pruned.stderr).toContain('removed from the baseline: list.item-missing events /data')
    expect(pruned.stdout).not.toContain('no longer found')
    expect(await entriesOf(path)).toEqual([])
  })

  it('tells and removes entries of the rules that are on when another rule is off', async () => {
    const config = await jsonFile({ severity: { 'picture.size': 'off' } })
    const size = { operation: 'homeData', pointer: '/data/*/image', rule: 'picture.size' }
    const path = await baselineFile(entry, size)
    const { url } = await serve()
    const args = [url, '--config', config, '--baseline', path]
    expect((await run('contract', args)).stdout).toContain('no longer found, though in the baseline: list.item-missing')
    await run('contract', [...args, '--prune-baseline'])
    expect(await entriesOf(path)).toEqual([size])
  })

  it('loses no entry of what was left out', async () => {
    const { url, path, entries } = await acceptAll()
    const only = await run('contract', [url, '--baseline', path, '--only', 'event', '--prune-baseline'])
    expect([only.code, only.stderr]).toEqual([64, expect.stringMatching(/need a whole check/)])
    const { url: mended } = await serve()
    const few = await run('contract', [mended, '--baseline', path, '--sample', '1', '--prune-baseline'])
    expect(few.stderr).toMatch(/: 0 entries removed, \d left/)
    const part = await run('contract', [mended, '--baseline', path, '--only', 'event'])
    expect(part.stdout).not.toContain('no longer found')
    expect(await entriesOf(path)).toEqual(entries)
  })

  it('shows reason and date of an entry in every report; an update keeps the reason and tells of the expired', async () => {
    const reasoned = { ...entry, reason: 'ticket <77>' }
    const { url } = await serve(lacking(1))
    const path = await baselineFile({ ...reasoned, expires: '9999-12-31' })
    const { html, markdown, sarif } = (await runWithReports(['html', 'markdown', 'sarif'], [url, '--baseline', path]))
      .reports
    expect(html).toContain('known error until 9999-12-31 (ticket &#60;77&#62;)')
    expect(markdown).toContain('known error until 9999-12-31')
    expect(sarif).toContain('"justification": "until 9999-12-31 (ticket <77>)"')
    const expired = await baselineFile({ ...reasoned, expires: '2020-01-31' })
    const { stderr } = await run('contract', [url, '--baseline', expired, '--update-baseline'])
    expect(stderr).toContain('accepted again after they had expired: 1')
    expect(await entriesOf(expired)).toContainEqual(reasoned)
  })

  it('stays as it was when not all could be checked', async () => {
    const path = await baselineFile()
    const { url } = await serve({ respond: ({ route }) => route === 'get-event' })
    const args = ['--baseline', path, '--update-baseline', '--timeout', '0.5']
    const { code, stderr } = await run('contract', [url, ...args])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is not written/)])
    const nobody = await run('contract', ['http://127.0.0.1:9', ...args])
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringMatching(/^[^\n]+\n$/)])
    expect(await entriesOf(path)).toEqual([])
  })

  it.each([
    ['nothing', undefined, /can't be read: .*--update-baseline writes it/],
    ['no JSON', '{"drifts":', /can't be read/],
    ['another object', '{"version":1}', /is no baseline: \/drifts: expected a list, found nothing/],
    [
      'with an unknown member',
      '{"version":1,"drifts":[{"operation":"blog","pointer":"","rule":"answer.type","expire":"2027-01-01"}]}',
      /is no baseline: \/drifts\/0/,
    ],
    ['of another version', '{"version":2,"drifts":[]}', /is no baseline: \/version: expected one of 1/],
    [
      'a drift of no operation',
      '{"version":1,"drifts":[{"operation":"x","pointer":"","rule":"answer.type"}]}',
      /is no baseline: \/drifts\/0\/operation: expected one of "homeData"/,
    ],
  ])('that is %s is one clear line and 64', async (_, text, said) => {
    const path = join(await emptyFolder(), 'baseline.json')
    if (text !== undefined) await writeFile(path, text)
    // An update would lose the reasons and dates that somebody wrote into the file.
    for (const more of text === undefined ? [[]] : [[], ['--update-baseline']]) {
      const { code, stdout, stderr } = await run('contract', ['http://127.0.0.1:9', '--baseline', path, ...more])
      expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
      expect(stderr).toMatch(said)
      expect(stderr).toMatch(/^[^\n]+\n$/)
    }
    if (text !== undefined) expect(await readFile(path, 'utf8')).toBe(text)
  })
})

describe('a server with the habits of real back ends', () => {
  const content = habitualContent()
  const serveHabits = () => startApp({ content, config: { scenarios: ['php-habits'] } })

  it('has a warning that names each habit, and no drift', async () => {
    const { url } = await serveHabits()
    const { drifts, warnings, verdict } = await check(url)
    expect(drifts).toEqual([])
    expect(verdict).toBe('holds')
    const named = new Set(warnings.map(({ habit }) => habit))
    expect([...named].sort()).toEqual(
      Object.values(habits)
        .map(({ name }) => name)
        .sort(),
    )
    const count = warnings.find(({ operation, pointer }) => operation === 'course' && pointer === '/data/count')
    expect(count).toMatchObject({ habit: 'a number as text', expected: 'a number' })
  })

  it("is recorded in the contract's own form", async () => {
    const { url } = await serveHabits()
    const out = await emptyFolder()
    const { code, stderr } = await run('record', [url, '--out', out])
    expect(stderr).toContain('warning: course /data/count')
    expect(code).toBe(0)
    const store = await openStore({
      ...{ fixturesDir: join(out, 'fixtures'), imagesDir: join(out, 'images'), product: 'ugarit' },
    })
    const [home] = store.content().homeData
    store.close()
    expect(home).toEqual(content)
    const again = await run('contract', [url, '--against', join(out, 'fixtures')])
    expect(again.stdout).toContain('0 differences of shape, 0 of content')
  })

  it('has pictures of one name at two addresses recorded as two files', async () => {
    const server = await serve({
      answer: ({ route, data, site }) => {
        const [member] = site.team
        const at = (folder: string) => ({ ...member, image: `${server.url}/images/${folder}face.png` })
        return route === 'get-data' ? [{ ...site, team: [at(''), at('old/')] }] : data
      },
    })
    const out = await emptyFolder()
    expect(await run('record', [server.url, '--out', out])).toMatchObject({ code: 0 })
    const team = JSON.parse(await readFile(join(out, 'fixtures/team.json'), 'utf8')) as Item[]
    expect(team.map(({ image }) => image)).toEqual(['face.png', '2-face.png'])
    expect(await readdir(join(out, 'images'))).toEqual(expect.arrayContaining(['face.png', '2-face.png']))
  })
})
