import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { FixtureError, type FixtureFault, openStore } from '../../server/store'
import { generateContent } from '../generated-content'
import { tempContent } from '../helper'

type Loose = { [Key in keyof HomeData]: Key extends 'goals' ? Record<string, unknown> : Record<string, unknown>[] }

const item = (fields: object) => ({ slug: 'a', en_title: 'A', image: 'a.png', ...fields })

/** A content set of one item of each kind, all good. */
function smallContent(): Loose {
  return {
    courses_categories: [{ slug: 'python', name: 'Python' }],
    courses: [item({ category: 'python', tags: [] })],
    blogs: [item({})],
    events: [item({ event_type: 'free_workshop' })],
    news: [item({ ugarit_news: true })],
    team: [{ image: 'a.png', en_name: 'A' }],
    goals: {},
  }
}

/** The faults of a small content set that `spoil` has had its way with. */
async function faultsOf(spoil: (content: Loose) => void, spoilFiles?: (folder: string) => Promise<void>) {
  const content = smallContent()
  const dirs = await tempContent(content as unknown as HomeData)
  spoil(content)
  for (const [key, value] of Object.entries(content)) {
    await writeFile(join(dirs.fixturesDir, `${key}.json`), JSON.stringify(value))
  }
  await spoilFiles?.(dirs.fixturesDir)
  const opening = openStore({ ...dirs, product: 'ugarit' })
  onTestFinished(async () => (await opening.catch(() => undefined))?.close())
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return { faults: [], message: '' }
  if (!(error instanceof FixtureError)) throw error
  return { faults: error.faults, message: error.message }
}

const containing = (text: string) => expect.stringContaining(text) as unknown as string

type Row = [what: string, spoil: (content: Loose) => void, file: string, fault: Omit<FixtureFault, 'file'>]

const set =
  (key: Exclude<keyof Loose, 'goals'>, field: string, value: unknown) =>
  (content: Loose): void => {
    const [first] = content[key]
    if (first) first[field] = value
  }

const rows: Row[] = [
  ['a slug of its own', (c) => c.blogs.push(item({})), 'blogs', { pointer: '/1/slug', expected: 'a slug of its own', found: containing('/0/slug') }],
  ['an id of its own', (c) => c.blogs.push(item({ slug: 'b', id: 4 }), item({ slug: 'c', id: 4 })), 'blogs', { pointer: '/2/id', expected: 'an id of its own', found: containing('the number 4') }],
  ['a category that exists', set('courses', 'category', 'pyton'), 'courses', { pointer: '/0/category', expected: containing('courses_categories.json'), found: 'the string "pyton"', nearest: 'python' }],
  ['an image that is there', set('news', 'image', 'b.png'), 'news', { pointer: '/0/image', expected: containing('images folder'), found: 'the string "b.png"', nearest: 'a.png' }],
  ['an image of a member that is there', set('team', 'image', 'zzzzzzzz'), 'team', { pointer: '/0/image', expected: containing('images folder'), found: 'the string "zzzzzzzz"' }],
  ['an image name that is no path', set('blogs', 'image', '../secret.png'), 'blogs', { pointer: '/0/image', expected: containing('plain file name'), found: 'the string "../secret.png"' }],
  ['a title in one language', set('courses', 'en_title', ' '), 'courses', { pointer: '/0/en_title', expected: 'a value in en_title or ar_title', found: 'the string " "' }],
  ['a title at all', (c) => delete c.events[0]?.en_title, 'events', { pointer: '/0/en_title', expected: 'a value in en_title or ar_title', found: 'nothing' }],
  ['a title that is text', set('courses', 'en_title', 7), 'courses', { pointer: '/0/en_title', expected: containing('a string'), found: 'the number 7' }],
  ['a name in one language', set('team', 'en_name', ''), 'team', { pointer: '/0/en_name', expected: 'a value in en_name or ar_name', found: 'the string ""' }],
  ['a slug', (c) => c.courses_categories.push({ name: 'B' }), 'courses_categories', { pointer: '/1/slug', expected: containing('a string'), found: 'nothing' }],
  ['a slug with letters', set('events', 'slug', ''), 'events', { pointer: '/0/slug', expected: containing('not empty'), found: 'the string ""' }],
  ['a known event type', set('events', 'event_type', 'competition_programming'), 'events', { pointer: '/0/event_type', expected: containing('one of'), found: containing('competition_programming'), nearest: 'competitions_programming' }],
  ['a flag of the product', set('news', 'ugarit_news', 'TRUE'), 'news', { pointer: '/0/ugarit_news', expected: containing('true or false'), found: 'the string "TRUE"', nearest: 'true' }],
  ['the flag', (c) => delete c.news[0]?.ugarit_news, 'news', { pointer: '/0/ugarit_news', expected: containing('true or false'), found: 'nothing' }],
  ['a list of tags', set('courses', 'tags', 'AI, Python'), 'courses', { pointer: '/0/tags', expected: containing('a list'), found: 'the string "AI, Python"' }],
  ['tags that are text', set('courses', 'tags', ['AI', null]), 'courses', { pointer: '/0/tags/1', expected: containing('a string'), found: 'null' }],
  ['hours as a number', set('courses', 'count', '24'), 'courses', { pointer: '/0/count', expected: containing('a number of at least 0'), found: 'the string "24"', nearest: '24' }],
  ['hours not below zero', set('courses', 'count', -1), 'courses', { pointer: '/0/count', expected: containing('of at least 0'), found: 'the number -1' }],
  ['a date in ISO 8601', set('courses', 'date', '31/12/2026'), 'courses', { pointer: '/0/date', expected: containing('ISO 8601'), found: 'the string "31/12/2026"' }],
  ['an http(s) link', set('courses', 'registration_link', 'javascript:alert(1)'), 'courses', { pointer: '/0/registration_link', expected: containing('http(s)'), found: containing('javascript:') }],
  ['an http(s) link of a blog', set('blogs', 'link', 'www.example.org'), 'blogs', { pointer: '/0/link', expected: containing('http(s)'), found: containing('www') }],
  ['objects in lists', (c) => c.blogs.push(null as never), 'blogs', { pointer: '/1', expected: containing('an object'), found: 'null' }],
  ['a list of team members', (c) => Object.assign(c, { team: { '0': {} } }), 'team', { pointer: '', expected: containing('a list'), found: 'an object' }],
  ['one object of goals', (c) => Object.assign(c, { goals: [] }), 'goals', { pointer: '', expected: containing('an object'), found: 'an empty list' }],
  ['texts in goals', (c) => Object.assign(c, { goals: { ar_mission: false } }), 'goals', { pointer: '/ar_mission', expected: containing('a string'), found: 'the boolean false' }],
]

test('a good content set has no faults', async () => {
  expect((await faultsOf(() => undefined)).faults).toStrictEqual([])
})

test.each(rows)('%s: the fault has file, pointer, expected, found and nearest', async (_, spoil, key, fault) => {
  const { faults, message } = await faultsOf(spoil)
  expect(faults).toStrictEqual([{ file: `${key}.json`, ...fault }])
  expect(message).toContain(`${key}.json ${fault.pointer}`)
})

describe('whole files', () => {
  const spoilt = (key: string, text: string | undefined) =>
    faultsOf(
      () => undefined,
      async (folder) => {
        const file = join(folder, `${key}.json`)
        await rm(file)
        if (text !== undefined) await writeFile(file, text)
      },
    )

  test.each([
    ['is missing', undefined, 'a readable file', 'no such file'],
    ['is empty', '', 'JSON', 'an empty file'],
    ['holds white space', ' \n', 'JSON', 'an empty file'],
    ['is cut off', '[\n  {"slug": "a"', 'JSON', 'line 2, column 15'],
    ['has a comma too many', '[\n  {"slug": "a"},\n]', 'JSON', 'line 3, column 1'],
    ['is a page', '<!doctype html>', 'JSON', 'line 1, column 1'],
  ])('a file that %s is one fault, at its root', async (_, text, expected, found) => {
    const { faults } = await spoilt('blogs', text)
    expect(faults).toStrictEqual([{ file: 'blogs.json', pointer: '', expected, found: containing(found) }])
  })

  test('a folder in place of a file is a fault', async () => {
    const { faults } = await faultsOf(
      () => undefined,
      async (folder) => {
        await rm(join(folder, 'news.json'))
        await mkdir(join(folder, 'news.json'))
      },
    )
    expect(faults).toMatchObject([{ file: 'news.json', pointer: '', expected: 'a readable file' }])
  })

  test('a byte order mark is no fault', async () => {
    expect((await spoilt('blogs', '\ufeff[]')).faults).toStrictEqual([])
  })

  test('a missing file of categories is not told again for every course', async () => {
    expect((await spoilt('courses_categories', undefined)).faults).toHaveLength(1)
  })
})

test('every fault of every file is told at once', async () => {
  const { faults, message } = await faultsOf((content) => {
    for (const [, spoil] of rows.filter(([, , key]) => key === 'courses')) spoil(content)
    content.courses.push(...Array.from({ length: 30 }, (_, index) => item({ slug: `s${index}`, category: 'x', tags: 0 })))
    set('events', 'slug', 5)(content)
    set('team', 'image', null)(content)
  })
  expect(new Set(faults.map(({ file }) => file))).toStrictEqual(new Set(['courses.json', 'events.json', 'team.json']))
  const places = faults.map(({ file, pointer }) => `${file} ${pointer}`)
  expect(new Set(places).size).toBe(places.length)
  for (let index = 1; index <= 30; index++) {
    expect(places).toEqual(expect.arrayContaining([`courses.json /${index}/category`, `courses.json /${index}/tags`]))
  }
  for (const field of ['category', 'count', 'date', 'registration_link', 'tags/1', 'en_title']) {
    expect(places).toContain(`courses.json /0/${field}`)
  }
  expect(message.split('\n')).toHaveLength(faults.length)
})

test('generated content of any seed and product is good', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const product = seed % 2 ? 'ugarit' : 'other_one'
    const dirs = await tempContent(generateContent({ seed, size: seed * 2, product }))
    const store = await openStore({ ...dirs, product })
    store.close()
  }
})

test('content is frozen, down to unknown fields', async () => {
  const store = await openStore({ ...(await tempContent()), product: 'ugarit' })
  onTestFinished(store.close)
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    expect(Object.isFrozen(value)).toBe(true)
    for (const child of Object.values(value)) visit(child)
  }
  visit(store.content().homeData[0])
})
