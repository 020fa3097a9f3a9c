import { copyFile, cp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { openStore } from '../../../server/content/store'
import { startApp, tempContent } from '../../support/app'
import { generateContent, writeContent } from '../../support/generated-content'

const patient = { timeout: 20_000, interval: 5 }

/** A store that watches its own folder. `until` waits for a log line that came after the last call of `until`. */
async function watched(content: HomeData = generateContent({ seed: 2, size: 6 })) {
  const dirs = await tempContent(content)
  const store = await openStore({ ...dirs, product: 'ugarit' })
  onTestFinished(store.close)
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  store.watch({ info: add, warn: add })
  let seen = 0
  const until = (text: string): Promise<string> =>
    vi.waitFor(() => {
      const index = lines.findIndex((line, position) => position >= seen && line.includes(text))
      expect(index, `a line with "${text}"`).toBeGreaterThanOrEqual(0)
      seen = index + 1
      return lines[index] ?? ''
    }, patient)
  const save = (key: string, value: unknown) => writeFile(join(dirs.fixturesDir, `${key}.json`), JSON.stringify(value))
  const blogSlugs = () => store.content().homeData[0].blogs.map(({ slug }) => slug)
  const shows = (slugs: string[]) => vi.waitFor(() => expect(blogSlugs()).toStrictEqual(slugs), patient)
  return { ...dirs, content, store, lines, until, save, blogSlugs, shows }
}

const blog = (slug: string) => ({ slug, en_title: slug, image: 'plain.png' })

test('a file written in place is loaded, in every look-up', async () => {
  const { store, save, until, content } = await watched()
  const before = store.content()
  await save('blogs', [{ ...blog('new'), id: 77 }])
  expect(await until('reloaded')).toBe('fixtures reloaded, version 2')
  const after = store.content()
  expect(after.version).toBe(2)
  const [{ blogs }] = after.homeData
  expect(blogs).toStrictEqual([{ ...blog('new'), id: 77 }])
  expect(after.answer('blogs', undefined)).toBe(blogs)
  expect(after.answer('blog', { slug: 'new' })).toBe(blogs[0])
  expect(after.answer('blogById', { id: 77 })).toBe(blogs[0])
  // Content objects are immutable, so code that still holds the old one sees no change.
  expect(before.homeData[0].blogs).toStrictEqual(content.blogs)
})

test('a file renamed over the old one is loaded, as many editors save this way', async () => {
  const { fixturesDir, shows } = await watched()
  for (const slug of ['first', 'second', 'third']) {
    await writeFile(join(fixturesDir, '.blogs.json.swp'), JSON.stringify([blog(slug)]))
    await rename(join(fixturesDir, '.blogs.json.swp'), join(fixturesDir, 'blogs.json'))
    await shows([slug])
  }
})

test('a burst of saves ends with the last one, and half-written states are never shown', async () => {
  const { fixturesDir, store, save, shows, content } = await watched()
  const shown = new Set<string>()
  store.onChange(() => shown.add(store.content().homeData[0].blogs[0]?.slug ?? ''))
  for (let index = 0; index <= 40; index++) {
    await writeFile(join(fixturesDir, 'blogs.json'), '[{"slug": "hal')
    await save('blogs', [blog(`save ${index}`)])
  }
  await shows(['save 40'])
  for (const slug of shown) expect(slug).toMatch(/^save \d+$/)
  expect(store.content().homeData[0].courses).toStrictEqual(content.courses)
})

test.each([
  ['is removed', undefined, 'no such file'],
  ['is emptied', '', 'an empty file'],
  ['is broken', '{"slug":', 'no JSON'],
  ['holds faults', '[{"slug":""}]', '""'],
  [
    'goes too deep',
    `[{"slug":"a","en_title":"A","image":"plain.png","more":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`,
    'deeper',
  ],
])('when a file %s, the last good content keeps serving until the file is good again', async (_, text, found) => {
  const { fixturesDir, store, until, shows, save } = await watched()
  const before = store.content()
  if (text === undefined) await rm(join(fixturesDir, 'blogs.json'))
  else await writeFile(join(fixturesDir, 'blogs.json'), text)
  const line = await until("can't be used")
  expect(line).toContain('blogs.json')
  expect(line).toContain(found)
  expect(store.content()).toBe(before)
  await save('blogs', [blog('good-again')])
  await shows(['good-again'])
})

test('half of a two-file change keeps the old content; the other half loads both', async () => {
  const { store, save, until, content } = await watched()
  const before = store.content()
  const categories = [{ slug: 'renamed', name: 'Renamed' }]
  await save('courses_categories', categories)
  expect(await until("can't be used")).toMatch(/^[^\n]*(?:\ncourses\.json [^\n]*)+$/)
  expect(store.content()).toBe(before)
  await save(
    'courses',
    content.courses.map((course) => ({ ...course, category: 'renamed' })),
  )
  await until('reloaded')
  const coursesOf = (slug?: string) => store.content().answer('coursesByCategory', { slug })
  expect(coursesOf('renamed')).toMatchObject({ courses: { length: content.courses.length } })
  expect(coursesOf(content.courses_categories[0]?.slug)).toBeUndefined()
})

test('a fixture whose picture is missing is loaded when the picture arrives', async () => {
  const { imagesDir, store, save, until, blogSlugs } = await watched()
  const before = store.content()
  await save('blogs', [{ ...blog('with-picture'), image: 'جديدة.png' }])
  await until("can't be used")
  expect(store.content()).toBe(before)
  await copyFile(join(imagesDir, 'x.webp'), join(imagesDir, 'جديدة.png'))
  await until('reloaded')
  expect(blogSlugs()).toStrictEqual(['with-picture'])
})

test('a folder replaced by renames is loaded, and so are later changes in it', async () => {
  const { fixturesDir, imagesDir, save, shows } = await watched()
  const next = generateContent({ seed: 8, size: 9 })
  const staged = await writeContent(next, join(fixturesDir, '..', 'staged'))
  for (const name of ['x.webp', 'plain.png']) {
    await cp(join(imagesDir, name), join(staged.imagesDir, name), { force: false })
  }
  await rename(imagesDir, `${imagesDir}.old`)
  await rename(staged.imagesDir, imagesDir)
  await rename(fixturesDir, `${fixturesDir}.old`)
  await rename(staged.fixturesDir, fixturesDir)
  await shows(next.blogs.map(({ slug }) => slug))
  await save('blogs', [blog('later')])
  await shows(['later'])
  await save('blogs', [{ ...blog('with picture'), image: 'later.png' }])
  await copyFile(join(imagesDir, 'plain.png'), join(imagesDir, 'later.png'))
  await shows(['with picture'])
})

test('a save without changes emits no event', async () => {
  const { imagesDir, save, until, lines, store } = await watched()
  await save('blogs', [blog('a')])
  await until('reloaded')
  await save('blogs', [blog('a')])
  await copyFile(join(imagesDir, 'plain.png'), join(imagesDir, 'unused.png'))
  await save('blogs', [blog('a')])
  await save('blogs', [blog('b')])
  await until('reloaded')
  expect(lines).toStrictEqual(['fixtures reloaded, version 2', 'fixtures reloaded, version 3'])
  expect(store.content().version).toBe(3)
})

test('faults that stay the same are told once', async () => {
  const { fixturesDir, until, lines } = await watched()
  const replace = async (text: string) => {
    await writeFile(join(fixturesDir, 'next'), text)
    await rename(join(fixturesDir, 'next'), join(fixturesDir, 'blogs.json'))
  }
  await replace('[')
  await until("can't be used")
  for (const _ of [1, 2, 3]) await replace('[')
  await replace(JSON.stringify([blog('b')]))
  await until('reloaded')
  expect(lines).toEqual([expect.stringContaining("can't be used"), 'fixtures reloaded, version 2'])
})

test('while content is replaced, every request is answered from the old or the new content, and its ETag follows', async () => {
  const dirs = await tempContent(generateContent({ seed: 3, size: 6 }))
  const { app, request, store } = await startApp({ config: dirs })
  store.watch(app.log)
  const slugs = new Set<string>()
  const etags = new Set<unknown>()
  let round = 0
  while (!slugs.has('save 5')) {
    if (round < 6) await writeFile(join(dirs.fixturesDir, 'blogs.json'), JSON.stringify([blog(`save ${round}`)]))
    round++
    const answer = await request.get('/api/get-blogs').expect(200)
    slugs.add(answer.body.data[0].slug)
    etags.add(answer.headers.etag)
  }
  expect(etags.size).toBe(slugs.size)
})
