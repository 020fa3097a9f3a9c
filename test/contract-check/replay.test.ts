import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Static } from 'typebox'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { Difference, Drift, OperationReport, Report } from '../../contract-check/report'
import type {
  differenceSchema,
  driftSchema,
  operationSchema,
  reportSchema,
} from '../../contract-check/reports/report-schema'
import { run } from '../scripts/run-command'
import { emptyFolder } from '../support/folders'
import { type Hooks, inFields, inFirst, inPicture, lackingEvents, startServer } from './drifting-server'
import { fileWith, lenient, reportOf, runOn, serve } from './run'

beforeEach(async () => void vi.stubEnv('XDG_CACHE_HOME', await emptyFolder()))
afterEach(() => void vi.unstubAllEnvs())

/** Serves an API with hooks that a test can replace while it runs. */
async function changing(hooks: Hooks) {
  const current = { hooks }
  const { url, requests } = await serve({
    answer: (call) => (current.hooks.answer ? current.hooks.answer(call) : call.data),
    respond: (...call) => current.hooks.respond?.(...call) ?? false,
    image: (...call) => current.hooks.image?.(...call) ?? false,
    preflight: (to) => (current.hooks.preflight ?? ((response) => response.writeHead(204).end()))(to),
    headers: (request) =>
      current.hooks.headers?.(request) ?? {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
      },
  })
  return { url, requests, become: (next: Hooks) => void Object.assign(current, { hooks: next }) }
}

/** The number of calls of a report's findings. */
const callsOf = ({ drifts, warnings }: Pick<Report, 'drifts' | 'warnings'>) =>
  new Set([...drifts, ...warnings].flatMap(({ calls }) => Object.values(calls).flat())).size

const differing = inFields('get-event', { en_title: 'Other' })

describe.each<[title: string, hooks: Hooks, args?: string[]]>([
  ['an item', differing],
  ['an item by id', inFields('get-courses-by-id', { en_title: 'Other' })],
  ['a list', lackingEvents()],
  ['refusals', lenient, ['--strict']],
  ['a picture', inPicture('text/plain', '', 404)],
  ['a preflight', { preflight: (response) => response.writeHead(401).end() }, ['--origin', 'https://www.example.org']],
  [
    'an echo of the origin',
    {
      headers: ({ headers }) => ({
        'access-control-allow-origin': headers.origin ?? '*',
        'access-control-allow-headers': '*',
      }),
    },
    ['--origin', 'https://www.example.org', '--strict'],
  ],
])('what failed in %s', (_, hooks, args = []) => {
  it('is called again, and homeData, and found again', async () => {
    const { url, requests, become } = await changing(hooks)
    const { code, report } = await reportOf(url, ...args)
    expect(code).toBe(1)
    const isOfHome = report.drifts.some(({ operations }) => operations[0] === 'homeData')
    for (const option of [['--failed'], ['--replay', await fileWith(report)]]) {
      requests.length = 0
      const again = await reportOf(url, ...args, ...option)
      // Calls are answered in any order.
      const causes = ({ drifts, warnings }: Report) =>
        [...drifts, ...warnings].map(({ rule, field, items, calls }) => [
          rule,
          field,
          items,
          Object.values(calls).flat().sort(),
        ])
      expect([again.code, causes(again.report)]).toEqual([1, causes(report)])
      const calls = callsOf(report)
      expect(requests.length - calls).toBeLessThanOrEqual(1)
      expect(requests.length - calls).toBeGreaterThanOrEqual(0)
    }
    become({})
    requests.length = 0
    expect(await runOn(url, ...args, '--failed')).toMatchObject({ code: 0 })
    expect(requests.length).toBeGreaterThan(isOfHome ? 0 : 1)
    const none = await runOn(url, ...args, '--failed')
    expect(none).toMatchObject({ code: 0, stderr: 'contract: nothing failed in the last check\n', stdout: '' })
  })
})

it('--failed leaves out warnings, and calls all of an operation that could not be checked', async () => {
  const { url, requests, become } = await changing({
    ...lenient,
    respond: ({ route }, response) => route === 'get-blog' && Boolean(response.destroy()),
  })
  expect((await runOn(url)).code).toBe(2)
  become({})
  requests.length = 0
  expect((await runOn(url, '--failed')).code).toBe(0)
  expect(new Set(requests)).toEqual(new Set(['/api/get-data', '/api/get-blog']))
  // Ten items, unknown, empty and wrong slugs, a form, and three calls as from a page.
  expect(requests.length).toBeGreaterThan(10)
})

it('--replay tells what is no longer found, and calls another address or that of the report', async () => {
  const { url } = await serve(differing)
  const file = await fileWith((await reportOf(url)).report)
  const right = await serve()
  const { code, stderr } = await runOn(`${right.url}/`, '--replay', file)
  expect([code, stderr]).toEqual([0, 'contract: no longer found: item.differs events.en_title\n'])
  expect(right.requests).toContain('/api/get-event')
  expect((await run('contract', ['--replay', file])).code).toBe(1)
})

it('an item that is gone leaves its operation unchecked', async () => {
  const drifting = await startServer(inFirst('events', { link: 5 }))
  const { report } = await reportOf(drifting.url, '--only', 'event')
  await drifting.close()
  const { url } = await serve({ content: ({ events }) => void events.shift() })
  const { code, stdout } = await runOn(url, '--replay', await fileWith(report))
  expect([code, stdout]).toEqual([
    2,
    expect.stringContaining('unchecked: event: homeData has the items of the wanted calls no more'),
  ])
})

it.each([
  [['--failed'], /^contract: --failed: no check of http.* is known on this machine/],
  [['--failed', '--replay', 'x.json'], /--failed and --replay exclude each other|x\.json can't be read/],
  [['--replay', 'nowhere.json'], /^contract: --replay: nowhere\.json can't be read.*--json FILE writes a report/],
  [['--failed', '--baseline', 'b.json', '--update-baseline'], /need a whole check, without --failed/],
  [['--failed', '--against', '.'], /--against needs a whole check/],
])('%j is wrong usage', async (args, said) => {
  const { code, stderr, requests } = await runOn({}, ...args)
  expect([code, stderr, requests]).toEqual([64, expect.stringMatching(said), []])
})

it.each([
  ['a report of another version', { version: 3 }, 'is a report of version 3; this check reads version 4'],
  ['no report', { drifts: [] }, 'is no report: /'],
])('--replay of %s is wrong usage', async (_, content, said) => {
  const { code, stderr } = await runOn({}, '--replay', await fileWith(content))
  expect([code, stderr]).toEqual([64, expect.stringContaining(said)])
})

it.each([
  ['cut off', '{"version": 4, "calls": {', /can't be read: expected JSON: .*; a check without --failed writes it anew/],
  ['empty', '', /can't be read: expected JSON: /],
  ['of another shape', '[]', /is no list of failed calls: \/: expected an object, found /],
  [
    'of other calls',
    '{"version": 4, "calls": {"blogs": 5}}',
    /is no list of failed calls: \/calls\/blogs: expected .*, found the number 5/,
  ],
])('--failed names its file if that is %s, and the next whole check replaces the file', async (_, content, said) => {
  const folder = await emptyFolder()
  vi.stubEnv('XDG_CACHE_HOME', folder)
  const { url } = await serve(differing)
  expect((await runOn(url, '--sample', '1')).code).toBe(1)
  const [file = ''] = await readdir(folder, { recursive: true }).then((names) =>
    names.filter((name) => /json$/.test(name)),
  )
  await writeFile(join(folder, file), content)
  const { code, stderr, stdout } = await runOn(url, '--failed')
  expect([code, stdout]).toEqual([64, ''])
  expect(stderr).toMatch(said)
  expect(stderr).toContain(join(folder, file))
  expect((await runOn(url, '--sample', '1')).code).toBe(1)
  expect((await runOn(url, '--failed')).code).toBe(1)
  expect(await readdir(dirname(join(folder, file)))).toEqual([basename(file)])
})

it.each([
  ['', "/$&/$$/it's"],
  ["/$&/$$/it's", ''],
  ["/it's", '/$&'],
])('--replay of findings below "%s" calls the same below "%s"', async (before, after) => {
  const { report } = await reportOf({ ...differing, prefix: before })
  const { url, requests } = await serve({ ...differing, prefix: after })
  const again = await reportOf(url, '--replay', await fileWith(report))
  expect([again.code, again.report.drifts.length]).toEqual([1, report.drifts.length])
  expect(requests).toContain('/api/get-event')
})

it('a folder that cannot be written costs only --failed', async () => {
  const file = join(await emptyFolder(), 'file')
  await writeFile(file, '')
  vi.stubEnv('XDG_CACHE_HOME', file)
  const { url } = await serve()
  expect(await runOn(url, '--sample', '1')).toMatchObject({ code: 0, stderr: '' })
  expect((await runOn(url, '--failed')).code).toBe(64)
})

it('the schema of the report has every member of its types', () => {
  expectTypeOf<keyof Static<typeof reportSchema>>().toEqualTypeOf<keyof Report>()
  expectTypeOf<keyof Static<typeof driftSchema>>().toEqualTypeOf<keyof Drift>()
  expectTypeOf<keyof Static<typeof operationSchema>>().toEqualTypeOf<keyof OperationReport>()
  expectTypeOf<keyof Static<typeof differenceSchema>>().toEqualTypeOf<keyof Difference>()
})
