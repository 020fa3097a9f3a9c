import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '#contract/operations'
import type { HomeData } from '#contract/schemas'
import { type BuiltServer, readFigure, startBuiltServer } from '../../test/built-server'
import { readContent } from '../../test/shipped-content'
import { growContent, writeFixtures } from './grown-content'
import { median, table, writeReport } from './report'

/**
 * How many items there are in all, in four lists of the same length. No list is shorter than 24: up to there the home page shows
 * all there is (design section 7), and grows with it: with 20 in each list it is 7 % lighter.
 */
const sizes = [20, 1_000, 10_000]
const shortest = 24

/** Requests of each turn of each server, and turns: they take turns so that the machine's moods meet all alike. */
const requestsPerTurn = 1_500
const turns = 20

type Site = {
  items: number
  fixtures: number
  content: HomeData
  server: BuiltServer
  start: number
}

/** Page weights, look-ups, start and memory with few and very many items; writes `bench/growth.md`. The site must be built. */
export async function benchGrowth(): Promise<string> {
  const shipped = await readContent()
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-growth-'))
  const sites: Site[] = []
  try {
    for (const size of sizes) {
      const perList = Math.max(shortest, size / 4)
      const content = growContent(shipped, perList)
      const fixturesDir = join(folder, String(size))
      const fixtures = await writeFixtures(content, fixturesDir)
      const began = performance.now()
      const server = await startBuiltServer({ FIXTURES_DIR: fixturesDir })
      await bytesOf(server, 'GET', '/health')
      sites.push({ items: perList * 4, fixtures, content, server, start: performance.now() - began })
    }
    const head = ['', ...sites.map(({ items }) => `${items.toLocaleString('en')} items`), 'most against least']
    // Memory before the look-ups, whose thousands of requests have a price of their own.
    const rows = [...(await pageRows(sites)), ...(await memoryRows(sites)), ...(await lookupRows(sites))]
    const notes = [
      'Fixtures are the shipped items over and over, under slugs of their own. Twenty items would be five in each list; here it is 24, as up',
      'to there the home page shows all there is. Look-ups are CPU per request of the server process, the lower quartile of many short',
      'turns; memory is the most that was resident, from the start until pages, home data and lists were sent in',
      'both encodings and in none.',
    ]
    return await writeReport('growth', `### Growth\n\n${table(head, rows)}\n\n${notes.join('\n')}\n`)
  } finally {
    for (const { server } of sites) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function pageRows(sites: Site[]): Promise<(string | number)[][]> {
  const [course] = sites[0]?.content.courses ?? []
  const pages = { home: '/', 'home in Arabic': '/ar', list: '/courses', detail: `/courses/${course?.slug}` }
  const rows: (string | number)[][] = []
  for (const [name, path] of Object.entries(pages)) {
    const bytes: number[] = []
    for (const { server } of sites) {
      // What is asked for again is compressed better before long.
      const first = await bytesOf(server, 'GET', path)
      let last = first
      for (let time = 0; time < 200 && last === first; time++) {
        await pause(20)
        last = await bytesOf(server, 'GET', path)
      }
      bytes.push(last)
    }
    rows.push([`${name}, HTML by brotli, bytes`, ...bytes, percent(bytes)])
  }
  return rows
}

async function lookupRows(sites: Site[]): Promise<(string | number)[][]> {
  const lookups = { [operations.course.path]: 'courses', [operations.blog.path]: 'blogs' } as const
  const rows: (string | number)[][] = []
  for (const [path, key] of Object.entries(lookups)) {
    const times = sites.map((): number[] => [])
    for (let turn = 0; turn < turns; turn++) {
      for (const [index, { server, content }] of sites.entries()) {
        // As many different ones at every size, from all over the list.
        const list = content[key]
        const slugs = Array.from({ length: 20 }, (_, place) => list[Math.floor((place * list.length) / 20)]?.slug)
        const before = await cpuOf(server)
        for (let sent = 0; sent < requestsPerTurn; sent += 10) {
          const bodies = slugs.slice(sent % 20, (sent % 20) + 10).map((slug) => JSON.stringify({ slug }))
          await Promise.all(bodies.map((body) => bytesOf(server, 'POST', path, body)))
        }
        times[index]?.push(((await cpuOf(server)) - before) / requestsPerTurn)
      }
    }
    // The first turns have the code compiled. What else the machine does only ever adds.
    const middle = times.map(
      (each) =>
        median(
          each
            .slice(4)
            .toSorted((a, b) => a - b)
            .slice(0, turns / 2),
        ) * 1e6,
    )
    rows.push([`${path}, µs of CPU`, ...middle.map((time) => time.toFixed(1)), percent(middle)])
  }
  return rows
}

async function memoryRows(sites: Site[]): Promise<(string | number)[][]> {
  const peaks: string[] = []
  for (const { server, fixtures } of sites) {
    const afterStart = await readFigure(server.url, 'process_resident_memory_bytes')
    const lists: [string, string, string?][] = [
      ['GET', operations.homeData.path],
      ['GET', operations.blogs.path],
      ['POST', operations.coursesByCategory.path, '{"slug":""}'],
    ]
    let peak = afterStart
    for (const encoding of ['br', 'gzip', 'identity']) {
      for (const [method, path, body] of lists) {
        await bytesOf(server, method, path, body, encoding)
        peak = Math.max(peak, await readFigure(server.url, 'process_resident_memory_bytes'))
      }
    }
    peaks.push(`${megabytes(peak)} (limit ${megabytes(6 * fixtures + 170e6)})`)
  }
  return [
    ['fixtures, MB', ...sites.map(({ fixtures }) => megabytes(fixtures)), ''],
    ['start until the first answer, s', ...sites.map(({ start }) => (start / 1000).toFixed(2)), 'limit 3'],
    ['memory, MB', ...peaks, ''],
  ]
}

const agent = new Agent({ keepAlive: true })

/** Gives the bytes of an answer's body. */
function bytesOf(
  { port }: BuiltServer,
  method: string,
  path: string,
  body?: string,
  encoding = 'br, gzip',
): Promise<number> {
  const headers = { 'accept-encoding': encoding, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes)).on('error', reject)
    })
    asked.on('error', reject).end(body)
  })
}

/** Seconds of processor time that the server's own thread has used; Linux counts them in nanoseconds (proc(5)). */
async function cpuOf({ child }: BuiltServer): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${child.pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e9
}

function percent(figures: number[]): string {
  const [first = Number.NaN, last = Number.NaN] = [figures[0], figures.at(-1)]
  const change = (last / first - 1) * 100
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)
}
