import { cp, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startBuiltServer } from '../support/built-server'
import { emptyFolder } from '../support/folders'
import { freePort } from '../support/free-port'
import { startHttpServer } from '../support/http-server'
import { load } from '../support/load'
import { findNginx, startNginx } from '../support/nginx'
import { readContent } from '../support/shipped-content'
import { requireProgram } from './requirements'

const { FAILOVER_REQUESTS = '6000' } = process.env

beforeEach(async ({ skip }) => requireProgram('nginx', await findNginx(), skip))

/** Starts the built server for nginx. Kills it after the test if the test has not stopped it. */
async function startInstance(env: Record<string, string> = {}) {
  const instance = await startBuiltServer({ TRUST_PROXY: '127.0.0.1', ...env })
  onTestFinished(() => void instance.child.kill('SIGKILL'))
  return instance
}

/** Starts a server that answers with `respond`. Returns the server's port. */
async function startStub(respond: RequestListener): Promise<number> {
  const { port, stop } = await startHttpServer(respond)
  onTestFinished(stop)
  return port
}

/** Starts nginx in front of two instances. Returns the address of nginx. */
async function startProxy(first: number, second: number): Promise<string> {
  const { port, stop } = await startNginx([first, second])
  onTestFinished(stop)
  return `http://127.0.0.1:${port}`
}

/** Loads a server until `end` is called, which returns the figures. `more` waits for a number of further responses. */
function startLoad(address: string) {
  let answered = 0
  const isOver = new AbortController()
  onTestFinished(() => isOver.abort())
  const port = Number(new URL(address).port)
  const loading = load({ port, connections: 50, signal: isOver.signal, onAnswer: () => answered++ })
  const more = (count: number) => {
    const until = answered + count
    return expect.poll(() => answered, { timeout: 1_200_000 }).toBeGreaterThan(until)
  }
  const end = () => {
    isOver.abort()
    return loading
  }
  return { more, end }
}

test(`nginx with deploy/nginx.conf loses none of ${FAILOVER_REQUESTS} requests when content changes, one of two instances is ended and the other is killed`, {
  timeout: 1_200_000 + Number(FAILOVER_REQUESTS) * 20,
}, async () => {
  const ports = [await freePort(), await freePort()] as const
  const fixtures = await emptyFolder()
  await cp('fixtures', fixtures, { recursive: true })
  const start = (port: number) => startInstance({ PORT: String(port), FIXTURES_DIR: fixtures })
  const [first, second] = await Promise.all([start(ports[0]), start(ports[1])])
  const proxy = await startProxy(...ports)
  const { more, end } = startLoad(proxy)
  const aThird = Number(FAILOVER_REQUESTS) / 3
  await more(aThird)
  const { blogs } = await readContent()
  await writeFile(join(fixtures, 'blogs.json'), JSON.stringify(blogs.slice(1)))
  const changedAt = performance.now()
  const blogsAt = async (address: string) => (await fetch(new URL('/api/get-blogs', address))).json()
  const changed = { data: blogs.slice(1) }
  const answers = () => Promise.all([proxy, first.url, second.url].map(blogsAt))
  await expect.poll(answers).toStrictEqual([changed, changed, changed])
  if (process.env.FIGURES) console.info(`new content after ${Math.round(performance.now() - changedAt)} ms`)
  expect(await first.stop()).toBe(0)
  await start(ports[0])
  await more(aThird)
  // Searches are not cached, so the second instance is busy when it is killed. nginx still regards the first instance as failed.
  const search = async (at: number) => (await fetch(`${proxy}/courses?q=${at}`)).text()
  const searches = Array.from({ length: 10 }, (_, at) => search(at))
  await Promise.race(searches)
  second.child.kill('SIGKILL')
  expect((await Promise.all(searches)).filter((html) => !/data-files.*<\/html>/s.test(html))).toStrictEqual([])
  await more(aThird)
  expect((await end()).errors).toStrictEqual([])
})

test('nginx gives all requests to the other instance when one hangs', async () => {
  const [first, second] = await Promise.all([startInstance(), startInstance()])
  const { more, end } = startLoad(await startProxy(first.port, second.port))
  await more(1_000)
  first.child.kill('SIGSTOP')
  await more(3_000)
  const { errors, longest } = await end()
  if (process.env.FIGURES) console.info(`longest request ${Math.round(longest)} ms`)
  expect(errors).toStrictEqual([])
})

test('nginx sets an instance aside that accepts connections but does not answer', async () => {
  let asked = 0
  const hanging = await startStub(() => asked++)
  const proxy = await startProxy(hanging, await startStub((_, response) => response.end()))
  for (let page = 0; page < 12; page++) expect((await fetch(`${proxy}/page-${page}`)).status).toBe(200)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(4)
})

const payload = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })

test.each<[string, RequestInit, number]>([
  ['/courses', {}, 2],
  ['/ar/courses?show=14', {}, 2],
  ['/courses/a-course', { headers: { 'if-none-match': 'W/"a-b_c"' } }, 2],
  ['/api/get-course', payload('{"slug":"a-course"}'), 2],
  ['/api/get-course', payload('{"id": 7}'), 2],
  ['/courses?q=a', {}, 1],
  ['/calendar.ics', {}, 1],
  ['/ar/calendar/courses/a-course.ics', {}, 1],
  ['/sitemap.xml', {}, 1],
  ['/ar/news.xml', {}, 1],
  ['/courses/%D9%8A%D9%87', {}, 1],
  [`/courses/${'a'.repeat(200)}`, {}, 1],
  ['/courses', { headers: { 'if-none-match': '"a", '.repeat(100) } }, 1],
  ['/api/get-course', payload('{"slug":"يه"}'), 1],
  ['/api/get-course', payload(`{"slug":"${'a'.repeat(200)}"}`), 1],
  ['/api/get-course', payload('[[[['), 1],
])('nginx sends %s %j that gets no answer to %i of two instances', async (path, request, expected) => {
  const asked: string[] = []
  const respond: RequestListener = async (received, response) => {
    const body = (await received.toArray()).join('')
    // The first instance never answers.
    if (asked.push(body) === 2) response.end('answered')
  }
  const proxy = await startProxy(await startStub(respond), await startStub(respond))
  const answer = await fetch(proxy + path, request)
  expect(asked).toEqual(Array(expected).fill(request.body ?? ''))
  if (expected === 2) expect([answer.status, await answer.text()]).toEqual([200, 'answered'])
  else expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, '1'])
})

test('nginx gets a build file from the instance that has it, and requests a missing page once', async () => {
  const asked: string[] = []
  const startHaving = (status: number) =>
    startStub(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(url.startsWith('/assets/') ? status : 404).end()
    })
  const proxy = await startProxy(await startHaving(404), await startHaving(200))
  const statusOf = async (path: string) => (await fetch(proxy + path)).status
  const names = ['a', 'b', 'c', 'd']
  for (const name of names) expect(await statusOf(`/assets/${name}.js`)).toBe(200)
  // More requests than names show that nginx tried another instance after a 404.
  expect(asked.length).toBeGreaterThan(names.length)
  asked.length = 0
  for (const name of names) expect(await statusOf(`/${name}`)).toBe(404)
  expect(asked).toHaveLength(names.length)
})
