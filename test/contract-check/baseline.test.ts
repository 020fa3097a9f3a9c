import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../support/folders'
import { type Hooks, inFields, inFirst, inPicture, lackingEvents } from './drifting-server'
import { fileWith, lenient, reportsOf, runOn } from './run'

const entry = { rule: 'list.item-missing', field: 'events', operations: ['events'] }

/** An API with warnings, and with an error, because a list lacks items. */
const lacking = (count: number): Hooks => ({
  ...lenient,
  answer: (call) => lackingEvents(count).answer?.({ ...call, data: lenient.answer?.(call) }),
})

/** Serves an API that lacks an item, and writes a baseline that accepts all its drift. */
async function acceptAll() {
  const path = join(await emptyFolder(), 'deep', 'baseline.json')
  const written = await runOn(lacking(1), '--baseline', path, '--update-baseline')
  return { path, written, url: written.url, entries: entriesOf(path) }
}

const entriesOf = (path: string): object[] => JSON.parse(readFileSync(path, 'utf8')).drifts

const baselineFile = (...drifts: object[]) => fileWith({ version: 2, drifts })

it('accepts what is known, also in one more item: only new drift fails', async () => {
  const { url, path, written } = await acceptAll()
  expect(written.code).toBe(0)
  expect(written.stderr).toMatch(/wrote the baseline .*baseline\.json: (\d+) kinds of drift, \1 of them new/)
  expect(readdirSync(join(path, '..'))).toEqual(['baseline.json'])

  const known = await runOn(url, '--baseline', path, '--strict')
  const none = expect.stringMatching(/has no new drift: \d+ passed, 0 drift, 0 unchecked, \d+ known \(/)
  expect(known).toMatchObject({ code: 0, stdout: none })

  expect(await runOn(lacking(2), '--baseline', path)).toMatchObject({ code: 0 })

  const drifting = await runOn({ ...lacking(1), ...inPicture('a/b', '', 404) }, '--baseline', path)
  expect(drifting.code).toBe(1)
  const told = drifting.stdout.match(/^(?:error|warning): .*/gm) ?? []
  expect(told).toContainEqual(expect.stringMatching(/^error: courses\.image: status 404 \(homeData\), 1 item/))
  expect(told.filter((line) => !line.includes('.image'))).toEqual([])
})

it('tells the entries that no longer occur, and removes them when asked, those of a rule that is off excepted', async () => {
  const size = { rule: 'picture.size', field: 'courses.image', operations: ['homeData'] }
  const path = await baselineFile(entry, size)
  const args = ['--baseline', path, '--config', await fileWith({ severity: { 'picture.size': 'off' } })]
  const told = expect.stringContaining('no longer found, though in the baseline: list.item-missing events')
  expect(await runOn({}, ...args)).toMatchObject({ code: 0, stdout: told })
  const pruned = await runOn({}, ...args, '--prune-baseline')
  expect(pruned.stderr).toContain('removed from the baseline: list.item-missing events')
  expect(pruned.stdout).not.toContain('no longer found')
  expect(entriesOf(path)).toEqual([size])
})

it('loses no entry of what was left out', async () => {
  const { path, entries } = await acceptAll()
  const few = await runOn({}, '--baseline', path, '--sample', '1', '--prune-baseline')
  expect(few.stderr).toMatch(/: 0 entries removed, \d left/)
  const { stdout } = await runOn({}, '--baseline', path, '--only', 'event')
  expect(stdout).not.toContain('no longer found')
  expect(entriesOf(path)).toEqual(entries)
})

it('loses no entry of pictures that were left out, also beside drift', async () => {
  const picture = { rule: 'picture.missing', field: 'courses.image', operations: ['homeData'] }
  const path = await baselineFile(picture)
  const hanging: Hooks = { ...inFirst('courses', { date: 'soon' }), image: () => true }
  const args = ['--baseline', path, '--prune-baseline', '--timeout', '1', '--concurrency', '1']
  const { code, stdout } = await runOn(hanging, ...args)
  expect([code, stdout]).toEqual([1, expect.stringMatching(/pictures left out after 3 timeouts in a row: \d+/)])
  expect(stdout).toMatch(/unchecked: homeData: GET .*no answer within 1 s/)
  expect(stdout).not.toContain('picture.missing')
  expect(entriesOf(path)).toEqual([picture])
})

it('has reason and date of an entry in every report, fails again past the date, and keeps the reason in an update', async () => {
  const { url, entries } = await acceptAll()
  const reasoned = { reason: 'ticket <77>', expires: '9999-12-31' }
  const path = await baselineFile(...entries.map((each) => ({ ...each, ...reasoned })))
  const formats = ['html', 'markdown', 'sarif', 'code-quality'] as const
  const { code, reports } = await reportsOf(formats, url, '--baseline', path)
  expect(code).toBe(0)
  expect(reports.html).toContain('known error until 9999-12-31 (ticket &#60;77&#62;)')
  expect(reports.markdown).toContain('known error until 9999-12-31')
  const [{ results }] = JSON.parse(reports.sarif).runs
  expect(results.length).toBeGreaterThan(0)
  const suppression = { kind: 'external', status: 'accepted', justification: 'until 9999-12-31 (ticket <77>)' }
  for (const { suppressions } of results) expect(suppressions).toEqual([suppression])
  expect(JSON.parse(reports['code-quality'])).toEqual([])
  const expired = await baselineFile({ ...entry, ...reasoned, expires: '2020-01-31' })
  const stdout = expect.stringContaining('error, accepted only until 2020-01-31')
  expect(await runOn(url, '--baseline', expired)).toMatchObject({ code: 1, stdout })
  const { stderr } = await runOn(url, '--baseline', expired, '--update-baseline')
  expect(stderr).toContain('accepted again after they had expired: 1')
  expect(entriesOf(expired)).toContainEqual({ ...entry, reason: reasoned.reason })
})

it('fails for a known rule and field in one more operation', async () => {
  const differs = { rule: 'item.differs', field: 'courses.en_title', operations: ['course'] }
  const args = ['--baseline', await baselineFile(differs)]
  const [inOne, inOther] = ['get-course', 'get-courses-by-id'].map((route) => inFields(route, { en_title: 'Other' }))
  expect(await runOn(inOne ?? {}, ...args)).toMatchObject({ code: 0 })
  const inBoth: Hooks = { answer: (call) => inOther?.answer?.({ ...call, data: inOne?.answer?.(call) }) }
  expect(await runOn(inBoth, ...args)).toMatchObject({ code: 1 })
})

it('of version 1 is read: operations and pointers become a field and its operations, old ids of rules the new ones', async () => {
  const entries = [
    'homeData /data/*/courses/*',
    'coursesByCategory /data/courses/*',
    'course /data',
    'courseById /data',
  ]
  const drifts = entries.map((entry) => {
    const [operation, item] = entry.split(' ')
    return { operation, pointer: `${item}/count`, rule: 'habit.number', reason: 'ticket 77', expires: '9999-12-31' }
  })
  const path = await fileWith({ version: 1, drifts })
  const hooks = inFirst('courses', { count: '24' })
  expect(await runOn(hooks, '--baseline', path, '--strict')).toMatchObject({ code: 0 })
  expect(await runOn(hooks, '--baseline', path, '--update-baseline')).toMatchObject({ code: 0 })
  const operations = ['homeData', 'coursesByCategory', 'courseById', 'course']
  const known = { rule: 'format.number', field: 'courses.count', operations }
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    version: 2,
    drifts: [{ ...known, expires: '9999-12-31', reason: 'ticket 77' }],
  })
})

it.each([
  [
    'another version',
    { version: 3, drifts: [] },
    'is a baseline of version 3; this check reads versions 1 and 2: delete the file, and --update-baseline writes a new one',
  ],
  ['no version', { drifts: [] }, 'is no baseline: /version: expected '],
  ['a wrong entry of version 1', { version: 1, drifts: [{ operation: 'nix' }] }, 'is no baseline: /drifts/0'],
  [
    'an unknown rule',
    { version: 2, drifts: [{ ...entry, rule: 'list.item' }] },
    'there is no rule "list.item"; did you mean',
  ],
])('of %s is refused before the first call', async (_, content, said) => {
  const { code, stderr, requests } = await runOn({}, '--baseline', await fileWith(content))
  expect([code, requests]).toEqual([64, []])
  expect(stderr).toContain(said)
})

it.each([
  ['get-event', /is not written/],
  ['get-data', /^contract: homeData: GET .*: no answer within 0\.5 s\n$/],
])('stays as it was when %s could not be checked', async (hanging, said) => {
  const path = await baselineFile()
  const args = ['--baseline', path, '--update-baseline', '--timeout', '0.5']
  const stderr = expect.stringMatching(said)
  expect(await runOn({ respond: ({ route }) => route === hanging }, ...args)).toMatchObject({ code: 2, stderr })
  expect(entriesOf(path)).toEqual([])
})
