import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { applyPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { FixtureError, openStore } from '../../../server/content/store'
import { tempContent } from '../../support/app'

/** An item with only the required fields. */
const item = (fields: object) => ({ slug: 'a', en_title: 'A', image: 'a.png', ...fields })

/** A valid content set with one item of each kind. */
const smallContent = () => ({
  courses_categories: [{ slug: 'python', name: 'Python' }],
  courses: [item({ category: 'python', tags: [] })],
  blogs: [item({ id: 4 })],
  events: [item({ event_type: 'free_workshop' })],
  news: [item({ ugarit_news: true })],
  team: [{ image: 'a.png', en_name: 'A' }],
  goals: {},
})

const title = 'a value in en_title or ar_title'
const formats = 'the name of a file in the images folder that ends in .png, .jpg, .jpeg, .webp, .gif, .avif'

/**
 * A place in the content, the value that is put there, parts of the fault's expected and found texts, the nearest valid value, and
 * the fault's pointer if it is another one.
 */
type Row = [place: string, value: unknown, expected: string, found: string, nearest?: string | undefined, at?: string]

const rows: Row[] = [
  ['blogs /1', item({}), 'a slug of its own', '/0/slug', undefined, '/1/slug'],
  ['blogs /1', item({ slug: 'b', id: 4 }), 'an id of its own', 'the number 4, which /0/id', undefined, '/1/id'],
  ['blogs /1', null, 'an object', 'null'],
  ['courses /0/category', 'pyton', 'courses_categories.json', 'the string "pyton"', 'python'],
  ['news /0/image', 'b.png', 'images folder', 'the string "b.png"', 'a.png'],
  ['team /0/image', 'zzzzzzzz', 'images folder', 'the string "zzzzzzzz"'],
  ['news /0/image', 'evil.js', formats, 'the string "evil.js"'], // there is a file of this name
  ['blogs /0/image', '../secret.png', 'plain file name', 'the string "../secret.png"'],
  ['courses /0/en_title', ' ', title, 'the string " "'],
  ['events /0/en_title', undefined, title, 'nothing'],
  ['courses /0/en_title', 7, 'a string', 'the number 7'],
  ['team /0/en_name', '', 'a value in en_name or ar_name', 'the string ""'],
  ['courses_categories /1', { name: 'B' }, 'a string', 'nothing', undefined, '/1/slug'],
  ['events /0/slug', '', 'not empty', 'the string ""'],
  ['events /0/event_type', 'competition_programming', 'one of', 'competition', 'competitions_programming'],
  ['news /0/ugarit_news', 'TRUE', 'true or false', 'the string "TRUE"', 'true'],
  ['news /0/ugarit_news', undefined, 'true or false', 'nothing'],
  ['courses /0/tags', 'AI, Python', 'a list', 'the string "AI, Python"'],
  ['courses /0/tags', ['AI', null], 'a string', 'null', undefined, '/0/tags/1'],
  ['courses /0/count', '24', 'a number of at least 0', 'the string "24"', '24'],
  ['courses /0/count', -1, 'of at least 0', 'the number -1'],
  ['courses /0/date', '31/12/2026', 'ISO 8601', 'the string "31/12/2026"'],
  ['courses /0/registration_link', 'javascript:alert(1)', 'http(s)', 'javascript:'],
  ['blogs /0/link', 'www.example.org', 'http(s)', 'www'],
  ['team ', { '0': {} }, 'a list', 'an object'],
  ['goals ', [], 'an object', 'an empty list'],
  ['goals /ar_mission', false, 'a string', 'the boolean false'],
]

/** Puts a value at a place such as `blogs /0/slug`; `undefined` removes what is there. */
function spoil(content: object, place: string, value: unknown): void {
  const path = `/${place.replace(' ', '')}`
  applyPatch(content, [value === undefined ? { op: 'remove', path } : { op: 'add', path, value }])
}

/** The faults of a small content set after `change` and `changeFiles` have changed it. */
async function faultsOf(change: (content: object) => void, changeFiles?: (folder: string) => Promise<void>) {
  const content = smallContent()
  const dirs = await tempContent(content as unknown as HomeData)
  change(content)
  for (const [key, value] of Object.entries(content)) {
    await writeFile(join(dirs.fixturesDir, `${key}.json`), JSON.stringify(value))
  }
  await writeFile(join(dirs.imagesDir, 'evil.js'), 'GIF89a')
  await changeFiles?.(dirs.fixturesDir)
  const error: unknown = await openStore({ ...dirs, product: 'ugarit' }).catch((reason: unknown) => reason)
  if (error instanceof FixtureError) return { faults: error.faults, message: error.message }
  if (error instanceof Error) throw error
  return { faults: [], message: '' }
}

test.each(rows)('%s: %j is a fault with its file, pointer, expected, found and nearest', async (...row) => {
  const [place, value, expected, found, nearest, at] = row
  const { faults, message } = await faultsOf((content) => spoil(content, place, value))
  const [key, pointer] = place.split(' ')
  expect(faults).toStrictEqual([
    {
      file: `${key}.json`,
      pointer: at ?? pointer,
      expected: expect.stringContaining(expected),
      found: expect.stringContaining(found),
      ...(nearest && { nearest }),
    },
  ])
  expect(message).toContain(`${key}.json ${(at ?? pointer) || '(whole file)'}`)
})

describe('whole files', () => {
  const spoilt = (key: string, text: string | undefined) =>
    faultsOf(
      () => undefined,
      async (folder) => {
        const file = join(folder, `${key}.json`)
        await rm(file)
        if (text === '(a folder)') await mkdir(file)
        else if (text !== undefined) await writeFile(file, text)
      },
    )

  test.each([
    ['is missing', undefined, 'a readable file', 'no such file'],
    ['is a folder', '(a folder)', 'a readable file', ''],
    ['is empty', '', 'JSON', 'an empty file'],
    ['holds white space', ' \n', 'JSON', 'an empty file'],
    ['is cut off', '[\n  {"slug": "a"', 'JSON', 'line 2, column 15'],
    ['has a comma too many', '[\n  {"slug": "a"},\n]', 'JSON', 'line 3, column 1'],
    ['is a page', '<!doctype html>', 'JSON', 'line 1, column 1'],
  ])('a file that %s is one fault, at its root', async (_, text, expected, found) => {
    const { faults } = await spoilt('blogs', text)
    expect(faults).toStrictEqual([{ file: 'blogs.json', pointer: '', expected, found: expect.stringContaining(found) }])
  })

  test('a byte order mark is no fault', async () => {
    expect((await spoilt('blogs', '\ufeff[]')).faults).toStrictEqual([])
  })

  test('a missing file of categories is not reported again for every course', async () => {
    expect((await spoilt('courses_categories', undefined)).faults).toHaveLength(1)
  })
})

test('all faults of all files are reported at once', async () => {
  const { faults, message } = await faultsOf((content) => {
    for (let index = 1; index <= 30; index++)
      spoil(content, `courses /${index}`, item({ slug: `s${index}`, category: 'x', tags: 0 }))
    spoil(content, 'events /0/slug', 5)
    spoil(content, 'team /0/image', null)
  })
  const places = faults.map(({ file, pointer }) => `${file} ${pointer}`)
  const ofCourses = Array.from({ length: 30 }, (_, index) =>
    ['category', 'tags'].map((field) => `courses.json /${index + 1}/${field}`),
  )
  expect(places.sort()).toEqual([...ofCourses.flat(), 'events.json /0/slug', 'team.json /0/image'].sort())
  expect(message.split('\n')).toHaveLength(faults.length)
})
