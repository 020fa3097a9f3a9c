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
import { startBuiltServer } from '../../test/built-server'
import { freePort } from '../../test/free-port'
import { findNginx, startNginx } from '../../test/nginx'
import { firstOf } from '../../test/site-pages'
import type { BareAnswer, BareOrder, BarePorts } from './bare-process'
import { contentOf, writeFixtures } from './grown-content'
import { type JsonServer, startJsonServer } from './json-server'
import type { Load, LoadMessage } from './load-process'
import { childrenOf, keepOnCore, processSeconds } from './process-time'
import { chosen, median, table, writeReport } from './report'

type Options = {
  rounds?: number
  seconds?: number
  connections?: number
  only?: string | undefined
  /** How many items the content has in all; the shipped content by default. */
  items?: number | undefined
  /** Asks ours through nginx with `deploy/nginx.conf`, and counts the processor time of both. */
  hasNginx?: boolean | undefined
  /** A folder in which json-server is installed. */
  jsonServer?: string | undefined
}

/** A question to the site, and the goal of quality.md (P7) for it: times the bare server's rate. */
type Row = { name: string; method: string; path: string; headers: Record<string, string>; body: string; goal: number }

type Side = { port: number; pids: number[] }
/** Processor time per request, requests per second, and which part of its core the load used. */
type Figures = { micros: number; rate: number; load: number }

/** What is asked of one of the sides. */
type Asked = { side: Side; request: string; status: number }

/**
 * Who is asked for a row: ours, the bare server that sends the whole, and for what is compressed or known already also a bare server and
 * bare sockets that send just that; and json-server.
 */
const kinds = ['ours', 'bare', 'http', 'net', 'mock'] as const
type Of<Value> = { row: Row; ours: Value; bare: Value; http?: Value; net?: Value; mock?: Value }
type Subject = Of<Asked>
type Measured = Of<Figures>

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
  items,
  hasNginx = false,
  jsonServer = '.',
}: Options): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'ugarit-bench-'))
  const content = await contentOf(items)
  const fixturesDir = join(scratch, 'fixtures')
  if (items) await writeFixtures(content, fixturesDir)
  const rows = chosen(await benchedRows(content), only)
  const server = await startBuiltServer({ LOG_LEVEL: 'info', ...(items && { FIXTURES_DIR: fixturesDir }) })
  const load = fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: ['--import', 'tsx'] })
  const bare = fork(join(import.meta.dirname, 'bare-process.ts'), { execArgv: ['--import', 'tsx'] })
  const program = hasNginx ? await findNginx() : undefined
  if (hasNginx && !program) throw new Error('there is no nginx here: install it, or name it by NGINX_PATH')
  const nginxPort = await freePort()
  const nginx = program ? await startNginx(program, scratch, nginxPort, [server.port, server.port]) : undefined
  const mock = await startJsonServer(jsonServer, mockDatabase(content), scratch)
  try {
    // Its workers are there once it has answered.
    if (nginx) await call(nginxPort, firstOf(rows))
    const ours = nginx
      ? { port: nginxPort, pids: [pidOf(server.child), ...childrenOf(pidOf(nginx))] }
      : { port: server.port, pids: [pidOf(server.child)] }
    for (const pid of [...ours.pids, pidOf(bare), ...(mock ? [pidOf(mock.child)] : [])]) keepOnCore(pid, serverCore)
    keepOnCore(pidOf(load), loadCore)
    // What is compressed or known already is held against the whole.
    const wholes: Settled[] = []
    for (const row of rows) wholes.push(await settled(ours.port, row.goal > 1 ? { ...row, headers: {} } : row))
    const asked = rows.map((row, index) =>
      isKnown(row) ? { ...row, headers: { 'if-none-match': wholes[index]?.etag ?? '' } } : row,
    )
    // And also against the least that Node.js takes for the same, by its server and by its sockets.
    const leasts: BareAnswer[] = []
    for (const row of asked.filter(({ goal }) => goal > 1))
      leasts.push(bareAnswer(`/least/${leasts.length}`, await settled(ours.port, row)))
    const answers = rows.map((row, index) => bareAnswer(barePath(row, index), wholes[index]))
    bare.send({ answers: [...answers, ...leasts], leasts } satisfies BareOrder)
    const [ports] = (await once(bare, 'message')) as [BarePorts]
    const theirs = { port: ports.port, pids: [pidOf(bare)] }
    const subjects = asked.map((row, index): Subject => {
      const status = isKnown(row) ? 304 : 200
      const mocked = mockPath(row)
      const least = row.goal > 1 ? asked.slice(0, index).filter(({ goal }) => goal > 1).length : undefined
      return {
        row,
        ours: { side: ours, request: written(row), status },
        bare: { side: theirs, request: written({ ...row, headers: {}, path: barePath(row, index) }), status: 200 },
        ...(least !== undefined && {
          http: { side: theirs, request: written({ ...row, path: `/least/${least}` }), status },
          net: { side: { ...theirs, port: ports.leasts[least] ?? 0 }, request: written(row), status },
        }),
        ...(mock &&
          mocked && { mock: { side: { port: mock.port, pids: [pidOf(mock.child)] }, request: mocked, status: 200 } }),
      }
    })
    const ask = ({ side, request, status }: Asked) =>
      measure(load, side, { port: side.port, request, status, connections, seconds })
    const askedOf = (subject: Subject) =>
      kinds.flatMap((kind) => (subject[kind] ? [[kind, subject[kind]] as const] : []))
    // Everybody warms up first: the last row would else be asked of a server that knows more of its work than at the first.
    for (const [, each] of subjects.flatMap(askedOf)) await ask(each)
    const measured: Measured[] = []
    for (const subject of subjects) {
      const figures: { [Kind in (typeof kinds)[number]]?: Figures[] } = {}
      for (let round = 0; round < rounds; round++)
        for (const [kind, each] of askedOf(subject)) {
          const of = figures[kind] ?? []
          of.push(await ask(each))
          figures[kind] = of
        }
      const of = Object.fromEntries(Object.entries(figures).map(([kind, each]) => [kind, middle(each)]))
      measured.push({ row: subject.row, ...of } as Measured) // every subject has ours and bare
      process.stderr.write(`${line(measured.at(-1) as Measured).join('  ')}\n`)
    }
    const text = describe(measured, { rounds, seconds, connections, items, mock })
    // Some of the rows are for looking, not for keeping.
    return only === '' && !hasNginx ? await writeReport('server', text, { items }) : text
  } finally {
    for (const child of [load, bare, nginx, mock?.child]) child?.kill()
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Each row has an address of its own there, as some rows ask ours for the same in other words. */
function barePath({ path }: Row, index: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}row=${index}`
}

function bareAnswer(url: string, answer: Settled | undefined): BareAnswer {
  const { status = 200, type, encoding, etag, body = Buffer.alloc(0) } = answer ?? {}
  const headers =
    status === 304
      ? { etag: etag ?? '' }
      : { 'content-type': type ?? '', ...(encoding && { 'content-encoding': encoding }) }
  return { url, status, headers, body: body.toString('base64') }
}

/** Whether the row asks for what it has already. */
function isKnown({ headers }: Row): boolean {
  return 'if-none-match' in headers
}

async function benchedRows(content: HomeData): Promise<Row[]> {
  const get = { method: 'GET', body: '', headers: {} as Record<string, string>, goal: 0.7 }
  const payloads = validPayloads(content)
  const calls = operationNames.map((name): Row => {
    const { method, path } = operations[name]
    const body = payloads[name] ? JSON.stringify(payloads[name]) : ''
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    return { name, method, path, body, headers, goal: method === 'GET' ? 0.7 : 0.4 }
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

type Settled = { status: number; type: string; encoding: string; etag: string; body: Buffer }

/** Asks until the answer stays as it is: what is asked for again is compressed better while answers go on. */
async function settled(port: number, row: Row): Promise<Settled> {
  let { status, headers, body } = await call(port, row)
  for (let same = 0; same < 3; ) {
    await new Promise((next) => setTimeout(next, 150))
    const again = await call(port, row)
    same = again.body.equals(body) ? same + 1 : 0
    ;({ status, headers, body } = again)
  }
  const of = (name: string) => headers[name] ?? ''
  return { status, type: of('content-type'), encoding: of('content-encoding'), etag: of('etag'), body }
}

type Called = { status: number; headers: Record<string, string | undefined>; body: Buffer }

function call(port: number, { method, path, headers, body }: Row): Promise<Called> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ port, host: '127.0.0.1', method, path, headers }, async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece as Buffer)
      const { statusCode: status = 0 } = response
      resolve({ status, headers: response.headers as Called['headers'], body: Buffer.concat(pieces) })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function measure(load: ChildProcess, { pids }: Side, what: Load): Promise<Figures> {
  const next = async () => ((await once(load, 'message')) as [LoadMessage])[0]
  load.send(what)
  await next()
  const secondsOfAll = () => pids.reduce((sum, pid) => sum + processSeconds(pid), 0)
  const before = secondsOfAll()
  const loadBefore = processSeconds(pidOf(load))
  const ended = await next()
  const used = secondsOfAll() - before
  const loadUsed = processSeconds(pidOf(load)) - loadBefore
  if (ended.kind !== 'ended' || ended.error || ended.answered === 0) {
    throw new Error(`${what.request.split('\r\n', 1)[0]}: ${ended.kind === 'ended' ? ended.error : 'no answer'}`)
  }
  return {
    micros: (used / ended.answered) * 1e6,
    rate: ended.answered / ended.seconds,
    load: loadUsed / ended.seconds,
  }
}

function middle(figures: Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((each) => each[name]))
  return { micros: of('micros'), rate: of('rate'), load: of('load') }
}

function line({ row: { name, goal }, ours, bare, mock }: Measured): string[] {
  return [
    name,
    ...[ours.micros.toFixed(1), bare.micros.toFixed(1), (bare.micros / ours.micros).toFixed(2)],
    ...[ours.rate.toFixed(0), bare.rate.toFixed(0), (ours.rate / bare.rate).toFixed(2)],
    percent(ours.load),
    String(goal),
    mock ? (mock.micros / ours.micros).toFixed(0) : '',
  ]
}

/** What is asked whole against the least that Node.js takes for the same. */
function leastLine({ row: { name, goal }, ours, bare, http, net }: Measured): string[] {
  const cells = (figures: Figures | undefined) =>
    figures
      ? [figures.micros.toFixed(1), (bare.micros / figures.micros).toFixed(2), (figures.rate / bare.rate).toFixed(2)]
      : []
  return [name, ...cells(ours), ...cells(http), ...cells(net), String(goal)]
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}

type Described = Required<Pick<Options, 'rounds' | 'seconds' | 'connections'>> & {
  items: number | undefined
  mock: JsonServer | undefined
}

function describe(measured: Measured[], { rounds, seconds, connections, items, mock }: Described): string {
  return [
    `### Server${items ? `, ${items.toLocaleString('en')} items` : ''}, median of ${rounds} rounds of ${seconds} s, ${connections} connections`,
    '',
    '"Bare" is a `node:http` server that knows its answer from the start, reads no payload and sends the same bytes with their',
    'type, length and encoding (`scripts/bench/bare-process.ts`). The last three rows are held against the home data whole. µs are',
    'processor time of the server per request; a ratio above 1 is better than bare. "Load" is the part of its own core that the load',
    'used while it asked ours: where that is all of it, requests per second tell of the load, and only µs of the server.',
    mock
      ? `The last column is how many times less processor time we take than ${mock.name} with the same JSON.`
      : 'json-server is measured too where it is installed: `npm install --prefix /tmp/mock json-server`, then `-- server --json-server /tmp/mock`.',
    '',
    table(
      ['question', 'µs', 'bare µs', 'ratio by µs', 'requests/s', 'bare', 'ratio', 'load', 'goal', 'x json-server'],
      measured.map(line),
    ),
    '',
    'The last three rows beside what Node.js takes for them at least: a `node:http` server that gives that one answer with two or three',
    'headers by its own means, and a `node:net` server that writes constant bytes for each piece that comes, whatever it says, so that',
    'no server on Node.js takes less. Ratios are against the home data whole; those by requests/s tell of the load where it has no more core.',
    '',
    table(
      [
        ...['question', 'ours, µs', 'by µs', 'by requests/s', 'node:http, µs', 'by µs', 'by requests/s'],
        ...['node:net, µs', 'by µs', 'by requests/s', 'goal'],
      ],
      measured.filter(({ http }) => http).map(leastLine),
    ),
    '',
  ].join('\n')
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process of the benchmark did not start')
  return pid
}
