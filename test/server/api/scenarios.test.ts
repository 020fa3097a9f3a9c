import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { readConfig } from '../../../server/config'
import { run } from '../../scripts/run-command'
import { root, sharedApp, startApp, tempContent } from '../../support/app'

const site = sharedApp({ config: { scenarios: [] } })

/** The home data under some scenarios. */
async function homeUnder(names: string, key = ''): Promise<HomeData> {
  const { request } = site
  const { body } = await request.get('/api/get-data').set({ 'x-scenario': names, 'x-scenario-key': key }).expect(200)
  return body.data[0]
}

const listsOf = ({ courses, blogs, events, news, team }: HomeData) => [courses, blogs, events, news, team]

describe('the shipped scenarios', () => {
  test('are listed with their descriptions', async () => {
    const { request } = site
    const { body } = await request.get('/__scenarios').expect(200)
    const names = (await readdir(join(root, 'fixtures/scenarios'))).map((file) => file.replace('.json', ''))
    expect(body.scenarios.map(({ name }: { name: string }) => name)).toEqual(names.sort())
    for (const { description, faults } of body.scenarios)
      expect([typeof description, faults]).toEqual(['string', undefined])
    expect(body.current).toEqual([])
  })

  test('empty has no items, one-item one of each', async () => {
    expect(listsOf(await homeUnder('empty')).map((list) => list.length)).toEqual([0, 0, 0, 0, 0])
    expect(listsOf(await homeUnder('one-item')).map((list) => list.length)).toEqual([1, 1, 1, 1, 1])
  })

  test('five-thousand has as many items, each with a slug of its own', async () => {
    const home = await homeUnder('five-thousand')
    for (const list of listsOf(home)) expect(list).toHaveLength(5_000)
    expect(new Set(home.courses.map(({ slug }) => slug)).size).toBe(5_000)
    const { request } = site
    const { slug } = home.courses.at(-1) ?? { slug: '' }
    await request.post('/api/get-course').set('x-scenario', 'five-thousand').send({ slug }).expect(200)
  })

  test('english-only and arabic-only lack the other language', async () => {
    for (const [name, lacking] of [
      ['english-only', 'ar_'],
      ['arabic-only', 'en_'],
    ] as const)
      for (const item of listsOf(await homeUnder(name)).flat())
        expect(Object.keys(item).filter((field) => field.startsWith(lacking))).toEqual([])
  })

  test('no-pictures and broken-pictures name none that is there', async () => {
    expect(
      listsOf(await homeUnder('no-pictures'))
        .flat()
        .some((item) => 'image' in item),
    ).toBe(false)
    const { request } = site
    const [course] = (await homeUnder('broken-pictures')).courses
    await request.get(`/images/${course?.image}`).expect(404)
  })

  test('failing, flaky and failing-then-well answer 503', async () => {
    const { request } = site
    const statusesOf = async (name: string, key: string) => {
      const statuses: unknown[] = []
      for (let call = 0; call < 6; call++) {
        const { status, headers } = await request
          .get('/api/get-blogs')
          .set({ 'x-scenario': name, 'x-scenario-key': key })
        statuses.push(headers['retry-after'] ? [status, headers['retry-after']] : status)
      }
      return statuses
    }
    expect(await statusesOf('failing', 'a')).toEqual(Array(6).fill(503))
    expect(await statusesOf('flaky', 'a')).toEqual([200, 200, 503, 200, 200, 503])
    expect(await statusesOf('failing-then-well', 'a')).toEqual([[503, '1'], [503, '1'], 200, 200, 200, 200])
    // Another key counts for itself, and a reset begins anew.
    expect((await statusesOf('failing-then-well', 'b'))[0]).toEqual([503, '1'])
    expect((await statusesOf('failing-then-well', 'a'))[0]).toBe(200)
    await request.delete('/__scenarios/state?key=a').expect(204)
    expect((await statusesOf('failing-then-well', 'a'))[0]).toEqual([503, '1'])
    expect((await statusesOf('failing-then-well', 'b'))[0]).toBe(200)
  })

  test('hanging never answers, slow takes a second', async () => {
    const { url } = site
    const call = (name: string, milliseconds: number) =>
      fetch(`${url}/api/get-blogs`, { headers: { 'x-scenario': name }, signal: AbortSignal.timeout(milliseconds) })
    await expect(call('hanging', 300)).rejects.toThrow(/timeout/)
    const start = performance.now()
    expect((await call('slow', 60_000)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  test('php-habits are back end formats that the contract check understands', async () => {
    const { request, url } = await startApp({ config: { scenarios: ['php-habits'] } })
    const { body } = await request.post('/api/get-news').send({ ugarit_news: true })
    expect([1, '0']).toContain(body.data[0].ugarit_news)
    const { code, stdout } = await run('contract', [url, '--sample', '2', '--json', '-'])
    const { drifts, warnings } = JSON.parse(stdout)
    expect([code, drifts]).toEqual([0, []])
    expect(warnings.map(({ rule }: { rule: string }) => rule)).toContain('habit.boolean')
  })
})

describe('a scenario is chosen', () => {
  const count = ({ body }: { body: { data: unknown[] } }) => body.data.length

  test('by header, then by cookie, then for the whole server', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    const blogs = (headers: Record<string, string> = {}) => request.get('/api/get-blogs').set(headers)
    const all = count(await blogs())
    expect(all).toBeGreaterThan(1)
    expect(count(await blogs({ cookie: 'a=b; scenario=one-item' }))).toBe(1)
    expect(count(await blogs({ cookie: 'scenario=one-item', 'x-scenario': 'empty' }))).toBe(0)
    await request
      .put('/__scenarios/current')
      .send({ current: ['one-item'] })
      .expect(200, { current: ['one-item'] })
    expect(count(await blogs())).toBe(1)
    expect(count(await blogs({ 'x-scenario': '' }))).toBe(all)
    await request.put('/__scenarios/current').send({ current: [] }).expect(200)
    expect(count(await blogs())).toBe(all)
  })

  test.each([['empty'], [{}], [{ current: null }], [['empty']]])(
    'and the body %j, which names none, is a 400',
    async (sent) => {
      const { request } = await startApp({ config: { scenarios: ['one-item'] } })
      const put = request.put('/__scenarios/current').set('content-type', 'application/json')
      const { body } = await put.send(JSON.stringify(sent)).expect(400)
      expect(body.errors).toEqual([expect.objectContaining({ pointer: '/current' })])
      expect((await request.get('/__scenarios')).body.current).toEqual(['one-item'])
    },
  )

  test('and a form, which only the API reads, is a 415 that names JSON alone', async () => {
    const { request } = site
    const { body } = await request.put('/__scenarios/current').type('form').send('{"current":["empty"]}').expect(415)
    expect(body.errors).toEqual([expect.objectContaining({ expected: 'content-type application/json' })])
  })

  test('beside a file that cannot be read, which is one faulty scenario', async () => {
    const dirs = await tempContent()
    await mkdir(join(dirs.fixturesDir, 'scenarios/odd.json'), { recursive: true })
    const { request } = await startApp({ config: { ...dirs, scenarios: [] } })
    await request.get('/api/get-blogs').set('x-scenario', 'empty').expect(200)
    const { body } = await request.get('/api/get-blogs').set('x-scenario', 'odd').expect(400)
    expect(body.errors).toEqual([expect.objectContaining({ expected: 'a readable file' })])
    const faulty = (await request.get('/__scenarios').expect(200)).body.scenarios.filter(
      ({ faults }: { faults?: unknown }) => faults,
    )
    expect(faulty.map(({ name }: { name: string }) => name)).toEqual(['odd'])
  })

  test('among several, which apply in order', async () => {
    const { courses } = await homeUnder('one-item, english-only')
    expect(courses).toHaveLength(1)
    expect(Object.keys(courses[0] ?? {}).filter((field) => field.startsWith('ar_'))).toEqual([])
  })

  test('and an unknown one is a 400 that names the nearest', async () => {
    const { request } = site
    const { body } = await request.get('/api/get-data').set('x-scenario', 'emty').expect(400)
    expect(body.detail).toContain('There is no scenario "emty". Nearest: empty')
    await request.put('/__scenarios/current').send({ current: 'emty' }).expect(400)
  })

  test('at the start, and an unknown one is named', async () => {
    await expect(startApp({ config: { scenarios: ['emty'] } })).rejects.toThrow(
      /^SCENARIO: There is no scenario "emty"\. Nearest: empty/,
    )
    expect(() => readConfig({ SCENARIO: 'empty' })).toThrow(/SCENARIO: expected SCENARIOS=yes as well/)
    expect(readConfig({ SCENARIO: 'empty, slow', SCENARIOS: 'yes' }).scenarios).toEqual(['empty', 'slow'])
  })

  test('defined over HTTP, until it is removed', async () => {
    const { request } = site
    const scenario = { description: 'No blog posts', data: { blogs: { none: true } } }
    await request.put('/__scenarios/no-posts').send(scenario).expect(204)
    expect((await homeUnder('no-posts')).blogs).toEqual([])
    await request
      .put('/__scenarios/no-posts')
      .send({ ...scenario, data: { blogs: { none: false } } })
      .expect(204)
    expect((await homeUnder('no-posts')).blogs.length).toBeGreaterThan(0)
    const { body } = await request.put('/__scenarios/no-posts').send({ data: {} }).expect(400)
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/description' })])
    await request.delete('/__scenarios/no-posts').expect(204)
    await request.get('/api/get-data').set('x-scenario', 'no-posts').expect(400)
    await request.delete('/__scenarios/empty').expect(404)
  })

  test('only where scenarios are on', async () => {
    const { request } = await startApp()
    const { body } = await request.get('/api/get-blogs').set('x-scenario', 'empty').expect(200)
    expect(body.data.length).toBeGreaterThan(0)
    await request.get('/__scenarios').expect(404)
  })

  test('by two hundred requests of twenty scenarios at once, and none sees the world of another', async () => {
    const ask = async (name: string) => (await site.request.get('/api/get-blogs').set('x-scenario', name)).text
    const single = ['', 'one-item', 'english-only', 'arabic-only', 'long-texts', 'broken-pictures', 'no-pictures']
    const names = [...single, 'hostile', 'php-habits', 'empty', 'failing']
    for (const name of single.slice(2)) names.push(`${name},one-item`, `${name},php-habits`)
    const twenty = names.slice(0, 20)
    const expected = new Map<string, string>()
    for (const name of twenty) expected.set(name, await ask(name))
    expect(new Set(expected.values()).size).toBe(20)
    const asked = Array.from({ length: 200 }, (_, index) => twenty[(index * 7) % 20] ?? '')
    const found = await Promise.all(asked.map(async (name) => [name, (await ask(name)) === expected.get(name)]))
    expect(found.filter(([, isOwn]) => !isOwn)).toEqual([])
  })
})
