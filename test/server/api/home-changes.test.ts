import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { applyEdits, type HomeChanges, homeChangesPath } from '#contract/home-changes'
import { editsBetween } from '../../../server/api/text-edits'
import { type BuildOptions, startApp, tempContent } from '../../support/app'
import { stopClock } from '../../support/clock'
import { emptyFolder, snapshot } from '../../support/folders'
import { generateContent } from '../../support/generated-content'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { envelope, siteOver } from './other-api'

type App = Awaited<ReturnType<typeof startApp>>['app']

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const homeOf = async (app: App) => (await app.inject('/api/get-data')).body
const ask = (app: App, digest: string, headers = {}) => app.inject({ url: homeChangesPath(digest), headers })
const changesSince = async (app: App, body: string) =>
  (await ask(app, digestOf(body))).json<{ data: HomeChanges }>().data

/** A copy of the content after an edit. */
function edited(content: HomeData, edit: (copy: HomeData) => void): HomeData {
  const copy = structuredClone(content)
  edit(copy)
  return copy
}

/** Starts the API on a copy of the shipped content. `save` replaces it and returns the new response to `homeData`. */
async function startEditable(config: BuildOptions['config'] = {}) {
  const content = await readContent()
  const dirs = await tempContent(content)
  const running = await startApp({ config: { ...dirs, ...config } })
  const { app, store } = running
  const save = async (changed: HomeData) => {
    const before = await homeOf(app)
    for (const [key, value] of Object.entries(changed))
      await writeFile(join(dirs.fixturesDir, `${key}.json`), JSON.stringify(value))
    store.watch({ info: () => undefined, warn: () => undefined })
    await expect.poll(() => homeOf(app)).not.toBe(before)
    return homeOf(app)
  }
  return { ...running, content, dirs, save }
}

const words = (content: HomeData) => {
  firstOf(content.courses).en_title = 'A title that nobody has seen yet'
  const post = firstOf(content.blogs)
  post.ar_body = post.ar_body?.replace(/<p>/, '<p>كلمة ').replace(/<\/p>$/, ' أخيرة 😀</p>') ?? ''
}
const another = (content: HomeData) => {
  content.news.unshift({ ...firstOf(content.news), slug: 'one-more', en_title: 'One more', ar_title: 'خبر آخر' })
  content.events.pop()
}

test.each([
  ['some words', words],
  ['an item that comes and one that goes', another],
])('after an edit of %s the changes make the new response of the old one, in at most 2 kB', async (_, edit) => {
  const { app, content, save } = await startEditable()
  const before = await homeOf(app)
  const after = await save(edited(content, edit))
  const response = await ask(app, digestOf(before))
  const { data } = response.json<{ data: HomeChanges }>()
  expect(applyEdits(before, data?.edits ?? []) === after).toBe(true)
  expect(data?.digest).toBe(digestOf(after))
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  expect(headers.join('').length + brotliCompressSync(response.body).length).toBeLessThanOrEqual(2_000)
})

test('each earlier response leads to the current one', async () => {
  const { app, content, save } = await startEditable()
  const bodies = [await homeOf(app)]
  for (const edit of [words, another]) bodies.push(await save(edited(content, edit)))
  const current = await homeOf(app)
  for (const body of bodies)
    expect(applyEdits(body, (await changesSince(app, body))?.edits ?? []) === current).toBe(true)
})

test('without a change there are no edits, and a client that has the response gets a 304', async () => {
  const { app } = await startApp()
  const body = await homeOf(app)
  const response = await ask(app, digestOf(body))
  expect(response.json()).toStrictEqual({ data: { digest: digestOf(body), edits: [] } })
  expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
  const again = await ask(app, digestOf(body), { 'if-none-match': response.headers.etag })
  expect([again.statusCode, again.body]).toStrictEqual([304, ''])
})

test('an unknown response has no changes, nor has one that differs in most of its text', async () => {
  const { app, content, save } = await startEditable()
  expect((await ask(app, 'f'.repeat(64))).json()).toStrictEqual({ data: null })
  expect((await ask(app, 'latest')).statusCode).toBe(404)
  const before = await homeOf(app)
  await save(edited(content, ({ blogs, courses }) => void [blogs.reverse(), courses.reverse()]))
  expect(await changesSince(app, before)).toBeNull()
})

test('with CACHE_DIR the responses of an earlier process are known', async () => {
  const cacheDir = await emptyFolder()
  const { app: earlier, content, dirs } = await startEditable({ cacheDir })
  const before = await homeOf(earlier)
  await expect.poll(async () => (await snapshot(cacheDir)).size).toBe(1)
  await writeFile(join(dirs.fixturesDir, 'courses.json'), JSON.stringify(edited(content, words).courses))
  const { app } = await startApp({ config: { ...dirs, cacheDir } })
  const changes = await changesSince(app, before)
  expect(applyEdits(before, changes?.edits ?? []) === (await homeOf(app))).toBe(true)
})

test.each([{ scenarios: [] }, { scenarios: ['empty'] }])(
  'where scenarios are on, no changes are known (%#)',
  async (config) => {
    const { app } = await startApp({ config })
    expect(await changesSince(app, await homeOf(app))).toBeNull()
  },
)

test('changes of the home data of another API are known too', async () => {
  const pass = stopClock()
  const content = generateContent({ seed: 4 })
  const { api, app } = await siteOver(() => envelope([content]), {}, 'upstream')
  const before = await homeOf(app)
  api.respond = () => envelope([edited(content, words)])
  pass(11_000)
  const changes = await changesSince(app, before)
  expect(changes?.edits.length).toBeGreaterThan(0)
  expect(applyEdits(before, changes?.edits ?? []) === (await homeOf(app))).toBe(true)
})

test('the edits between any two texts make the second of the first, and split no character', () => {
  const text = fc.array(fc.constantFrom('a', ' ', '",', '},', '😀', '😁', 'كلمة'), { maxLength: 60 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [start, end] = [before, after].map((parts) => `${parts.join('')}${'same '.repeat(500)}`)
      const edits = editsBetween(start ?? '', end ?? '')
      expect(applyEdits(start ?? '', edits ?? [])).toBe(end)
      for (const { content } of edits ?? []) expect(content.isWellFormed()).toBe(true)
    }),
  )
})
