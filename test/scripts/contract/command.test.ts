import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { habits } from '#contract/habits'
import { operationNames } from '#contract/operations'
import { startApp } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { writeContent } from '../../support/generated-content'
import { habitualContent } from '../../support/habitual'
import { firstOf, type Hooks, inData, inResponse, send, sendJson, wholeSite } from './drifting-server'
import { check, lenient, reportOf, runOn, serve } from './run'

const nowhere = 'http://127.0.0.1:9'

type Said = { code: number; stdout?: RegExp[]; stderr?: RegExp[] }

const lenientWarnings = [
  / passed, 0 drift, 0 unchecked, \d+ warnings \(/,
  /warning: course \/data \(/,
  /warning: blog \/data \([\s\S]*a list in place of a slug/,
  /warning: homeData \/data\/\*\/blogs\/\*\/en_body[\s\S]*<iframe>/,
  /^(?![\s\S]*error: )/,
]
const strictCounts = RegExp(`${operationNames.length - 3} passed, 3 drift, 0 unchecked, `)
const limiting = (tries = 0) =>
  inResponse('get-data', (response) => {
    response.setHeader('retry-after', 1)
    return tries++ === 0 && sendJson(response, {}, 429)
  })
const tooFew = inData('get-blogs', () => [])
const stranger: Hooks = { respond: (_, response) => sendJson(response, { hello: 'world' }) }

describe('what the command says and how it exits', () => {
  it.each<[title: string, target: Hooks | string, args: string[], said: Said]>([
    [
      'a right server is 0',
      {},
      [],
      { code: 0, stdout: operationNames.map((name) => RegExp(`^${name} +passed `, 'm')) },
    ],
    [
      'nothing listening is 2',
      nowhere,
      [],
      { code: 2, stdout: [/^$/], stderr: [/^contract: .*http:\/\/127\.0\.0\.1:9.*\n$/] },
    ],
    [
      'a server that is not this API is 2',
      stranger,
      [],
      { code: 2, stdout: [/^$/], stderr: [/^.*is not this API.*\n$/] },
    ],
    ['--quiet keeps the exit code', tooFew, ['--quiet'], { code: 1, stdout: [/^$/], stderr: [/^$/] }],
    ['--quiet tells of no pause', limiting(), ['--quiet', '--sample', '1'], { code: 0, stderr: [/^$/] }],
    ['a right but lenient server has warnings', lenient, [], { code: 0, stdout: lenientWarnings }],
    ['they count with --strict', lenient, ['--strict'], { code: 1, stdout: [strictCounts] }],
  ])('%s', async (_, target, args, { code, stdout = [], stderr = [] }) => {
    const ended = await runOn(target, ...args)
    expect(ended.code).toBe(code)
    for (const part of stdout) expect(ended.stdout).toMatch(part)
    for (const part of stderr) expect(ended.stderr).toMatch(part)
  })

  it('a server with the habits of real back ends has a warning that names each, and no drift', async () => {
    const { url } = await startApp({ content: habitualContent(), config: { scenarios: ['php-habits'] } })
    const { verdict, warnings } = await check(url)
    expect(verdict).toBe('holds')
    const names = Object.values(habits).map(({ name }) => name)
    expect(new Set(warnings.map(({ habit }) => habit))).toEqual(new Set(names))
  })
})

describe('--against', () => {
  it('a folder of fixtures tells the changed shapes, items and fields', async () => {
    const to = await emptyFolder()
    await writeContent(wholeSite() as never, to)
    const { url, site } = await serve({
      content: ({ courses, blogs, events }) => {
        courses.push({ ...firstOf(courses), slug: 'brand-new', id: 77 })
        blogs.shift()
        Object.assign(firstOf(events), { en_title: 'Renamed' })
        for (const event of events) event.seats = 5
      },
    })
    const args = ['--against', join(to, 'fixtures')]
    const { code, stdout } = await runOn(url, ...args)
    expect(code).toBe(1)
    expect(stdout).toContain('events/seats: new, number')
    expect(stdout).toContain('added: courses brand-new')
    const { difference, drifts } = (await reportOf(url, ...args)).report
    expect(drifts).toEqual([])
    expect(difference?.shapes).toEqual([{ entity: 'events', field: '/seats', before: null, after: 'number' }])
    const event = difference?.content.find(({ slug }) => slug === firstOf(site.events).slug)
    const renamed = { field: '/en_title', before: 'the string "Title"', after: 'the string "Renamed"' }
    expect(event?.fields[0]).toEqual(renamed)
    expect(difference?.content.filter(({ change }) => change === 'removed')).toHaveLength(1)
  })

  it('a folder without fixtures is wrong usage, and a dead server can not be compared', async () => {
    const empty = await emptyFolder()
    await writeFile(join(empty, 'courses.json'), '[]')
    expect((await runOn({}, '--against', empty)).code).toBe(64)
    const dead = await runOn({}, '--against', nowhere)
    expect([dead.code, dead.stderr]).toEqual([2, expect.stringContaining(nowhere)])
    const astray = inResponse('get-blogs', (to) => send(to, 'text/plain', '', 302, { location: 'http://[' }))
    const partly = await runOn({}, '--against', (await serve(astray)).url)
    expect(partly).toMatchObject({ code: 2, stderr: expect.stringContaining('--against: blogs: GET http') })
    expect(partly.stdout).toContain('could not be checked whole')
  })
})
