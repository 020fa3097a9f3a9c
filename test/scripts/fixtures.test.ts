import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { generateContent } from '../support/generated-content'
import { fixturesWith, runFixtures } from './run-script'

const item = (fields: object) => ({ slug: 'a', en_title: 'A', ar_title: 'أ', image: 'a.png', ...fields })

/** Fixtures with one item of each kind, some files replaced by a text, and the script's run on them. */
async function fixtures(files: Record<string, string> = {}) {
  const content = {
    courses_categories: [{ slug: 'python', name: 'Python', ar_name: 'بايثون' }],
    courses: [item({ category: 'python', tags: [] })],
    blogs: [item({})],
    events: [item({ event_type: 'free_workshop' })],
    news: [item({ ugarit_news: true })],
    team: [{ image: 'a.png', en_name: 'A', ar_name: 'أ' }],
    goals: {},
  }
  const { run, read } = await fixturesWith(content as unknown as HomeData, files)
  return { check: run, read }
}

test('valid fixtures pass, in any order of fields and with unknown fields', async () => {
  const { code, stdout } = await (await fixturesWith(generateContent({ seed: 3 }))).run()
  expect([code, stdout]).toStrictEqual([
    0,
    expect.stringMatching(/The fixtures hold; texts missing: \d+ in English, \d+ in Arabic\.\n$/),
  ])
})

test('all faults are reported at once with file, line, pointer, expected, found and the nearest valid value', async () => {
  const { check } = await fixtures({
    courses:
      '[\n  {\n    "slug": "a",\n    "en_title": "A",\n    "category": "pyton",\n    "tags": "x",\n    "image": "b.png"\n  }\n]\n',
    events: '[{"slug": "a", "en_title": "A", "image": "a.png",\n"event_type": "free_workshops"}]',
    blogs: '[\n{"slug":"a","slug":"b","en_title":"A","image":"a.png"},\n{]',
    goals: '{"en_mission": "a",\n "en_mission": "b"}',
  })
  const { code, stdout } = await check()
  expect(code).toBe(1)
  const faults = stdout.split('\n').filter((line) => line.startsWith('fault'))
  expect(faults).toStrictEqual([
    expect.stringMatching(/blogs\.json:1 \(whole file\): expected JSON, found .*line 3/),
    expect.stringMatching(/courses\.json:6 \/0\/tags: expected a list.*, found the string "x"/),
    expect.stringMatching(/courses\.json:7 \/0\/image: .*found the string "b\.png"; did you mean "a\.png"\?/),
    expect.stringMatching(/courses\.json:5 \/0\/category: .*found the string "pyton"; did you mean "python"\?/),
    expect.stringMatching(/events\.json:2 \/0\/event_type: expected one of .*; did you mean "free_workshop"\?/),
    expect.stringMatching(
      /goals\.json:2 \/en_mission: expected a name that is given once, found it again, after line 1/,
    ),
  ])
  expect(stdout).toContain('6 faults;')
})

test('texts that one language lacks are reported by language, file, line, pointer and item', async () => {
  const { check } = await fixtures({
    blogs:
      '[\n{"slug":"one","en_title":"A","ar_title":" ","image":"a.png"},\n{"slug":"two","ar_title":"أ","image":"a.png"}\n]',
    courses_categories: '[{"slug":"python","ar_name":"بايثون"}]',
  })
  const { code, stdout } = await check()
  expect(code).toBe(0)
  expect(stdout.split('\n').filter((line) => line.startsWith('missing'))).toStrictEqual([
    'missing in en  courses_categories.json:1 /0/name of python',
    'missing in ar  blogs.json:2 /0/ar_title of one',
    'missing in en  blogs.json:3 /1/en_title of two',
  ])
  expect(stdout).toContain('texts missing: 2 in English, 1 in Arabic.')
})

describe('--fix', () => {
  const repairs: [what: string, key: string, found: object[], fixed: object[]][] = [
    ['spaces around texts', 'blogs', [item({ en_author: ' Salma\n' })], [item({ en_author: 'Salma' })]],
    [
      'spaces around tags',
      'courses',
      [item({ category: ' python', tags: [' a '] })],
      [item({ category: 'python', tags: ['a'] })],
    ],
    ['a slug from the English title', 'blogs', [item({ slug: '' })], [item({ slug: 'a' })]],
    [
      'slugs of their own from equal titles',
      'blogs',
      [item({ slug: 'c' }), item({ slug: undefined, en_title: 'C++ & C' }), item({ slug: '', en_title: 'c++: C' })],
      [
        item({ slug: 'c' }),
        item({ slug: 'c-plus-plus-c', en_title: 'C++ & C' }),
        item({ slug: 'c-plus-plus-c-2', en_title: 'c++: C' }),
      ],
    ],
    [
      'a slug from the Arabic title',
      'blogs',
      [{ ar_title: 'تعلّم الآلة ٢', image: 'a.png' }],
      [{ slug: 'talm-alala-2', ar_title: 'تعلّم الآلة ٢', image: 'a.png' }],
    ],
    ['quoted numbers and booleans', 'news', [item({ ugarit_news: 'True' })], [item({ ugarit_news: true })]],
    ['null for an absent field', 'blogs', [item({ link: null, x: null })], [item({ x: null })]],
    ['a missing list', 'courses', [item({ category: 'python' })], [item({ category: 'python', tags: [] })]],
  ]

  test.each(repairs)('repairs %s', async (_, key, found, fixed) => {
    const { check, read } = await fixtures({ [key]: JSON.stringify(found) })
    const { code, stdout } = await check('--fix')
    expect([code, stdout]).toStrictEqual([0, expect.stringContaining('fixed  ')])
    expect(JSON.parse(await read(key))).toStrictEqual(fixed)
    expect((await check()).stdout).not.toContain('could fix')
  })

  test('puts fields in the contract’s order, unknown ones last, and ends files with a newline', async () => {
    const { check, read } = await fixtures({ blogs: '[{"x":1,"image":"a.png","en_title":"A","slug":"a","id":3}]' })
    await check('--fix')
    expect(await read('blogs')).toBe(
      '[\n  {\n    "id": 3,\n    "slug": "a",\n    "en_title": "A",\n    "image": "a.png",\n    "x": 1\n  }\n]\n',
    )
  })

  test('does not touch ambiguous values, invalid JSON and repeated names', async () => {
    const files = { events: '[{"event_type":"party"', goals: '{"en_mission":"a","en_mission":" b"}' }
    const { check, read } = await fixtures({ ...files, blogs: JSON.stringify([item({ image: 'b.png' })]) })
    const { code, stdout } = await check('--fix')
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining('3 faults')])
    expect([await read('events'), await read('goals')]).toStrictEqual(Object.values(files))
    expect(JSON.parse(await read('blogs'))).toStrictEqual([item({ image: 'b.png' })])
  })

  test('without it nothing is written, and possible repairs are listed', async () => {
    const { check, read } = await fixtures({ blogs: '[{"slug":"","en_title":"A","image":"a.png"}]' })
    const { code, stdout } = await check()
    expect([code, stdout]).toStrictEqual([
      1,
      expect.stringMatching(/could fix {2}blogs\.json:1 \/0\/slug: made from the title: a/),
    ])
    expect(await read('blogs')).toContain('"slug":""')
  })
})

describe('usage', () => {
  test('--help explains it', async () => {
    const { code, stdout } = await (await fixtures()).check('--help')
    expect([code, stdout]).toStrictEqual([0, expect.stringMatching(/--fix[\s\S]*Exit code/)])
  })

  test.each([[['--fxi']], [['courses']]])('%j is one clear line and exit code 64', async (args) => {
    const { code, stderr, stdout } = await (await fixtures()).check(...args)
    expect([code, stdout, stderr.trim().split('\n').length]).toStrictEqual([64, '', 1])
    expect(stderr).toContain(args[0])
  })

  test('a missing folder is one clear line and exit code 64', async () => {
    const { code, stderr } = await runFixtures([], { FIXTURES_DIR: '/nowhere/at/all' })
    expect([code, stderr]).toStrictEqual([64, expect.stringContaining('FIXTURES_DIR: expected a folder')])
  })
})
