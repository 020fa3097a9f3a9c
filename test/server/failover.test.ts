import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configureFor } from '../../scripts/failover/nginx'
import { root } from '../helper'
import { runServer } from './server-process'

const shipped = readFile(join(root, 'deploy/nginx.conf'), 'utf8')

test('the nginx configuration passes over an instance that is gone or closing, for every method', async () => {
  const text = await shipped
  const [, rules = ''] = /proxy_next_upstream ([^;]+);/.exec(text) ?? []
  expect(rules.split(' ')).toEqual(expect.arrayContaining(['error', 'timeout', 'http_503', 'non_idempotent']))
  // A 503 of both is that one page's: with any other number nginx answers 502 for two seconds, whatever is asked (measured).
  expect(text.match(/server 127\.0\.0\.1:\d+ max_fails=0;/g)).toHaveLength(2)
  // Its kept connections end before the instances' own (server/app.ts: five seconds).
  expect(Number(/keepalive_timeout (\d+)s;\n\}/.exec(text)?.[1])).toBeLessThan(5)
  for (const header of ['X-Forwarded-For', 'X-Request-Id', 'Host'])
    expect(text).toContain(`proxy_set_header ${header} `)
  expect(text).toMatch(/location = \/metrics \{\s+return 404;/)
})

test('the configuration that is tried out is the shipped one, with other ports and no certificate', async () => {
  const tried = configureFor(await shipped, 9_000, [9_001, 9_002])
  expect(tried).toMatch(/server 127\.0\.0\.1:9001[\s\S]*server 127\.0\.0\.1:9002[\s\S]*listen 127\.0\.0\.1:9000;/)
  expect(tried).not.toMatch(/ssl_certificate|listen 80|443/)
  expect(() => configureFor('', 1, [2, 3])).toThrow('deploy/nginx.conf lacks')
})

test('one of two instances ends under load: whoever passes over a refusal, as nginx does, loses no request', async () => {
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

/** The status of a whole answer, or what went wrong before there was one; an answer that ends in its middle throws. */
async function ask(port: number): Promise<number | string> {
  const url = `http://127.0.0.1:${port}/api/get-courses-by-category`
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{"slug":""}' }
  const response = await fetch(url, init).catch((error: Error) => error.message)
  if (typeof response === 'string') return response
  await response.json()
  return response.status
}
