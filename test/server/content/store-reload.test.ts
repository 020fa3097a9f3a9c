import { copyFile, cp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp, tempContent } from '../../support/app'
import { generateContent, writeContent } from '../../support/generated-content'
import { blog, watchedStore } from './watched-store'

const content = generateContent({ seed: 2, size: 6 })
const watched = () => watchedStore(tempContent(content))

test('a file written in place is loaded, in every look-up', async () => {
  const { store, save, until } = await watched()
  const before = store.content()
  await save('blogs', blog('new', { id: 77 }))
  expect(await until('reloaded')).toBe('fixtures reloaded, version 2')
  const after = store.content()
  const [{ blogs }] = after.homeData
  expect([after.version, blogs]).toStrictEqual([2, JSON.parse(blog('new', { id: 77 }))])
  expect(after.answer('blogs', undefined)).toBe(blogs)
  expect(after.answer('blog', { slug: 'new' })).toBe(blogs[0])
  expect(after.answer('blogById', { id: 77 })).toBe(blogs[0])
  // Content objects are immutable, so code that still holds the old one sees no change.
  expect(before.homeData[0].blogs).toStrictEqual(content.blogs)
})

const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
// `store-violations.test.ts` tests the other violations.
test.each([
  ['is removed', undefined, 'no such file'],
  ['is broken', '{"slug":', 'no JSON'],
  ['goes too deep', `[{"slug":"a","en_title":"A","image":"plain.png","more":${nested}}]`, 'more than 100 levels deep'],
])('when a file %s, the last good content keeps serving until the file is good again', async (_, text, found) => {
  const { fixturesDir, store, until, shows, save } = await watched()
  const before = store.content()
  if (text === undefined) await rm(join(fixturesDir, 'blogs.json'))
  else await save('blogs', text)
  const line = await until("can't be used")
  expect(line).toContain('blogs.json')
  expect(line).toContain(found)
  expect(store.content()).toBe(before)
  await save('blogs', blog('good-again'))
  await shows(['good-again'])
})

test('an error that no code foresaw is logged, and the content is loaded again', async () => {
  const { store, save, until, shows } = await watched()
  let isBroken = true
  store.onChange(() => {
    if (isBroken) throw new TypeError('a listener failed')
  })
  await save('blogs', blog('a'))
  await until("the content can't be read: TypeError: a listener failed")
  isBroken = false
  await until('can be read again')
  await shows(['a'])
})

test('half of a two-file change keeps the old content; the other half loads both', async () => {
  const { store, save, until } = await watched()
  const before = store.content()
  await save('courses_categories', '[{"slug":"renamed","name":"Renamed"}]')
  expect(await until("can't be used")).toMatch(/^[^\n]*(?:\ncourses\.json [^\n]*)+$/)
  expect(store.content()).toBe(before)
  await save('courses', JSON.stringify(content.courses.map((course) => ({ ...course, category: 'renamed' }))))
  await until('reloaded')
  const { length } = content.courses
  expect(store.content().answer('coursesByCategory', { slug: 'renamed' })).toMatchObject({ courses: { length } })
})

test('a fixture whose picture is missing is loaded when the picture arrives, and a violation when it goes', async () => {
  const { imagesDir, save, until, shows } = await watched()
  await save('blogs', blog('with-picture', { image: 'جديدة.png' }))
  await until("can't be used")
  await copyFile(join(imagesDir, 'x.webp'), join(imagesDir, 'جديدة.png'))
  await shows(['with-picture'])
  await rm(join(imagesDir, 'جديدة.png'))
  await until("can't be used")
})

test('a folder replaced by renames is loaded, and so are later changes in it', async () => {
  const { save, shows, ...dirs } = await watched()
  const { fixturesDir, imagesDir } = dirs
  const next = generateContent({ seed: 8, size: 9 })
  const staged = await writeContent(next, join(fixturesDir, '..', 'staged'))
  for (const name of ['x.webp', 'plain.png'])
    await cp(join(imagesDir, name), join(staged.imagesDir, name), { force: false })
  for (const name of ['imagesDir', 'fixturesDir'] as const) {
    await rename(dirs[name], `${dirs[name]}.old`)
    await rename(staged[name], dirs[name])
  }
  await shows(next.blogs.map(({ slug }) => slug))
  await save('blogs', blog('with picture', { image: 'later.png' }))
  await copyFile(join(imagesDir, 'plain.png'), join(imagesDir, 'later.png'))
  await shows(['with picture'])
})

test('a file renamed over the old one is loaded, as many editors save; what stays the same is told once', async () => {
  const { fixturesDir, imagesDir, save, until, lines, store } = await watched()
  const replace = async (text: string) => {
    await writeFile(join(fixturesDir, 'next'), text)
    await rename(join(fixturesDir, 'next'), join(fixturesDir, 'blogs.json'))
  }
  await replace('[')
  await until("can't be used")
  for (const _ of [1, 2, 3]) await replace('[')
  await replace(blog('a'))
  await until('reloaded')
  await save('blogs', blog('a'))
  await copyFile(join(imagesDir, 'plain.png'), join(imagesDir, 'unused.png'))
  await replace(blog('a'))
  await save('blogs', blog('b'))
  await until('reloaded')
  const reloads = [2, 3].map((version) => `fixtures reloaded, version ${version}`)
  expect(lines).toEqual([expect.stringContaining("can't be used"), ...reloads])
  expect(store.content().version).toBe(3)
})

test('while content is replaced, every request is answered from the old or the new content, and its ETag follows', async () => {
  const { app, request, store, config } = await startApp({ content })
  store.watch(app.log)
  const slugs = new Set<string>()
  const etags = new Set<unknown>()
  for (let round = 0; !slugs.has('save 5'); round++) {
    expect(round).toBeLessThan(20_000)
    if (round < 6) await writeFile(join(config.fixturesDir, 'blogs.json'), blog(`save ${round}`))
    const answer = await request.get('/api/get-blogs').expect(200)
    slugs.add(answer.body.data[0].slug)
    etags.add(answer.headers.etag)
  }
  expect(etags.size).toBe(slugs.size)
})
