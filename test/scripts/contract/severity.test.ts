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
import { check, run, serve } from './run'

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
    const to = await emptyFolder()
    const report = async (...more: string[]) => {
      const paths = ['html', 'junit', 'json', 'markdown'].map((format) => [`--${format}`, join(to, format)])
      await run('contract', [url, ...paths.flat(), ...more])
      return Promise.all(paths.map(([, path = '']) => readFile(path, 'utf8')))
    }
    const [html, junit, json = '', markdown] = await report()
    expect(html).toContain('<span class="warning">warning:</span>')
    expect(markdown).toContain('### warning: `course`')
    expect(junit).not.toContain('<failure')
    expect(junit).toMatch(/<system-out>warning: course \/data/)
    const { drifts, warnings, summary } = JSON.parse(json) as Report
    expect(drifts).toEqual([])
    expect(warnings.length).toBe(summary.warnings)
    expect(warnings.map(({ severity }) => severity)).toEqual(warnings.map(() => 'warning'))
    const [, strict] = await report('--strict')
    expect(strict?.match(/<failure message="warning: /g)).toHaveLength(3)
  })
})

describe('a baseline', () => {
  it('accepts what is known: only new drift fails', async () => {
    const path = join(await emptyFolder(), 'deep', 'baseline.json')
    const { url } = await serve(lacking(1))
    expect((await run('contract', [url])).code).toBe(1)
    const written = await run('contract', [url, '--baseline', path, '--update-baseline'])
    expect(written.code).toBe(0)
    expect(written.stderr).toMatch(/wrote the baseline .*baseline\.json: (\d+) kinds of drift, \1 of them new/)
    expect(await readdir(join(path, '..'))).toEqual(['baseline.json'])

    const known = await run('contract', [url, '--baseline', path, '--strict'])
    expect(known.stdout).toMatch(/11 passed, 0 drift, 0 unchecked, \d+ known \(/)
    expect(known.code).toBe(0)

    const { url: more } = await serve({
      ...lacking(1),
      image: (name, to) => name === 'x.webp' && send(to, 'a/b', '', 404),
    })
    const drifting = await run('contract', [more, '--baseline', path])
    expect(drifting.code).toBe(1)
    const told = drifting.stdout.match(/(?:error|warning): .*/g) ?? []
    expect(told).toContainEqual(expect.stringMatching(/^error: homeData \/data\/\*\/courses\/\*\/image/))
    expect(told.filter((line) => !line.includes('/image'))).toEqual([])
  })

  it('accepts the same drift in one more item', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    const { url } = await serve(lacking(1))
    await run('contract', [url, '--baseline', path, '--update-baseline'])
    const { url: worse } = await serve(lacking(2))
    const { code, stdout } = await run('contract', [worse, '--baseline', path])
    expect(stdout).not.toContain('error: ')
    expect(code).toBe(0)
  })

  it('fails again past the date of an entry', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    const { url } = await serve(lacking(1))
    await run('contract', [url, '--baseline', path, '--update-baseline'])
    const { drifts } = JSON.parse(await readFile(path, 'utf8')) as { drifts: object[] }
    const dated = (expires: string) =>
      writeFile(path, JSON.stringify({ version: 1, drifts: drifts.map((entry) => ({ ...entry, expires })) }))
    await dated('9999-12-31')
    expect((await run('contract', [url, '--baseline', path])).code).toBe(0)
    await dated('2020-01-31')
    const { code, stdout } = await run('contract', [url, '--baseline', path])
    expect(stdout).toContain('error, accepted only until 2020-01-31:')
    expect(code).toBe(1)
  })

  it('tells the entries that no longer occur, and removes them when asked', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    const { url } = await serve(lacking(1))
    await run('contract', [url, '--baseline', path, '--update-baseline'])
    const { url: mended } = await serve()
    const told = await run('contract', [mended, '--baseline', path])
    expect(told.stdout).toContain('no longer found, though in the baseline: list.item-missing events /data')
    expect(told.code).toBe(0)
    const pruned = await run('contract', [mended, '--baseline', path, '--prune-baseline'])
    expect(pruned.stderr).toContain('removed from the baseline: list.item-missing events /data')
    expect(pruned.stdout).not.toContain('no longer found')
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, drifts: [] })
  })

  it('tells and removes entries of the rules that are on when another rule is off', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    const config = join(await emptyFolder(), 'config.json')
    await writeFile(config, JSON.stringify({ severity: { 'picture.size': 'off' } }))
    const entry = { operation: 'events', pointer: '/data', rule: 'list.item-missing' }
    const size = { operation: 'homeData', pointer: '/data/*/image', rule: 'picture.size' }
    await writeFile(path, JSON.stringify({ version: 1, drifts: [entry, size] }))
    const { url } = await serve()
    const args = [url, '--config', config, '--baseline', path]
    expect((await run('contract', args)).stdout).toContain('no longer found, though in the baseline: list.item-missing')
    await run('contract', [...args, '--prune-baseline'])
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, drifts: [size] })
  })

  it('loses no entry of what was left out', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    const { url } = await serve(lacking(1))
    await run('contract', [url, '--baseline', path, '--update-baseline'])
    const before = await readFile(path, 'utf8')
    const only = await run('contract', [url, '--baseline', path, '--only', 'event', '--prune-baseline'])
    expect([only.code, only.stderr]).toEqual([64, expect.stringMatching(/need a whole check/)])
    const { url: mended } = await serve()
    const few = await run('contract', [mended, '--baseline', path, '--sample', '1', '--prune-baseline'])
    expect(few.stderr).toMatch(/: 0 entries removed, \d left/)
    const part = await run('contract', [mended, '--baseline', path, '--only', 'event'])
    expect(part.stdout).not.toContain('no longer found')
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  it('says how many expired entries it accepts again, and the verdict tells of known drift', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    const entry = { operation: 'events', pointer: '/data', rule: 'list.item-missing', expires: '2020-01-31' }
    await writeFile(path, JSON.stringify({ version: 1, drifts: [entry] }))
    const { url } = await serve(lacking(1))
    const { stderr } = await run('contract', [url, '--baseline', path, '--update-baseline'])
    expect(stderr).toContain('accepted again after they had expired: 1')
    expect((await run('contract', [url, '--baseline', path])).stdout).toMatch(/has no new drift: .* \d known/)
  })

  it('shows reason and date of an entry in every report, and keeps the reason when it is accepted again', async () => {
    const folder = await emptyFolder()
    const path = join(folder, 'baseline.json')
    const entry = { operation: 'events', pointer: '/data', rule: 'list.item-missing', reason: 'ticket <77>' }
    const { url } = await serve(lacking(1))
    const write = (expires: string) => writeFile(path, JSON.stringify({ version: 1, drifts: [{ ...entry, expires }] }))
    await write('9999-12-31')
    const file = (name: string) => join(folder, name)
    const reports = ['--html', file('a.html'), '--markdown', file('a.md'), '--sarif', file('a.sarif')]
    await run('contract', [url, '--baseline', path, ...reports])
    expect(await readFile(file('a.html'), 'utf8')).toContain('known error until 9999-12-31 (ticket &#60;77&#62;)')
    expect(await readFile(file('a.md'), 'utf8')).toContain('known error until 9999-12-31')
    expect(await readFile(file('a.sarif'), 'utf8')).toContain('"justification": "until 9999-12-31 (ticket <77>)"')
    await write('2020-01-31')
    await run('contract', [url, '--baseline', path, '--update-baseline'])
    const { drifts } = JSON.parse(await readFile(path, 'utf8')) as { drifts: object[] }
    expect(drifts).toContainEqual(entry)
  })

  it('stays as it was when not all could be checked', async () => {
    const path = join(await emptyFolder(), 'baseline.json')
    await writeFile(path, '{"version":1,"drifts":[]}')
    const { url } = await serve({ respond: ({ route }) => route === 'get-event' })
    const args = ['--baseline', path, '--update-baseline', '--timeout', '0.5']
    const { code, stderr } = await run('contract', [url, ...args])
    expect(code).toBe(2)
    expect(stderr).toMatch(/is not written/)
    const nobody = await run('contract', ['http://127.0.0.1:9', ...args])
    expect(nobody.code).toBe(2)
    expect(nobody.stderr).toMatch(/^[^\n]+\n$/)
    expect(await readFile(path, 'utf8')).toBe('{"version":1,"drifts":[]}')
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
