import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateContent } from '../support/generated-content'
import { fixturesWith } from './run-command'

const kinds = [
  ['course', 'courses', { slug: 'graph-networks', en_title: 'Graph Networks', tags: [] }],
  ['blog', 'blogs', { slug: 'graph-networks', en_title: 'Graph Networks', ar_title: '' }],
  ['event', 'events', { slug: 'graph-networks', event_type: 'free_workshop' }],
  ['news', 'news', { slug: 'graph-networks', ugarit_news: true }],
  ['member', 'team', { en_name: 'Graph Networks', en_bio: '' }],
  ['category', 'courses_categories', { slug: 'graph-networks', name: 'Graph Networks' }],
] as const

test.each(kinds)('a %s is added at the end of %s, and the fixtures are valid', async (kind, key, fields) => {
  const { list, run } = await fixturesWith()
  await run('--fix')
  const before = await list(key)
  const { code, stdout } = await run('new', kind, 'Graph Networks')
  const after = await list(key)
  expect([code, after.slice(0, -1)]).toStrictEqual([0, before])
  expect(after.at(-1)).toMatchObject(fields)
  expect(stdout).toMatch(new RegExp(`Added ${kind} ".*" at .*${key}\\.json:\\d+`))
  expect((await run()).stdout).not.toMatch(/^(?:violation|could fix)/m)
})

const titles: [titles: string[], fields: object][] = [
  [['تعلّم الآلة ٢'], { slug: 'talm-alala-2', en_title: '', ar_title: 'تعلّم الآلة ٢' }],
  [['بايثون', 'Python'], { slug: 'python', en_title: 'Python', ar_title: 'بايثون' }],
  [['C++ & Café’s 2nd “look”'], { slug: 'c-plus-plus-cafes-2nd-look' }],
  [['Déjà vu — ٢٠٢٦'.normalize('NFD')], { slug: 'deja-vu-2026' }],
  [['پایتون برای ۱\u200f و ہھ'], { slug: 'paytwn-bray-1-w-hh' }],
  [['数学'], { slug: 'blog' }],
  [[`${'word '.repeat(40)}`], { slug: expect.stringMatching(/^(?:word-)+word$/) }],
]

test.each(titles)('the title %j makes %j', async (given, fields) => {
  const { run, list } = await fixturesWith()
  expect((await run('new', 'blog', ...given)).code).toBe(0)
  expect((await list('blogs')).at(-1)).toMatchObject(fields)
})

test('a slug that is taken gets a number, and ids go on', async () => {
  const { run, list } = await fixturesWith(undefined, { blogs: '[{ "slug": "the-same", "id": 7 }]' })
  await run('new', 'blog', 'The same')
  expect((await list('blogs')).at(-1)).toMatchObject({ slug: 'the-same-2', id: 8 })
})

test('a file keeps its Windows line endings and its byte order mark', async () => {
  const { run, read } = await fixturesWith(undefined, { blogs: '\uFEFF[\r\n]\r\n' })
  await run('new', 'blog', 'A')
  expect((await read('blogs')).replaceAll('\r\n', '')).toMatch(/^\uFEFF\[ {2}\{[^\n]*\]$/)
})

test('fixtures with a name given twice stay unchanged, with one line and exit code 1', async () => {
  const blogs = '[{"slug":"a","slug":"b"}]'
  const { run, read } = await fixturesWith(undefined, { blogs })
  const stderr = expect.stringMatching(/^fixtures: blogs\.json has violations.*\n$/)
  expect(await run('new', 'blog', 'A')).toMatchObject({ code: 1, stderr })
  expect(await read('blogs')).toBe(blogs)
})

test.each(['--fix', 'new'])('%s tells of a folder in place of a file', async (command) => {
  const { fixturesDir, run, list } = await fixturesWith(undefined, { team: '[ ]' })
  await rm(join(fixturesDir, 'blogs.json'))
  await mkdir(join(fixturesDir, 'blogs.json'))
  const { code, stdout, stderr } = await (command === 'new' ? run('new', 'blog', 'A') : run('--fix'))
  expect([code, stdout + stderr]).toEqual([
    1,
    expect.stringMatching(/blogs\.json.*: expected a regular file, found a folder/),
  ])
  expect(await list('team')).toEqual([])
})

test('a course without a category to be in is refused with the step to do first', async () => {
  const { run } = await fixturesWith(generateContent({ size: 0 }))
  const stderr = expect.stringContaining('npm run fixtures -- new category')
  expect(await run('new', 'course', 'A')).toMatchObject({ code: 1, stderr })
})
