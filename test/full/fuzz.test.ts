import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import pLimit from 'p-limit'
import { expect, onTestFinished, test } from 'vitest'
import { defaultProduct } from '#contract/operations'
import { collecting, readHeap, startBuiltServer } from '../support/built-server'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'
import { badRequests } from './fuzz/requests'
import { send, violationOf } from './fuzz/send'

const { FUZZ_REQUESTS = '10000', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env
const [count, seed] = [Number(FUZZ_REQUESTS), Number(FUZZ_SEED)]

/** The number of requests that are made, sent and checked together. */
const batch = 1_000

test(`${count} bad requests of every kind (seed ${seed}): none is answered with 5xx or leaks anything, and the heap stays flat`, {
  timeout: 1_200_000 + count * 20,
}, async () => {
  const content = await readContent()
  const { courses, courses_categories, blogs, events, news } = content
  const lists = [courses, courses_categories, blogs, events, news]
  const slugs = lists.flatMap((list) => list.slice(0, 5).map(({ slug }) => slug))
  const paths = sitePages(content).map(({ path }) => path)
  const requests = badRequests(defaultProduct, slugs, paths)
  const server = await startBuiltServer({}, collecting)
  onTestFinished(async () => void (await server.stop()))
  const limit = pLimit(24)
  // Makes the server build its search indexes, which stay in memory, by searches that find nothing.
  await limit.map(paths, async (path) => (await fetch(new URL(`${path}?q=zzzzzz`, server.url))).text())
  const heap: number[] = []
  for (let sent = 0; sent < count; sent += batch) {
    const bad = fc.sample(requests, { numRuns: Math.min(batch, count - sent), seed: seed + sent })
    const answers = limit.map(bad, async (request) => ({
      request,
      violation: violationOf(request, await send(server.port, request)),
    }))
    const judged = await answers
    expect(
      judged.filter(({ violation }) => violation),
      `seed ${seed + sent}`,
    ).toStrictEqual([])
    heap.push(await readHeap(server))
  }
  expect(await server.stop()).toBe(0)
  // The caches are warm after a fifth of the batches.
  const [before = 0, after = 0] = [heap[Math.floor((heap.length - 1) / 5)], heap.at(-1)]
  if (process.env.FIGURES) console.info({ before, after })
  expect(after).toBeLessThan(before * 1.1 + 4_000_000)
})
