import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { locales } from '#contract/locales'
import { defaultProduct, newsFlag, type OperationName, operationNames, operations } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { startBuiltServer } from '../support/built-server'
import { startNginx } from '../support/nginx'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { type Asked, ask, type Figures, measure } from './load'
import { childrenOf, keepOnCore } from './process-time'
import type { BareAnswer } from './processes/bare-process'
import { median, printTable } from './table'

/** Compares the built server with a bare `node:http` server that sends the same bytes. Needs Linux. `NGINX=yes` adds nginx. */

const isBehindNginx = process.env.NGINX === 'yes'
const rounds = 3
const [serverCore, loadCore] = [0, 1]

const table = printTable(
  ['question', 'µs', 'bare µs', 'ratio by µs', 'requests/s', 'bare', 'ratio'],
  isBehindNginx ? 'server-nginx' : 'server',
  (rows) => ({
    title: `Processor time of bare node:http by ours${isBehindNginx ? ', nginx in front' : ''}: longer is better`,
    bars: rows.map(([question, , , ratio]) => ({ name: String(question), value: Number(ratio) })),
    mark: { name: 'bare', value: 1 },
  }),
)
const content = await readContent()
const slugOf = (list: { slug: string }[]) => ({ slug: firstOf(list).slug })
const payloads: { [Name in OperationName]?: object } = {
  coursesByCategory: slugOf(content.courses_categories),
  courseById: { id: firstOf(content.courses).id },
  course: slugOf(content.courses),
  blog: slugOf(content.blogs),
  blogById: { id: firstOf(content.blogs).id },
  events: { event_type: 'free_workshop' },
  event: slugOf(content.events),
  news: { [newsFlag(defaultProduct)]: true },
  newsItem: slugOf(content.news),
}
const browser = { accept: 'image/avif,image/webp,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br' }
const picture = `/images/${encodeURIComponent(firstOf((await readdir('images')).sort()))}`
const get = (path: string, headers: Record<string, string> = {}): Asked => ({ method: 'GET', path, headers })
const questions: Record<string, Asked> = {
  ...Object.fromEntries(
    operationNames.map((name): [string, Asked] => {
      const { method, path } = operations[name]
      const body = payloads[name] && JSON.stringify(payloads[name])
      return [
        name,
        { method, path, headers: body ? { 'content-type': 'application/json' } : {}, ...(body && { body }) },
      ]
    }),
  ),
  'homeData, brotli': get(operations.homeData.path, { 'accept-encoding': 'br' }),
  ...Object.fromEntries(
    Object.values(locales).flatMap(({ locale }) => {
      const paths = createPaths({ locale, product: defaultProduct })
      return [
        [`home page, ${locale}`, get(paths.home(), browser)],
        [`detail page, ${locale}`, get(paths.course(firstOf(content.courses).slug), browser)],
      ]
    }),
  ),
  'picture, 640 px wide': get(`${picture}?w=640`, { accept: browser.accept }),
  'picture, original': get(picture),
}

let ours: { port: number; pids: number[] }
let bare: ChildProcess
const stops: (() => unknown)[] = []

test.beforeAll(async () => {
  const server = await startBuiltServer({ LOG_LEVEL: 'info' })
  stops.push(server.stop)
  ours = { port: server.port, pids: [server.child.pid ?? 0] }
  if (isBehindNginx) {
    const nginx = await startNginx([server.port, server.port])
    stops.push(nginx.stop)
    // The workers of nginx run once it has answered.
    await ask(nginx.port, get('/health'))
    ours = { port: nginx.port, pids: [...ours.pids, ...childrenOf(nginx.pid)] }
  }
  bare = fork(join(import.meta.dirname, 'processes/bare-process.ts'), { execArgv: ['--import', 'tsx'] })
  stops.push(() => bare.kill())
  await once(bare, 'message')
  for (const pid of [...ours.pids, bare.pid ?? 0]) keepOnCore(pid, serverCore)
  keepOnCore(process.pid, loadCore)
})

test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

for (const [name, asked] of Object.entries(questions)) {
  test(name, async () => {
    // The first requests make the server compress the response better. From then on the response stays as it is.
    await measure(ours.port, [], asked)
    const { headers, body } = await ask(ours.port, asked)
    bare.send({ headers, body: body.toString('base64') } satisfies BareAnswer)
    const [port] = (await once(bare, 'message')) as [number]
    await measure(port, [], asked)
    const figures: { ours: Figures; bare: Figures }[] = []
    for (let round = 0; round < rounds; round++)
      figures.push({
        ours: await measure(ours.port, ours.pids, asked),
        bare: await measure(port, [bare.pid ?? 0], asked),
      })
    const of = (side: 'ours' | 'bare', key: keyof Figures) => median(figures.map((each) => each[side][key]))
    const [micros, bareMicros, rate, bareRate] = [
      of('ours', 'micros'),
      of('bare', 'micros'),
      of('ours', 'rate'),
      of('bare', 'rate'),
    ]
    table.push([
      name,
      ...[micros.toFixed(1), bareMicros.toFixed(1), (bareMicros / micros).toFixed(2)],
      ...[rate.toFixed(0), bareRate.toFixed(0), (rate / bareRate).toFixed(2)],
    ])
  })
}
