import { once } from 'node:events'
import { cp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runServer } from '../server/server-process'
import { type BuiltServer, startBuiltServer } from '../support/built-server'
import { emptyFolder } from '../support/folders'
import { freePort } from '../support/free-port'
import { load } from '../support/load'
import { findNginx, startNginx } from '../support/nginx'
import { readContent } from '../support/shipped-content'
import { requireProgram } from './requirements'

test('one of two instances ends under load: a client that asks the other one after a refusal, as nginx does, loses no request', async () => {
  const instances = await Promise.all([1, 2].map(() => runServer()))
  const ports = await Promise.all(instances.map(({ listening }) => listening))
  const lost: unknown[] = []
  let answered = 0
  let isOver = false
  const visitor = async (first: number) => {
    for (let round = first; !isOver; round++) {
      const turns = [ports[round % 2], ports[(round + 1) % 2]]
      const replies: unknown[] = []
      for (const port of turns) replies.push(replies.at(-1) === 200 || (await ask(port ?? 0)))
      if (replies.includes(200)) answered++
      else lost.push(replies)
    }
  }
  const visitors = [0, 1, 2, 3, 4, 5, 6, 7].map(visitor)
  const [first] = instances
  await expect.poll(() => answered).toBeGreaterThan(100)
  first?.child.kill('SIGTERM')
  expect((await first?.exit)?.code).toBe(0)
  const before = answered
  await expect.poll(() => answered).toBeGreaterThan(before + 100)
  isOver = true
  await Promise.all(visitors)
  expect(lost).toStrictEqual([])
})

/** Gives the status of a complete response, or the error that came before one. Throws for a response that is cut off. */
async function ask(port: number): Promise<number | string> {
  const url = `http://127.0.0.1:${port}/api/get-courses-by-category`
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{"slug":""}' }
  const response = await fetch(url, init).catch((error: Error) => error.message)
  if (typeof response === 'string') return response
  await response.json()
  return response.status
}

const { FAILOVER_REQUESTS = '6000' } = process.env

test(`nginx with deploy/nginx.conf loses none of ${FAILOVER_REQUESTS} requests when content changes, one of two instances is ended and the other is killed`, {
  timeout: 1_200_000 + Number(FAILOVER_REQUESTS) * 20,
}, async ({ skip }) => {
  const program = (await findNginx()) ?? ''
  requireProgram('nginx', program !== '', skip)
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as const
  const running = new Set<BuiltServer>()
  const fixtures = await emptyFolder()
  await cp('fixtures', fixtures, { recursive: true })
  const start = async (at: number) => {
    const env = { PORT: String(at), TRUST_PROXY: '127.0.0.1', FIXTURES_DIR: fixtures }
    const instance = await startBuiltServer(env)
    running.add(instance)
    return instance
  }
  const [first, second] = await Promise.all([start(ports[0]), start(ports[1])])
  const nginx = await startNginx(program, await emptyFolder(), { port, instances: ports })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await Promise.all([once(nginx, 'exit'), ...[...running].map(({ stop }) => stop())])
  })

  let answered = 0
  const isOver = new AbortController()
  onTestFinished(() => isOver.abort())
  const onAnswer = () => {
    answered++
  }
  const loading = load({ port, connections: 50, signal: isOver.signal, onAnswer })
  const aThird = () => {
    const until = answered + Number(FAILOVER_REQUESTS) / 3
    return expect.poll(() => answered, { timeout: 1_200_000 }).toBeGreaterThan(until)
  }
  await aThird()
  const { blogs } = await readContent()
  await writeFile(join(fixtures, 'blogs.json'), JSON.stringify(blogs.slice(1)))
  const changedAt = performance.now()
  const slugsAt = async (at: number) => {
    const { data } = await (await fetch(`http://127.0.0.1:${at}/api/get-blogs`)).json()
    return data.map(({ slug }: { slug: string }) => slug)
  }
  const slugs = blogs.slice(1).map(({ slug }) => slug)
  await expect.poll(() => Promise.all([port, ...ports].map(slugsAt))).toStrictEqual([slugs, slugs, slugs])
  if (process.env.FIGURES) console.info(`new content after ${Math.round(performance.now() - changedAt)} ms`)
  expect(await first.stop()).toBe(0)
  await start(ports[0])
  await aThird()
  // Searches are not cached, so the second instance is answering some when it is killed. nginx still counts the first as failed.
  const search = async (at: number) => (await fetch(`http://127.0.0.1:${port}/courses?q=${at}`)).text()
  const searches = Array.from({ length: 40 }, (_, at) => search(at))
  await Promise.race(searches)
  second.child.kill('SIGKILL')
  expect((await Promise.all(searches)).filter((html) => !/data-files.*<\/html>/s.test(html))).toStrictEqual([])
  await aThird()
  isOver.abort()
  expect((await loading).errors).toStrictEqual([])
})

test('nginx gives all requests to the other instance when one hangs', { timeout: 1_200_000 }, async ({ skip }) => {
  const program = (await findNginx()) ?? ''
  requireProgram('nginx', program !== '', skip)
  const env = { TRUST_PROXY: '127.0.0.1' }
  const [first, second] = await Promise.all([startBuiltServer(env), startBuiltServer(env)])
  const port = await freePort()
  const nginx = await startNginx(program, await emptyFolder(), { port, instances: [first.port, second.port] })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    first.child.kill('SIGKILL')
    await Promise.all([once(nginx, 'exit'), second.stop()])
  })
  let answered = 0
  let latest = performance.now()
  let longestPause = 0
  const onAnswer = () => {
    const now = performance.now()
    longestPause = Math.max(longestPause, now - latest)
    latest = now
    answered++
  }
  const isOver = new AbortController()
  onTestFinished(() => isOver.abort())
  const loading = load({ port, connections: 50, signal: isOver.signal, onAnswer })
  await expect.poll(() => answered).toBeGreaterThan(1_000)
  first.child.kill('SIGSTOP')
  const before = answered
  await expect.poll(() => answered).toBeGreaterThan(before + 3_000)
  isOver.abort()
  const { errors, longest } = await loading
  if (process.env.FIGURES) {
    console.info(`longest request ${Math.round(longest)} ms, longest pause of all ${Math.round(longestPause)} ms`)
  }
  expect(errors).toStrictEqual([])
})

test('nginx sets an instance aside that accepts connections but does not answer', async ({ skip }) => {
  const program = (await findNginx()) ?? ''
  requireProgram('nginx', program !== '', skip)
  const asked = { hanging: 0, good: 0 }
  const listen = async (kind: keyof typeof asked) => {
    const instance = createServer((_, response) => {
      asked[kind]++
      if (kind === 'good') response.end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      instance.closeAllConnections()
      instance.close()
    })
    await once(instance, 'listening')
    return (instance.address() as AddressInfo).port
  }
  const instances = [await listen('hanging'), await listen('good')] as const
  const port = await freePort()
  const nginx = await startNginx(program, await emptyFolder(), { port, instances })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  const paths = Array.from({ length: 12 }, (_, index) => `/page-${index}`)
  for (const path of paths) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
  expect(asked.hanging).toBeGreaterThan(0)
  expect(asked.hanging).toBeLessThan(paths.length / 3)
  expect(asked.good).toBe(paths.length)
})

test('nginx gets a build file from the instance that has it, and requests a missing page once', async ({ skip }) => {
  const program = (await findNginx()) ?? ''
  requireProgram('nginx', program !== '', skip)
  const asked: string[] = []
  const listen = async (status: number) => {
    const instance = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(url.startsWith('/assets/') ? status : 404).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void instance.close())
    await once(instance, 'listening')
    return (instance.address() as AddressInfo).port
  }
  const ports = [await listen(404), await listen(200)] as const
  const port = await freePort()
  const nginx = await startNginx(program, await emptyFolder(), { port, instances: ports })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  const names = ['a', 'b', 'c', 'd']
  for (const name of names) expect(await statusOf(`/assets/${name}.js`)).toBe(200)
  // More requests than names show that nginx tried another instance after a 404.
  expect(asked.length).toBeGreaterThan(names.length)
  asked.length = 0
  for (const name of names) expect(await statusOf(`/${name}`)).toBe(404)
  expect(asked).toHaveLength(names.length)
})
