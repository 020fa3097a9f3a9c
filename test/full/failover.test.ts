import { expect, test } from 'vitest'
import { runServer } from '../server/server-process'

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
