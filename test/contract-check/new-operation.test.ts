import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Report } from '../../contract-check/report'
import { root } from '../support/app'
import { emptyFolder } from '../support/folders'
import type { Item, SiteContent } from './drifting-server'
import { serve } from './run'

/** The rows of the new operations. They are all that the contract check needs. */
const entries = `
  eventsOfType: {
    method: 'POST',
    path: '/api/get-events-of-type',
    answers: { list: 'events', filteredBy: 'event_type' },
    summary: 'The events of one type',
    description: 'Free workshops or programming competitions.',
  },
  goals: {
    method: 'GET',
    path: '/api/get-goals',
    answers: { object: 'goals' },
    summary: 'Who we are, and our mission',
    description: 'The texts of two pages.',
  },`

/** The responses of the new operations, each with one violation. `undefined` is a 404. */
const newAnswers: Record<string, (site: SiteContent, payload: Item) => unknown> = {
  'get-events-of-type': ({ events }, { event_type }) => {
    const [first, ...others] = events.filter((event) => event.event_type === event_type)
    return first && others
  },
  'get-goals': () => ({ en_mission: true }),
}

/** A script that checks a server with the library. It runs in a process of its own, in the folder with the new operations. */
const script = `import { check } from './contract-check/check.ts'
for await (const { report } of check({ url: process.argv[1], sample: 2 })) if (report) console.log(JSON.stringify(report))`

it('a new operation is called and compared without more code', async () => {
  const cwd = await emptyFolder()
  for (const part of ['package.json', 'tsconfig.json', 'contract', 'contract-check', 'scripts', 'server'])
    await cp(join(root, part), join(cwd, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'))
  const path = join(cwd, 'contract/operations.ts')
  const source = await readFile(path, 'utf8')
  const before = '\n  newsItem: {'
  expect(source).toContain(before)
  await writeFile(path, source.replace(before, entries + before))
  const { url, requests } = await serve({
    answer: ({ route, site, payload, data }) => newAnswers[route]?.(site, payload) ?? data,
  })
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, url]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 10_000_000 })
  const { operations, drifts } = JSON.parse(stdout) as Report

  const added = operations.filter(({ path }) => path.replace('/api/', '') in newAnswers)
  expect(added.map(({ operation, acceptsForm }) => [operation, acceptsForm])).toEqual([
    ['eventsOfType', true],
    ['goals', null],
  ])
  const calls = Object.keys(newAnswers).map((path) => requests.filter((each) => each === `/api/${path}`).length)
  // The first operation gets two types, three bad payloads, a form and, as from a page, a preflight and a call. The second gets no payload.
  expect(calls).toEqual([8, 2])
  // The operations that are right have no drift.
  const found = drifts.map(({ operations, rule }) => `${operations} ${rule}`)
  expect(found).toEqual(['eventsOfType list.item-missing', 'goals answer.type'])
})
