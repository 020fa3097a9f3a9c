import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { at } from '#contract/violations'
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
 * A place in the content, the value that is put there, parts of the violation's expected and found texts, the nearest valid value, and
 * the violation's pointer if it is another one.
 */
type Row = [place: string, value: unknown, expected: string, found: string, nearest?: string | undefined, at?: string]

const rows: Row[] = [
  ['blogs /1', item({}), 'a slug of its own', '/0/slug', undefined, '/1/slug'],
  ['blogs /1', item({ slug: 'b', id: 4 }), 'an id of its own', 'the number 4, which /0/id', undefined, '/1/id'],
  ['blogs /1', null, 'an object', 'null'],
  ['courses /0/category', 'pyton', 'courses_categories.json', 'the string "pyton"', 'python'],
  ['news /0/image', 'b.png', 'images folder', 'the string "b.png"', 'a.png'],
  ['news /0/image', 'evil.js', formats, 'the string "evil.js"'], // there is a file of this name
  ['blogs /0/image', '../secret.png', 'plain file name', 'the string "../secret.png"'],
  ['courses /0/en_title', ' ', title, 'the string " "'],
  ['events /0/en_title', undefined, title, 'nothing'],
  ['courses_categories /1', { name: 'B' }, 'a string', 'nothing', undefined, '/1/slug'],
  ['events /0/slug', '', 'not empty', 'the string ""'],
  ...['a/b', 'a\\b', 'a%2Fb', '50%2f', '.', '..'].map(
    (slug): Row => ['events /0/slug', slug, 'without slashes', `the string ${JSON.stringify(slug)}`],
  ),
  [
    'blogs ',
    [item({ slug: 'é' }), item({ slug: 'e\u0301' })],
    'own',
    'U+0065 U+0301 in place of U+00E9',
    undefined,
    '/1/slug',
  ],
  ['events /0/event_type', 'competition_programming', 'one of', 'competition', 'competitions_programming'],
  ['news /0/ugarit_news', 'TRUE', 'true or false', 'the string "TRUE"', 'true'],
  ['courses /0/tags', 'AI, Python', 'a list', 'the string "AI, Python"'],
  ['courses /0/tags', ['AI', null], 'a string', 'null', undefined, '/0/tags/1'],
  ['courses /0/count', '24', 'a number of at least 0', 'the string "24"', '24'],
  ['news /0/ugarit_news', 'untrue', 'true or false', 'the string "untrue"'],
  ['courses /0/count', 'true', 'a number of at least 0', 'the string "true"'],
  ['courses /0/count', '24 h', 'a number of at least 0', 'the string "24 h"'],
  ['courses /0/count', 'x'.repeat(99), 'a number of at least 0', `the string "${'x'.repeat(76)}…`],
  ['courses /0/count', -1, 'of at least 0', 'the number -1'],
  ['courses /0/date', '31/12/2026', 'ISO 8601', 'the string "31/12/2026"'],
  ['courses /0/registration_link', 'javascript:alert(1)', 'http(s)', 'javascript:'],
  ['blogs /0/link', 'www.example.org', 'http(s)', 'www'],
  ['team ', { '0': {} }, 'a list', 'an object'],
  ['goals ', [], 'an object', 'an empty list'],
]

/** Puts a value at a place such as `blogs /0/slug`. `undefined` removes the value there. */
function spoil(content: object, place: string, value: unknown): void {
  const [, holder = '', key = ''] = /^(.*)\/(.*)$/.exec(`/${place.replace(' ', '')}`) ?? []
  const target = at(content, holder) as Record<string, unknown>
  if (value === undefined) delete target[key]
  else target[key] = value
}

/** Returns the violations of a small content set after `change` has changed it and some files' texts have been replaced. */
async function violationsOf(change: (content: object) => void, texts: Record<string, string | undefined> = {}) {
  const content = smallContent()
  const { fixturesDir, imagesDir } = await tempContent(content as unknown as HomeData)
  change(content)
  const changed = Object.entries(content).map(([key, value]) => [key, JSON.stringify(value)] as const)
  for (const [key, text] of [...changed, ...Object.entries(texts)]) {
    const file = join(fixturesDir, `${key}.json`)
    if (text === undefined) await rm(file)
    else await writeFile(file, text)
  }
  await writeFile(join(imagesDir, 'evil.js'), 'GIF89a')
  const error: unknown = await openStore({ fixturesDir, imagesDir, product: 'ugarit' }).catch((reason) => reason)
  if (error instanceof FixtureError) return error
  if (error instanceof Error) throw error
  return { violations: [], message: '' }
}

test.each(rows)('%s: %j is a violation with its file, pointer, expected, found and nearest', async (...row) => {
  const [place, value, expected, found, nearest, at] = row
  const { violations, message } = await violationsOf((content) => spoil(content, place, value))
  const [key, pointer] = place.split(' ')
  expect(violations).toStrictEqual([
    {
      file: `${key}.json`,
      pointer: at ?? pointer,
      expected: expect.stringContaining(expected),
      found: expect.stringContaining(found),
      ...(nearest && { nearest }),
    },
  ])
  const told = `expected ${violations[0]?.expected}, found ${violations[0]?.found}${nearest ? `; did you mean "${nearest}"?` : ''}`
  expect(message).toBe(`${key}.json ${(at ?? pointer) || '(whole file)'}: ${told}`)
})

test.each([
  ['is missing', undefined, 'a readable file', 'no such file'],
  ['holds white space', ' \n', 'JSON', 'an empty file'],
  ['is cut off', '[\n  {"slug": "a"', 'JSON', 'text that is no JSON: Close brace expected (line 2, column 15)'],
  ['is a page', '<!doctype html>', 'JSON', 'text that is no JSON: Invalid symbol (line 1, column 1)'],
  ['has a comment', '[] // a', 'JSON', 'text that is no JSON: Invalid comment token (line 1, column 4)'],
])('a file that %s is one violation, at its root', async (_, text, expected, found) => {
  // Courses name categories, but a file of categories that can't be read is not reported again for each of them.
  const { violations } = await violationsOf(() => undefined, { courses_categories: text })
  const file = 'courses_categories.json'
  expect(violations).toStrictEqual([{ file, pointer: '', expected, found }])
})

/** Each replaces a file. The texts are those of its violation. */
const noFixtures: [what: string, put: (path: string) => Promise<void>, expected: string, found: string][] = [
  ['a folder', (path) => mkdir(path), 'a regular file', 'a folder'],
  ['a link to a device', (path) => symlink('/dev/null', path), 'a regular file', 'a special file'],
  [
    'a file too large to read',
    (path) => sparseFile(path, 600_000_000),
    'a file of at most 64 MB',
    'a file of 600000000 bytes',
  ],
  [
    'a text in windows-1256',
    (path) => writeFile(path, Buffer.from([0x5b, 0x0a, 0x22, 0xcf, 0xe6, 0xd1, 0xc9, 0x22, 0x5d])),
    'text in UTF-8',
    'text in another encoding, such as windows-1256 (line 2)',
  ],
  [
    'a text in UTF-16',
    (path) => writeFile(path, '\ufeff[]', 'utf16le'),
    'text in UTF-8',
    'text in UTF-16, as PowerShell writes it',
  ],
  ['too many values', (path) => writeFile(path, `[${'{},'.repeat(600_000)}{}]`), 'JSON', 'more than 500000 values'],
]

test.each(noFixtures)('%s in place of a file is one violation, at its root', async (_, put, expected, found) => {
  const { fixturesDir, imagesDir } = await tempContent(smallContent() as unknown as HomeData)
  const path = join(fixturesDir, 'news.json')
  await rm(path)
  await put(path)
  const error: unknown = await openStore({ fixturesDir, imagesDir, product: 'ugarit' }).catch((reason) => reason)
  expect(error).toMatchObject({ violations: [{ file: 'news.json', pointer: '', expected, found }] })
})

async function sparseFile(path: string, size: number): Promise<void> {
  await writeFile(path, '')
  await truncate(path, size)
}

test('of millions of syntax errors only the first is looked for', async () => {
  const { user: before } = process.cpuUsage()
  const { violations } = await violationsOf(() => undefined, { blogs: `[${'1 '.repeat(24_000_000)}` })
  expect(violations).toMatchObject([{ found: 'text that is no JSON: Comma expected (line 1, column 4)' }])
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(3)
})

test('a byte order mark is no violation', async () => {
  expect((await violationsOf(() => undefined, { blogs: '\ufeff[]' })).violations).toStrictEqual([])
})

test('all violations of all files are reported at once', async () => {
  const { violations, message } = await violationsOf((content) => {
    spoil(content, 'courses /1', item({ slug: 'b', category: 'x', tags: 0 }))
    spoil(content, 'events /0/slug', 5)
  })
  const positions = violations.map(({ file, pointer }) => `${file} ${pointer}`)
  expect(positions.sort()).toEqual(['courses.json /1/category', 'courses.json /1/tags', 'events.json /0/slug'])
  expect(message.split('\n')).toHaveLength(3)
})

test('of many wrong references, the first have a suggestion, and each violation is told', async () => {
  const slugs = Array.from({ length: 2_000 }, (_, index) => `category-${index}`)
  const { violations } = await violationsOf((content) => {
    const courses_categories = slugs.map((slug) => ({ slug, name: slug }))
    const courses = slugs.map((slug, index) => item({ slug: `a${index}`, category: `${slug}x`, tags: [] }))
    Object.assign(content, { courses_categories, courses })
  })
  expect(violations).toHaveLength(2_000)
  const suggested = violations.map(({ nearest }) => nearest !== undefined)
  expect([suggested.at(0), suggested.at(-1)]).toEqual([true, false])
})

test('a slug that is no text breaks no check of references', async () => {
  const { violations } = await violationsOf((content) =>
    spoil(content, 'courses_categories /1', { slug: { toString: 1 }, name: 'B' }),
  )
  expect(violations.map(({ pointer }) => pointer)).toStrictEqual(['/1/slug'])
})

test.each([
  ['blogs /0/slug', 'x'.repeat(501), 'of at most 500 characters'],
  ['team /0/en_name', 'x'.repeat(10_001), 'of at most 10000 characters'],
  ['goals /ar_mission', 'x'.repeat(400_001), 'of at most 400000 characters'],
  ['courses /0/tags', Array(101).fill('a'), 'with at most 100'],
  ['courses /0/tags', ['x'.repeat(2_001)], 'of at most 2000 characters'],
])('a value at %s may not be longer than the contract allows', async (...[place, value, expected]) => {
  const { violations } = await violationsOf((content) => spoil(content, place, value))
  expect(violations).toMatchObject([{ expected: expect.stringContaining(expected) }])
})
