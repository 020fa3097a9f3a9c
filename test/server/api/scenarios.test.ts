import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import type { OperationName } from '#contract/operations'
import { currentBuild } from '../../../scripts/site-build'
import { readConfig } from '../../../server/config'
import { root, sharedApp, startApp, tempContent } from '../../support/app'
import { call } from './operation-rows'

const site = sharedApp({ config: { scenarios: [] } })

/** Calls an operation under some scenarios. */
const under = (names: string, name: OperationName, key = '', payload?: object) =>
  call(site.request, name, payload).set({ 'x-scenario': names, 'x-scenario-key': key })

const homeUnder = async (names: string): Promise<HomeData> => (await under(names, 'homeData').expect(200)).body.data[0]
const fieldsOf = (item: object | undefined, prefix: string) =>
  Object.keys(item ?? {}).filter((field) => field.startsWith(prefix))
const itemLists = ({ courses, blogs, events, news, team }: HomeData) => [courses, blogs, events, news, team]

// `legacy-formats.test.ts` checks `php-habits`, and `test/full/scenarios/scenarios.spec.ts` checks all pages.
describe('the shipped scenarios', () => {
  test('are listed with their descriptions', async () => {
    const { body } = await site.request.get('/__scenarios').expect(200)
    const names = (await readdir(join(root, 'fixtures/scenarios'))).map((file) => file.replace('.json', ''))
    const descriptions = {
      description: expect.any(String),
      ar_description: expect.stringMatching(/^\p{Script=Arabic}/u),
    }
    const listed = names.sort().map((name) => ({ name, ...descriptions }))
    expect(body).toStrictEqual({ current: [], scenarios: listed })
  })

  test('are read by their names', async () => {
    const { body } = await site.request.get('/__scenarios/one-item').expect(200)
    expect(body).toMatchObject({ description: expect.any(String), data: { lists: { first: 1 } } })
    const unknown = await site.request.get('/__scenarios/one-itm')
    expect([unknown.status, unknown.body.detail]).toEqual([404, expect.stringContaining('one-item')])
  })

  test.each([
    ['empty', 0],
    ['one-item', 1],
    ['five-thousand', 5_000],
  ])('%s has %i items of each kind, each with a slug of its own', async (name, count) => {
    const home = await homeUnder(name)
    expect(itemLists(home).map((list) => list.length)).toEqual(Array(5).fill(count))
    expect(new Set(home.courses.map(({ slug }) => slug)).size).toBe(count)
    for (const { slug } of home.courses.slice(-1)) await under(name, 'course', '', { slug }).expect(200)
  })

  test.each([
    ['english-only', 'ar_'],
    ['arabic-only', 'en_'],
    ['no-pictures', 'image'],
  ])('%s lacks fields that begin with %s', async (name, lacking) => {
    for (const item of itemLists(await homeUnder(name)).flat()) expect(fieldsOf(item, lacking)).toEqual([])
  })

  test('broken-pictures names pictures that are not there', async () => {
    const [course] = (await homeUnder('broken-pictures')).courses
    await site.request.get(`/images/${course?.image}`).expect(404)
  })

  test('failing, flaky and failing-then-well answer 503', async () => {
    const statusOf = async (name: string, key: string) => {
      const { status, headers } = await under(name, 'blogs', key)
      return headers['retry-after'] ? [status, headers['retry-after']] : status
    }
    const failed = [503, '1']
    for (const [name, expected] of [
      ['failing', Array(6).fill(503)],
      ['flaky', [200, 200, 503, 200, 200, 503]],
      ['failing-then-well', [failed, failed, 200, 200]],
    ] as const)
      for (const status of expected) expect([name, await statusOf(name, 'a')]).toEqual([name, status])
    // Calls are counted for each key, and a reset starts again from zero.
    const wellOf = (key: string) => statusOf('failing-then-well', key)
    expect([await wellOf('b'), await wellOf('b'), await wellOf('a')]).toEqual([failed, failed, 200])
    await site.request.delete('/__scenarios/state?key=a').expect(204)
    expect([await wellOf('a'), await wellOf('b')]).toEqual([failed, 200])
  })

  test('hanging never answers, slow takes a second', async () => {
    await expect(under('hanging', 'blogs').timeout(300)).rejects.toThrow(/[Tt]imeout/)
    const start = performance.now()
    await under('slow', 'blogs').expect(200)
    expect(performance.now() - start).toBeGreaterThan(990)
  })
})

describe('a scenario is chosen', () => {
  const count = ({ body }: { body: { data: unknown[] } }) => body.data.length

  test('by a cookie that a browser has kept for longer than the scenario: the error says how to end that', async () => {
    const { request } = await startApp({ config: { scenarios: [] }, distDir: currentBuild() })
    const detailOf = async (path: string, headers: Record<string, string>) =>
      (await request.get(path).set(headers).expect(400)).body.detail
    const cookie = 'scenario=gone'
    const hint = 'There is no scenario "gone". A cookie has chosen it; the query "?scenario=" of any page ends that.'
    expect([await detailOf('/courses', { cookie }), await detailOf('/api/get-blogs', { cookie })]).toEqual([hint, hint])
    expect(await detailOf('/api/get-blogs', { 'x-scenario': 'gone' })).toBe('There is no scenario "gone".')
    const { headers } = await request.get('/courses?scenario=').set({ cookie }).expect(200)
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^scenario=;.*Max-Age=0/)])
  })

  test('by header, then by cookie, then for the whole server', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    const blogs = async (headers: Record<string, string> = {}) =>
      count(await request.get('/api/get-blogs').set(headers))
    const all = await blogs()
    expect(all).toBeGreaterThan(1)
    expect(await blogs({ cookie: 'a=b; scenario=one-item' })).toBe(1)
    expect(await blogs({ cookie: 'scenario=one-item', 'x-scenario': 'empty' })).toBe(0)
    const current = ['one-item']
    await request.put('/__scenarios/current').send({ current }).expect(200, { current })
    expect([await blogs(), await blogs({ 'x-scenario': '' })]).toEqual([1, all])
    for (const none of [{}, { current: null }, ['empty']]) {
      const { body } = await request.put('/__scenarios/current').send(none).expect(400)
      expect(body.errors).toMatchObject([{ pointer: '/current' }])
    }
    await request.put('/__scenarios/current').send({ current: 'emty' }).expect(400)
    expect((await request.get('/__scenarios')).body.current).toEqual(current)
    // Only the API reads forms.
    const { body } = await request.put('/__scenarios/current').type('form').send('current=empty').expect(415)
    expect(body.errors).toMatchObject([{ expected: 'content-type application/json' }])
    await request.put('/__scenarios/current').send({ current: [] }).expect(200)
    expect(await blogs()).toBe(all)
  })

  test('beside a file that cannot be read, which is one invalid scenario', async () => {
    const dirs = await tempContent()
    await mkdir(join(dirs.fixturesDir, 'scenarios/odd.json'), { recursive: true })
    const { request } = await startApp({ config: { ...dirs, scenarios: [] } })
    await request.get('/api/get-blogs').set('x-scenario', 'empty').expect(200)
    const errors = [expect.objectContaining({ expected: 'a readable file' })]
    expect((await request.get('/api/get-blogs').set('x-scenario', 'odd').expect(400)).body).toMatchObject({ errors })
    const { scenarios } = (await request.get('/__scenarios').expect(200)).body
    expect(scenarios.filter(({ violations }: { violations?: unknown }) => violations)).toEqual([
      { name: 'odd', violations: errors },
    ])
  })

  test('among several, which apply in order', async () => {
    const { courses } = await homeUnder('one-item, english-only')
    expect(courses).toHaveLength(1)
    expect(fieldsOf(courses[0], 'ar_')).toEqual([])
  })

  test('at the start too, and an unknown one is refused with the name of the nearest', async () => {
    const { body } = await under('emty', 'homeData').expect(400)
    expect(body.detail).toContain('There is no scenario "emty". Nearest: empty')
    const started = startApp({ config: { scenarios: ['emty'] } })
    await expect(started).rejects.toThrow(/^SCENARIO: There is no scenario "emty"\. Nearest: empty/)
    expect(() => readConfig({ SCENARIO: 'empty' })).toThrow(/SCENARIO: expected SCENARIOS=yes as well/)
    expect(readConfig({ SCENARIO: 'empty, slow', SCENARIOS: 'yes' }).scenarios).toEqual(['empty', 'slow'])
  })

  test('defined over HTTP, until it is removed', async () => {
    const at = '/__scenarios/no-posts'
    const define = (none: boolean) => ({ description: 'No blog posts', data: { blogs: { none } } })
    await site.request.put(at).send(define(true)).expect(204)
    expect((await homeUnder('no-posts')).blogs).toEqual([])
    await site.request.put(at).send(define(false)).expect(204)
    expect((await homeUnder('no-posts')).blogs.length).toBeGreaterThan(0)
    const { body } = await site.request.put(at).send({ data: {} }).expect(400)
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/description' })])
    await site.request.delete(at).expect(204)
    await under('no-posts', 'homeData').expect(400)
    await site.request.delete('/__scenarios/empty').expect(404)
  })

  test('only where scenarios are on; elsewhere no failing slug works, and no call is listed', async () => {
    const { request } = await startApp()
    expect(count(await call(request, 'blogs').set('x-scenario', 'empty').expect(200))).toBeGreaterThan(0)
    for (const slug of ['error-503', 'malformed', 'slow-1', 'minimal'])
      await call(request, 'course', { slug }).expect(404)
    for (const path of ['/__scenarios', '/__requests'])
      expect((await request.get(path).expect(404)).type).toBe('application/problem+json')
  })

  test('by two hundred requests of twenty scenarios at once, and none sees the world of another', async () => {
    const ask = async (name: string) => (await under(name, 'blogs')).text
    const single = ['', 'one-item', 'english-only', 'arabic-only', 'long-texts', 'broken-pictures', 'no-pictures']
    const twenty = [...single, 'hostile', 'php-habits', 'empty', 'failing']
    for (const name of single.slice(2)) twenty.push(`${name},one-item`, `${name},php-habits`)
    const expected = new Map<string, string>()
    for (const name of twenty.slice(0, 20)) expected.set(name, await ask(name))
    expect(new Set(expected.values()).size).toBe(20)
    const asked = Array.from({ length: 10 }, () => [...expected]).flat()
    const found = await Promise.all(asked.map(async ([name, text]) => [name, (await ask(name)) === text]))
    expect(found.filter(([, isOwn]) => !isOwn)).toEqual([])
  })
})
