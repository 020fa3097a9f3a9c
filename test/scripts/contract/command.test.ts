import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operationNames } from '#contract/operations'
import type { Report } from '../../../scripts/contract/report'
import { checkXml } from '../../publish/publications'
import { emptyFolder } from '../../support/folders'
import { writeContent } from '../../support/generated-content'
import { type Item, sendJson, wholeSite } from './drifting-server'
import { check, run, runWithReports, serve } from './run'

const nowhere = 'http://127.0.0.1:9'

describe('what the command says and how it exits', () => {
  it('nothing listening is 2 and one line with the address', async () => {
    const { code, stdout, stderr } = await run('contract', [nowhere])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^[^\n]*http:\/\/127\.0\.0\.1:9[^\n]*\n$/)
  })

  it('a server that is not this API is 2 and one clear line', async () => {
    const { url } = await serve({ respond: (_, response) => sendJson(response, { hello: 'world' }) })
    const { code, stderr } = await run('contract', [url])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^[^\n]*is not this API[^\n]*\n$/)
  })

  it('a right server is 0', async () => {
    const { url } = await serve()
    const { code, stdout } = await run('contract', [url])
    expect(code).toBe(0)
    for (const name of operationNames) expect(stdout).toMatch(new RegExp(`^${name} +passed `, 'm'))
  })

  it('a call that hangs is 2 and named, and the others are checked', async () => {
    const { url } = await serve({ respond: ({ route }) => route === 'get-event' })
    const { code, stdout } = await run('contract', [url, '--timeout', '5'])
    expect(code).toBe(2)
    expect(stdout).toMatch(/unchecked: event: POST .*\/api\/get-event: no answer within 5 s/)
    expect(stdout).toContain('10 passed, 0 drift, 1 unchecked')
  })

  it.each(['contract', 'record'] as const)('%s explains itself', async (script) => {
    const { code, stdout } = await run(script, ['--help'])
    expect(code).toBe(0)
    for (const flag of ['--product', '--image-base', '--header', '--concurrency']) expect(stdout).toContain(flag)
  })

  it.each<[string, string[]]>([
    ['no address', []],
    ['two addresses', [nowhere, nowhere]],
    ['no scheme', ['localhost:3000']],
    ['another scheme', ['ftp://example.org']],
    ['an unknown option', [nowhere, '--fast']],
    ['a report but JSON for standard output', [nowhere, '--markdown', '-']],
    ['an option without its value', [nowhere, '--html']],
    ['a sample that is no number', [nowhere, '--sample', 'some']],
    ['no concurrency', [nowhere, '--concurrency', '0']],
    ['a header without a colon', [nowhere, '--header', 'token']],
    ['a product that is no slug', [nowhere, '--product', 'A B']],
    ['a baseline to be written nowhere', [nowhere, '--update-baseline']],
    ['a baseline that can not be written', [nowhere, '--update-baseline', '--baseline', '/dev/null/a.json']],
    ['nothing to compare with', [nowhere, '--against', '/no/such/folder']],
    ['a report that can not be written', [nowhere, '--json', '/dev/null/a.json']],
    // Where Node's own way of making folders never ends.
    ['a report in a folder that can not be made', [nowhere, '--json', '/proc/nowhere/a.json']],
  ])('%s is 64 and one line', async (_, args) => {
    const { code, stdout, stderr } = await run('contract', args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
  })

  it('a misspelt option is told the nearest one', async () => {
    expect((await run('contract', [nowhere, '--strcit'])).stderr).toContain("'--strcit'; did you mean --strict?")
  })
})

describe('reports', () => {
  const drifting = {
    content: ({ courses }: { courses: Item[] }) => Object.assign(courses[0] as Item, { count: 'a\u0001<b>&"`|' }),
  }

  it('are written all at once, name every operation, and hold the drift', async () => {
    const { url } = await serve(drifting)
    const { code, reports } = await runWithReports(['html', 'junit', 'json', 'markdown'], [url])
    expect(code).toBe(1)
    const { html, junit, json } = reports
    for (const text of Object.values(reports)) {
      for (const name of operationNames) expect(text).toContain(name)
      expect(text).toContain('/data/*/courses/*/count')
      expect(text).toContain('curl')
      // The time of the run, and the version of the check.
      expect(text).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z/)
      expect(text).toMatch(/contract-check \d+\.\d+\.\d+/)
    }
    const [, counts] = /drifts: [^<]*unchecked, ([^<]*)<\/span>/.exec(html) ?? []
    expect(html).toContain(`<h2>${counts}</h2>`)
    expect(JSON.parse(json)).toMatchObject({ version: 3, url, verdict: 'drift', summary: { unchecked: 0 } })
    expect(html).toMatch(/<html lang="en">[\s\S]*<title>[^<]+<\/title>/)
    expect(html).not.toMatch(/<script|<link|\ssrc=/)
    expect(html).not.toContain('<b>&"')
    expect(junit.match(/<testcase /g)).toHaveLength(11)
    expect(junit).toContain('<testcase classname="contract" name="newsItem"')
    expect(junit).toMatch(/<failure message="[^"<]*" type="drift">/)
    checkXml(junit)
  })

  it('are written as well when nothing could be checked', async () => {
    const { code, reports } = await runWithReports(['junit'], [nowhere])
    expect(code).toBe(2)
    expect(reports.junit.match(/<error /g)).toHaveLength(11)
    checkXml(reports.junit)
  })

  it('never hold a secret of --header', async () => {
    const { url } = await serve(drifting)
    const { drifts } = await check(url, { headers: { authorization: 'Bearer s3cret', 'x-tenant': "o'brien" } })
    expect(drifts[0]?.curl).toContain('"authorization: $AUTHORIZATION"')
    expect(drifts[0]?.curl).toContain('"x-tenant: $X_TENANT"')
    expect(JSON.stringify(drifts)).not.toContain('brien')
    expect(JSON.stringify(drifts)).not.toContain('s3cret')
  })
})

describe('against another', () => {
  it('server of the same content there is no difference', async () => {
    const [one, other] = [
      await serve(),
      await serve({ answer: ({ data }) => (Array.isArray(data) ? data.toReversed() : data) }),
    ]
    const { code, stdout } = await run('contract', [one.url, '--against', other.url])
    expect(stdout).toContain('0 differences of shape, 0 of content')
    expect(code).toBe(0)
  })

  it('folder of fixtures the changed shapes, items and fields are told', async () => {
    const to = await emptyFolder()
    await writeContent(wholeSite() as never, to)
    const { url, site } = await serve({
      content: ({ courses, blogs, events }) => {
        courses.push({ ...(courses[0] as Item), slug: 'brand-new', id: 77 })
        blogs.shift()
        Object.assign(events[0] as Item, { en_title: 'Renamed' })
        for (const event of events) event.seats = 5
      },
    })
    const path = join(to, 'r.json')
    const { code, stdout } = await run('contract', [url, '--against', join(to, 'fixtures'), '--json', path])
    expect(code).toBe(1)
    expect(stdout).toContain('events/seats: new, number')
    expect(stdout).toContain('added: courses brand-new')
    const { difference, drifts } = JSON.parse(await readFile(path, 'utf8')) as Report
    expect(drifts).toEqual([])
    expect(difference?.shapes).toEqual([{ entity: 'events', field: '/seats', before: null, after: 'number' }])
    const event = difference?.content.find(({ slug }) => slug === site.events[0]?.slug)
    expect(event?.fields[0]).toEqual({
      field: '/en_title',
      before: 'the string "Title"',
      after: 'the string "Renamed"',
    })
    expect(difference?.content.filter(({ change }) => change === 'removed')).toHaveLength(1)
  })

  it('folder without fixtures is wrong usage, and a dead server can not be compared', async () => {
    const { url } = await serve()
    const empty = await emptyFolder()
    await writeFile(join(empty, 'courses.json'), '[]')
    expect((await run('contract', [url, '--against', empty])).code).toBe(64)
    const dead = await run('contract', [url, '--against', nowhere])
    expect(dead.code).toBe(2)
    expect(dead.stderr).toContain(nowhere)
  })
})
