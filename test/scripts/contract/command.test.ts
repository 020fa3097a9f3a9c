import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { habits } from '#contract/habits'
import { operationNames } from '#contract/operations'
import { startApp } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { writeContent } from '../../support/generated-content'
import { habitualContent } from '../../support/habitual'
import { run } from '../run-command'
import { firstOf, inData, sendJson, wholeSite } from './drifting-server'
import { check, lenient, reportOf, serve } from './run'

const nowhere = 'http://127.0.0.1:9'

describe('what the command says and how it exits', () => {
  it('a right server is 0, with a line for every operation', async () => {
    const { url } = await serve()
    const { code, stdout } = await run('contract', [url])
    expect(code).toBe(0)
    for (const name of operationNames) expect(stdout).toMatch(new RegExp(`^${name} +passed `, 'm'))
  })

  it('nothing listening is 2 and one line with the address', async () => {
    const stderr = expect.stringMatching(/^contract: .*http:\/\/127\.0\.0\.1:9.*\n$/)
    expect(await run('contract', [nowhere])).toEqual({ code: 2, stdout: '', stderr })
  })

  it('a server that is not this API is 2 and one clear line', async () => {
    const { url } = await serve({ respond: (_, response) => sendJson(response, { hello: 'world' }) })
    const { code, stderr } = await run('contract', [url])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^.*is not this API.*\n$/)])
  })

  it('--quiet says nothing and keeps the exit code', async () => {
    const { url } = await serve(inData('get-blogs', () => []))
    expect(await run('contract', [url, '--quiet'])).toEqual({ code: 1, stdout: '', stderr: '' })
  })

  it('a server that is right but lenient is fine with warnings, which count with --strict', async () => {
    const { url } = await serve(lenient)
    const { code, stdout } = await run('contract', [url])
    expect(stdout).toMatch(/ passed, 0 drift, 0 unchecked, \d+ warnings \(/)
    expect(stdout).toMatch(/warning: course \/data \(/)
    expect(stdout).toMatch(/warning: blog \/data \([\s\S]*a list in place of a slug/)
    expect(stdout).toMatch(/warning: homeData \/data\/\*\/blogs\/\*\/en_body[\s\S]*<iframe>/)
    expect(stdout).not.toContain('error: ')
    expect(code).toBe(0)
    const strict = await run('contract', [url, '--strict'])
    expect(strict.code).toBe(1)
    expect(strict.stdout).toContain(`${operationNames.length - 3} passed, 3 drift, 0 unchecked, `)
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
    const args = [url, '--against', join(to, 'fixtures')]
    const { code, stdout } = await run('contract', args)
    expect(code).toBe(1)
    expect(stdout).toContain('events/seats: new, number')
    expect(stdout).toContain('added: courses brand-new')
    const { difference, drifts } = (await reportOf(...args)).report
    expect(drifts).toEqual([])
    expect(difference?.shapes).toEqual([{ entity: 'events', field: '/seats', before: null, after: 'number' }])
    const event = difference?.content.find(({ slug }) => slug === firstOf(site.events).slug)
    const renamed = { field: '/en_title', before: 'the string "Title"', after: 'the string "Renamed"' }
    expect(event?.fields[0]).toEqual(renamed)
    expect(difference?.content.filter(({ change }) => change === 'removed')).toHaveLength(1)
  })

  it('a folder without fixtures is wrong usage, and a dead server can not be compared', async () => {
    const { url } = await serve()
    const empty = await emptyFolder()
    await writeFile(join(empty, 'courses.json'), '[]')
    expect((await run('contract', [url, '--against', empty])).code).toBe(64)
    const dead = await run('contract', [url, '--against', nowhere])
    expect([dead.code, dead.stderr]).toEqual([2, expect.stringContaining(nowhere)])
  })
})
