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

/** Copies the sources that the check needs and adds the operations. Gives the path of the command. */
async function addOperations(): Promise<string> {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'server'))
  for (const part of ['package.json', 'tsconfig.json', 'contract', 'markup', 'scripts', 'server/content'])
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
  return join(folder, 'scripts/contract/command-line/cli.ts')
}

/** The answers of the new operations; `undefined` is a 404. */
const newAnswers: Record<string, (site: Site, payload: Item) => unknown> = {
  'get-news-by-id': ({ news }, { id, slug }) =>
    news.find((item) => (slug === undefined ? id !== undefined && item.id === id : item.slug === slug)),
  'get-events-of-type': ({ events }, { event_type }) => {
    const found = events.filter((event) => event.event_type === event_type)
    return found.length > 0 ? found : undefined
  },
  'get-latest': ({ blogs }) => blogs.toReversed(),
  'get-contact': () => ({ phone: '+963' }),
}

/** One fault for each. */
const faults: Record<string, (data: unknown) => unknown> = {
  'get-news-by-id': (data) => data && { ...(data as Item), en_title: 'Other' },
  'get-events-of-type': (data) => data && (data as Item[]).slice(1),
  'get-latest': () => [],
  'get-contact': () => ({ phone: 963 }),
}

it('a new operation is called and compared without more code', async () => {
  let isRight = true
  const { url, requests } = await serve({
    answer: ({ route, site, payload, data }) => {
      const right = newAnswers[route]?.(site, payload) ?? data
      return isRight ? right : (faults[route]?.(right) ?? right)
    },
    respond: ({ data }, response) => data === undefined && sendJson(response, {}, 404),
  })
  const command = await addOperations()
  const check = async () => {
    const args = ['--import', 'tsx', command, url, '--sample', '2', '--json', '-']
    const run = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 10_000_000 })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    return JSON.parse(stdout) as Report
  }

  const { drifts, operations } = await check()
  expect(drifts).toEqual([])
  const added = operations.filter(({ path }) => path.replace('/api/', '') in newAnswers)
  expect(added.map(({ operation, status, acceptsForm }) => [operation, status, acceptsForm])).toEqual([
    ['newsById', 'passed', true],
    ['eventsOfType', 'passed', true],
    ['latestBlogs', 'passed', null],
    ['contact', 'passed', null],
  ])
  const callsOf = (path: string) => requests.filter((each) => each === `/api/${path}`).length
  // Two items, six bad payloads and a form; two types, three bad payloads and a form.
  expect([callsOf('get-news-by-id'), callsOf('get-events-of-type')]).toEqual([9, 6])
  expect([callsOf('get-latest'), callsOf('get-contact')]).toEqual([1, 1])

  isRight = false
  const found = new Map((await check()).drifts.map(({ operation, rule }) => [operation as string, rule]))
  expect(Object.fromEntries(found)).toEqual({
    newsById: 'item.differs',
    eventsOfType: 'list.item-missing',
    latestBlogs: 'list.empty',
    contact: 'answer.type',
  })
})
