import { beforeAll, expect, test, vi } from 'vitest'
import { expectCalls, releaseCalls, useScenario } from '../../mock-client/library'
import type { Scenario } from '../../mock-client/package/contract'
import { sharedApp } from '../support/app'
import { read } from '../support/sources'

/* The scenarios of this folder, which docs/mocking.md shows. */

const site = sharedApp({ config: { scenarios: [] } })

beforeAll(() => {
  vi.stubEnv('SITE', site.url)
  return () => void vi.unstubAllEnvs()
})

const useExample = (name: string) => useScenario(JSON.parse(read(`test/mocking/${name}.json`)) as Scenario)

test('on the day before a start one course has another title, there is no news, one call is held, and the posts fail once', async () => {
  const world = await useExample('day-before-a-start')
  const [home] = await world.call('homeData')
  const course = home?.courses.find(({ slug }) => slug === 'machine-learning-foundations')
  expect([course?.en_title, course?.count, home?.news]).toEqual(['Another title', undefined, []])
  const held = world.call('course', { slug: 'machine-learning-foundations' })
  expect(await releaseCalls(world, { operation: 'course' })).toBe(1)
  expect((await held).en_title).toBe('Another title')
  const posts = await world.fetch('/api/get-blogs')
  expect([posts.status, posts.headers.get('retry-after'), posts.headers.get('x-scenario-now')]).toEqual([
    503,
    '2',
    '2026-12-04T18:00:00+03:00',
  ])
  expect(await world.call('blogs')).not.toEqual([])
  await expectCalls(world, [
    { operation: 'blogs', status: 503, times: 1 },
    { operation: 'blogs', status: 200 },
  ])
})

test('there is no news of the product, and a call that no behaviour fits fails', async () => {
  const world = await useExample('no-news')
  expect(await world.call('news', { ugarit_news: true })).toEqual([])
  expect(await world.call('homeData')).toHaveLength(1)
  await expect(world.call('news', { ugarit_news: false })).rejects.toThrow(
    'payload/ugarit_news is false instead of true',
  )
  await expect(world.call('blogs')).rejects.toThrow('No behaviour fits the call blogs')
})
