import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Report } from '../../../scripts/contract/report'
import { root } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { type Item, type Site, sendJson } from './drifting-server'
import { serve } from './run'

/* A new operation is one entry of `operations` and its schemas, added here to a copy of the sources. */

const entries = `
  newsById: { method: 'POST', path: '/api/get-news-by-id', summary: 'One news item', item: 'news' },
  eventsOfType: { method: 'POST', path: '/api/get-events-of-type', summary: 'The events of one type', list: 'events' },
  latestBlogs: { method: 'GET', path: '/api/get-latest', summary: 'All blog posts, the latest first', list: 'blogs' },
  contact: { method: 'GET', path: '/api/get-contact', summary: 'How to reach the institute' },
`
const payloads = 'newsById: byIdOrSlug, eventsOfType: Type.Object({ event_type: EventTypeOfSpec }),'
const answers = `newsById: NewsItem, eventsOfType: fixtures.events, latestBlogs: fixtures.blogs,
  contact: Type.Object({ phone: Type.String() }),`

/** Copies the sources that the check needs and adds the operations. Gives the folder. */
async function addOperations(): Promise<string> {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'server'))
  const ofServer = ['server/content', 'server/files.ts']
  for (const part of ['package.json', 'tsconfig.json', 'contract', 'markup', 'scripts', ...ofServer])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, before, text] of [
    ['operations.ts', '\n  newsItem: {', entries],
    ['schemas.ts', '\n    newsItem: bySlug,', payloads],
    ['schemas.ts', '\n    newsItem: NewsItem,', answers],
  ] as const) {
    const path = join(folder, 'contract', file)
    const source = await readFile(path, 'utf8')
    expect(source).toContain(before)
    await writeFile(path, source.replace(before, text + before))
  }
  return folder
}

/** The answers of the new operations, each with one fault; `undefined` is a 404. */
const newAnswers: Record<string, (site: Site, payload: Item) => unknown> = {
  'get-news-by-id': ({ news }, { id, slug }) => {
    const item = news.find((each) => (slug === undefined ? id !== undefined && each.id === id : each.slug === slug))
    return item && { ...item, en_title: 'Other' }
  },
  'get-events-of-type': ({ events }, { event_type }) => {
    const found = events.filter((event) => event.event_type === event_type)
    return found.length > 0 ? found.slice(1) : undefined
  },
  'get-latest': () => [],
  'get-contact': () => ({ phone: 963 }),
}

/** Checks a server with the library, in a process of the folder. */
const script = `import { check } from './scripts/contract/check.ts'
for await (const { report } of check({ url: process.argv[1], sample: 2 })) if (report) console.log(JSON.stringify(report))`

it('a new operation is called and compared without more code', async () => {
  const { url, requests } = await serve({
    answer: ({ route, site, payload, data }) => newAnswers[route]?.(site, payload) ?? data,
    respond: ({ data }, response) => data === undefined && sendJson(response, {}, 404),
  })
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, url]
  const run = promisify(execFile)(process.execPath, args, { cwd: await addOperations(), maxBuffer: 10_000_000 })
  const { operations, drifts } = JSON.parse((await run).stdout) as Report

  const added = operations.filter(({ path }) => path.replace('/api/', '') in newAnswers)
  expect(added.map(({ operation, acceptsForm }) => [operation, acceptsForm])).toEqual([
    ['newsById', true],
    ['eventsOfType', true],
    ['latestBlogs', null],
    ['contact', null],
  ])
  const calls = Object.keys(newAnswers).map((path) => requests.filter((each) => each === `/api/${path}`).length)
  // Two items, six bad payloads and a form; two types, three bad payloads and a form; one call of those without payload.
  expect(calls).toEqual([9, 6, 1, 1])
  // The operations that are right have no drift.
  expect(drifts.map(({ operation, rule }) => `${operation} ${rule}`)).toEqual([
    ...['newsById item.differs', 'eventsOfType list.item-missing', 'latestBlogs list.empty', 'contact answer.type'],
  ])
})
