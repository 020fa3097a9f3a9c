import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locales } from '#contract/locales'
import { defaultProduct, newsFlag, type OperationName, operationNames, operations } from '#contract/operations'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { readContent } from '../../test/shipped-content'
import { firstOf } from '../../test/site-pages'
import { startBuiltServer } from '../built-server'
import type { BareAnswer } from './bare-process'
import { type JsonServer, startJsonServer } from './json-server'
import type { Load, LoadMessage } from './load-process'
import { keepOnCore, processSeconds } from './process-time'
import { median, table, writeReport } from './report'

type Options = {
  rounds?: number
  seconds?: number
  connections?: number
  only?: string | undefined
  /** A folder in which json-server is installed. */
  jsonServer?: string | undefined
}

/** A question to the site, and the goal of quality.md (P7) for it: times the bare server's rate. */
type Row = { name: string; method: string; path: string; headers: Record<string, string>; body: string; goal: number }

type Side = { port: number; pid: number }
type Figures = { micros: number; rate: number }

/** The core that servers run on, and that of the load. */
const [serverCore, loadCore] = [0, 1]

/**
 * The built server, as it is in production with its log on, side by side with a bare `node:http` server that sends the same bytes:
 * for each row, rounds in turn and the median of each. Writes `bench/server.md` and gives its text. The site must be built; Linux only.
 */
export async function benchServer({
  rounds = 5,
  seconds = 0.5,
  connections = 32,
  only = '',
  jsonServer = '.',
}: Options): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'ugarit-bench-'))
  const content = await readContent()
  const rows = (await benchedRows(content)).filter(({ name }) => name.includes(only))
  const server = await startBuiltServer({ LOG_LEVEL: 'info' })
  const load = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: ['--import', 'tsx'] })
  const bare = fork(join(import.meta.dirname, 'bare-process.ts'), { execArgv: ['--import', 'tsx'] })
  const mock = await startJsonServer(jsonServer, mockDatabase(content), scratch)
  try {
    const ours = { port: server.port, pid: pidOf(server.child) }
    for (const pid of [ours.pid, pidOf(bare), ...(mock ? [pidOf(mock.child)] : [])]) keepOnCore(pid, serverCore)
    keepOnCore(pidOf(load), loadCore)
    // What is compressed or known already is held against the whole.
    const answers: Settled[] = []
    for (const row of rows) answers.push(await settled(ours.port, row.goal > 1 ? { ...row, headers: {} } : row))
    bare.send(rows.map((row, index): BareAnswer => ({ url: barePath(row, index), ...bareAnswer(answers[index]) })))
    const [barePort] = (await once(bare, 'message')) as [number]
    const theirs = { port: barePort, pid: pidOf(bare) }
    const sides: { side: Side; request: string; status: number }[][] = []
    for (const [index, row] of rows.entries()) {
      const isKnown = 'if-none-match' in row.headers
      const asked = isKnown ? { ...row, headers: { 'if-none-match': answers[index]?.etag ?? '' } } : row
      if (row.goal > 1) await settled(ours.port, asked)
      const mocked = mockPath(row)
      sides.push([
        { side: ours, request: written(asked), status: isKnown ? 304 : 200 },
        { side: theirs, request: written({ ...row, path: barePath(row, index) }), status: 200 },
        ...(mock && mocked
          ? [{ side: { port: mock.port, pid: pidOf(mock.child) }, request: mocked, status: 200 }]
          : []),
      ])
    }
    const ask = ({ side, request, status }: (typeof sides)[number][number]) =>
      measure(load, side, { port: side.port, request, status, connections, seconds })
    // Everybody warms up first: the last row would else be asked of a server that knows more of its work than at the first.
    for (const each of sides.flat()) await ask(each)
    const cells: string[][] = []
    for (const [index, row] of rows.entries()) {
      const figures = (sides[index] ?? []).map((each) => ({ each, of: [] as Figures[] }))
      for (let round = 0; round < rounds; round++) for (const { each, of } of figures) of.push(await ask(each))
      cells.push(
        line(
          row,
          figures.map(({ of }) => middle(of)),
        ),
      )
      process.stderr.write(`${cells.at(-1)?.join('  ')}\n`)
    }
    const text = describe(cells, { rounds, seconds, connections, mock })
    // Some of the rows are for looking, not for keeping.
    return only === '' ? await writeReport('server', text) : text
  } finally {
    for (const child of [load, bare, mock?.child]) child?.kill()
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Each row has an address of its own there, as some rows ask ours for the same in other words. */
function barePath({ path }: Row, index: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}row=${index}`
}

function bareAnswer(answer: Settled | undefined): Omit<BareAnswer, 'url'> {
  const { type = '', encoding, body = Buffer.alloc(0) } = answer ?? {}
  return {
    headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
    body: body.toString('base64'),
  }
}

async function benchedRows(content: HomeData): Promise<Row[]> {
  const get = { method: 'GET', body: '', headers: {} as Record<string, string>, goal: 0.85 }
  const payloads = validPayloads(content)
  const calls = operationNames.map((name): Row => {
    const { method, path } = operations[name]
    const body = payloads[name] ? JSON.stringify(payloads[name]) : ''
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    return { name, method, path, body, headers, goal: 0.85 }
  })
  const browser = { accept: 'image/avif,image/webp,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br' }
  const pages = Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: defaultProduct })
    return [
      { ...get, name: `home page, ${locale}`, path: paths.home(), headers: browser },
      { ...get, name: `detail page, ${locale}`, path: paths.course(firstOf(content.courses).slug), headers: browser },
    ]
  })
  const picture = `/images/${encodeURIComponent(firstOf((await readdir('images')).sort()))}`
  const homeData = { ...get, path: operations.homeData.path }
  return [
    ...calls,
    ...pages,
    { ...get, name: 'picture, 640 px wide', path: `${picture}?w=640`, headers: { accept: browser.accept } },
    { ...get, name: 'picture, original', path: picture },
    { ...homeData, name: 'homeData, brotli', headers: { 'accept-encoding': 'br' }, goal: 4 },
    { ...homeData, name: 'homeData, gzip', headers: { 'accept-encoding': 'gzip' }, goal: 4 },
    // The tag is filled in when it is known.
    { ...homeData, name: 'homeData, known already (304)', headers: { 'if-none-match': '' }, goal: 8 },
  ]
}

function validPayloads({ courses, courses_categories, blogs, events, news }: HomeData) {
  const slug = (list: { slug: string }[]) => ({ slug: firstOf(list).slug })
  const payloads: { [Name in OperationName]?: object } = {
    coursesByCategory: slug(courses_categories),
    courseById: { id: firstOf(courses).id },
    course: slug(courses),
    blog: slug(blogs),
    blogById: { id: firstOf(blogs).id },
    events: { event_type: 'free_workshop' },
    event: slug(events),
    news: { [newsFlag(defaultProduct)]: true },
    newsItem: slug(news),
  }
  return payloads
}

/** What json-server can answer: the answers of the three kinds as they are, each at an address of its own. */
function mockDatabase(content: HomeData): Record<string, unknown> {
  const { blogs, courses } = content
  return {
    'get-data': { data: [content] },
    'get-blogs': { data: blogs },
    'get-course': { data: firstOf(courses) },
  }
}

function mockPath({ name, path }: Row): string | undefined {
  const isAnswered = ['homeData', 'blogs', 'course'].includes(name)
  return isAnswered ? written({ method: 'GET', path: path.replace('/api', ''), headers: {}, body: '' }) : undefined
}

/** A request as it goes over the line. */
function written({ method, path, headers, body }: Omit<Row, 'name' | 'goal'>): string {
  const all = {
    host: '127.0.0.1',
    'user-agent': 'bench',
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${Buffer.from(body).toString('latin1')}`
}

type Settled = { type: string; encoding: string; etag: string; body: Buffer }

/** Asks until the answer stays as it is: what is asked for again is compressed better while answers go on. */
async function settled(port: number, row: Row): Promise<Settled> {
  let { headers, body } = await call(port, row)
  for (let same = 0; same < 3; ) {
    await new Promise((next) => setTimeout(next, 150))
    const again = await call(port, row)
    same = again.body.equals(body) ? same + 1 : 0
    ;({ headers, body } = again)
  }
  const of = (name: string) => headers[name] ?? ''
  return { type: of('content-type'), encoding: of('content-encoding'), etag: of('etag'), body }
}

function call(port: number, { method, path, headers, body }: Row) {
  return new Promise<{ headers: Record<string, string | undefined>; body: Buffer }>((resolve, reject) => {
    const asked = httpRequest({ port, host: '127.0.0.1', method, path, headers }, async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece as Buffer)
      resolve({ headers: response.headers as Record<string, string | undefined>, body: Buffer.concat(pieces) })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function measure(load: ChildProcess, { pid }: Side, what: Load): Promise<Figures> {
  const next = async () => ((await once(load, 'message')) as [LoadMessage])[0]
  load.send(what)
  await next()
  const before = processSeconds(pid)
  const ended = await next()
  const used = processSeconds(pid) - before
  if (ended.kind !== 'ended' || ended.error || ended.answered === 0) {
    throw new Error(`${what.request.split('\r\n', 1)[0]}: ${ended.kind === 'ended' ? ended.error : 'no answer'}`)
  }
  return { micros: (used / ended.answered) * 1e6, rate: ended.answered / ended.seconds }
}

function middle(figures: Figures[]): Figures {
  return { micros: median(figures.map(({ micros }) => micros)), rate: median(figures.map(({ rate }) => rate)) }
}

function line({ name, goal }: Row, [ours, bare, mock]: Figures[]): string[] {
  if (!ours || !bare) throw new Error(`${name}: nothing was measured`)
  return [
    name,
    ...[ours.micros.toFixed(1), bare.micros.toFixed(1), (bare.micros / ours.micros).toFixed(2)],
    ...[ours.rate.toFixed(0), bare.rate.toFixed(0), (ours.rate / bare.rate).toFixed(2)],
    String(goal),
    mock ? (mock.micros / ours.micros).toFixed(0) : '',
  ]
}

function describe(
  cells: string[][],
  {
    rounds,
    seconds,
    connections,
    mock,
  }: Required<Omit<Options, 'only' | 'jsonServer'>> & { mock: JsonServer | undefined },
): string {
  return [
    `### Server, median of ${rounds} rounds of ${seconds} s, ${connections} connections`,
    '',
    '"Bare" is a `node:http` server that knows its answer from the start, reads no payload and sends the same bytes with their',
    'type, length and encoding (`scripts/bench/bare-process.ts`). The last three rows are held against the home data whole. µs are',
    'processor time of the server per request; a ratio above 1 is better than bare.',
    mock
      ? `The last column is how many times less processor time we take than ${mock.name} with the same JSON.`
      : 'json-server is measured too where it is installed: `npm install --prefix /tmp/mock json-server`, then `-- server --json-server /tmp/mock`.',
    '',
    table(['question', 'µs', 'bare µs', 'ratio by µs', 'requests/s', 'bare', 'ratio', 'goal', 'x json-server'], cells),
    '',
  ].join('\n')
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process of the benchmark did not start')
  return pid
}
