import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operationNames } from '#contract/operations'
import { emptyFolder } from '../support/folders'
import { writeContent } from '../support/generated-content'
import { firstOf, fullContent, type Hooks, inData, inResponse, send, sendJson } from './drifting-server'
import { lenient, reportOf, runOn, serve } from './run'

const nowhere = 'http://127.0.0.1:9'
const tooFew = inData('get-blogs', () => [])
const stranger: Hooks = { respond: (_, response) => sendJson(response, { hello: 'world' }) }
const lenientWarnings = [
  / passed, 0 drift, 0 unchecked, \d+ warnings \(/,
  /warning: whole answer: status 200 with an item \(course\), 1 answer/,
  /warning: whole answer: [^(]* \(blog\)[\s\S]*a list in place of a slug/,
  /warning: blogs\.en_body: the element <iframe>[^(]* \(homeData\), 1 item/,
  /^(?![\s\S]*error: )/,
]
const strictCounts = RegExp(`${operationNames.length - 3} passed, 3 drift, 0 unchecked, `)

it.each<[title: string, target: Hooks | string, args: string[], code: number, stdout: RegExp[], stderr?: RegExp]>([
  ['a right server is 0', {}, [], 0, operationNames.map((name) => RegExp(`^${name} +passed `, 'm'))],
  ['nothing listening is 2', nowhere, [], 2, [/^$/], /^contract: .*http:\/\/127\.0\.0\.1:9.*\n$/],
  ['a server that is not this API is 2', stranger, [], 2, [/^$/], /^.*is not this API.*\n$/],
  ['--quiet keeps the exit code', tooFew, ['--quiet'], 1, [/^$/], /^$/],
  ['a right but lenient server has warnings', lenient, [], 0, lenientWarnings],
  ['they count with --strict', lenient, ['--strict'], 1, [strictCounts]],
])('%s', async (_, target, args, code, stdout, stderr = /^/) => {
  const ended = await runOn(target, ...args)
  expect(ended.code).toBe(code)
  for (const part of stdout) expect(ended.stdout).toMatch(part)
  expect(ended.stderr).toMatch(stderr)
})

describe('--against', () => {
  it('a folder of fixtures tells the changed shapes, items and fields', async () => {
    const to = await emptyFolder()
    await writeContent(fullContent() as never, to)
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
