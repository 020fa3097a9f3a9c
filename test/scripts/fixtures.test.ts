import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { fixtureNames } from '#contract/fixture-files'
import { withContentFields } from '../../scripts/fixtures/content-fields'
import { schemaFiles } from '../../scripts/fixtures/schema-files'
import { root } from '../support/app'
import { generateContent, pictureOf } from '../support/generated-content'
import { fixturesWith, run } from './run-command'

const item = (fields: object) => ({ slug: 'a', en_title: 'A', ar_title: 'أ', image: 'a.png', ...fields })

/** One item of each kind. */
const content = {
  courses_categories: [{ slug: 'python', name: 'Python', ar_name: 'بايثون' }],
  courses: [item({ category: 'python', tags: [] })],
  blogs: [item({})],
  events: [item({ event_type: 'free_workshop' })],
  news: [item({ ugarit_news: true })],
  team: [{ image: 'a.png', en_name: 'A', ar_name: 'أ' }],
  goals: {},
} as unknown as HomeData

test('valid fixtures pass, in any order of fields and with unknown fields', async () => {
  const { run } = await fixturesWith(generateContent({ seed: 3 }))
  const stdout = expect.stringMatching(/The fixtures hold; texts missing: \d+ in English, \d+ in Arabic\.\n$/)
  expect(await run()).toMatchObject({ code: 0, stdout })
})

test('all violations are reported at once with file, line, pointer, expected, found and the nearest valid value', async () => {
  const { run } = await fixturesWith(content, {
    courses: JSON.stringify([{ slug: 'a', en_title: 'A', category: 'pyton', tags: 'x', image: 'b.png' }], null, 2),
    events: '[{"slug": "a", "en_title": "A", "image": "a.png",\n"event_type": "free_workshops"}]',
    blogs: '[\n{"slug":"a","slug":"b","en_title":"A","image":"a.png"},\n{]',
    goals: '{"en_mission": "a",\n "en_mission": "b"}',
  })
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout.match(/^violation.*/gm)).toStrictEqual([
    expect.stringMatching(/blogs\.json:1 \(whole file\): expected JSON, found .*line 3/),
    expect.stringMatching(/courses\.json:6 \/0\/tags: expected a list.*, found the string "x"/),
    expect.stringMatching(/courses\.json:5 \/0\/category: .*found the string "pyton"; did you mean "python"\?/),
    expect.stringMatching(/courses\.json:7 \/0\/image: .*found the string "b\.png"; did you mean "a\.png"\?/),
    expect.stringMatching(/events\.json:2 \/0\/event_type: expected one of .*; did you mean "free_workshop"\?/),
    expect.stringMatching(/goals\.json:2 \/en_mission: expected a name that is given once, found it twice/),
  ])
  expect(stdout).toContain('6 violations;')
})

test('texts that have lost a letter are violations, and names that look like another are told by code points', async () => {
  const { run } = await fixturesWith(content, {
    courses_categories: JSON.stringify([{ slug: 'caf\u00e9', name: 'C' }]),
    courses: JSON.stringify([item({ category: 'cafe\u0301', tags: ['ok', 'a\ud83d'], image: 'a\u200f.png' })]),
    goals: '{"en_mission": "<p>half \\ud83d of it</p>", "ar_mission": "caf\ufffd"}',
  })
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout.match(/^violation.*/gm)?.sort()).toStrictEqual([
    expect.stringMatching(/courses\.json:1 \/0\/category: .*, with U\+0065 U\+0301 in place of U\+00E9; did you mean/),
    expect.stringMatching(/courses\.json:1 \/0\/image: .*, with U\+200F in addition; did you mean "a\.png"\?/),
    expect.stringMatching(
      /courses\.json:1 \/0\/tags\/1: expected a text in well-formed Unicode, found U\+D83D, half of a letter/,
    ),
    expect.stringMatching(/goals\.json:1 \/ar_mission: .*found U\+FFFD/),
    expect.stringMatching(/goals\.json:1 \/en_mission: .*found U\+D83D/),
  ])
})

test('pictures that are cut short or of another kind than their name, and pictures that nothing names, are told', async () => {
  const { run, imagesDir } = await fixturesWith(content, {
    blogs: JSON.stringify([
      item({ image: 'named.jpg' }),
      item({ slug: 'b', image: 'cut.png', en_body: '<img src="in-body.png">', ar_body: '<p>أ</p>' }),
    ]),
    news: JSON.stringify([item({ ugarit_news: true, image: 'phone.jpg' })]),
  })
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')
  const png = await pictureOf('a.png')
  const files = { 'named.jpg': png, 'cut.png': png.subarray(0, 80), 'phone.jpg': heic }
  for (const [name, bytes] of Object.entries({ ...files, 'in-body.png': png, 'left.png': png, 'notes.txt': '' }))
    writeFileSync(join(imagesDir, name), bytes)
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout.match(/^violation.*/gm)).toStrictEqual([
    expect.stringMatching(/news\.json:1 \/0\/image: expected a picture in JPEG.*"phone\.jpg": HEIC.*heif-convert/),
    expect.stringMatching(/blogs\.json:1 \/0\/image: .*JPEG, as its name ends in \.jpg, found "named\.jpg": PNG/),
    expect.stringMatching(/blogs\.json:1 \/1\/image: expected a complete picture, found "cut\.png": .*cut short/),
  ])
  expect(stdout.match(/^picture.*/gm)).toStrictEqual([`picture that nothing names  ${join(imagesDir, 'left.png')}`])
})

test('pictures of bodies that pages cannot show are told, with the name that is meant', async () => {
  const { run, imagesDir } = await fixturesWith(content, {
    blogs: JSON.stringify([
      item({
        en_body:
          '<img src="images/a.png?v=3"><img src="th\u00e9.png"><img src="photo.PNG"><img src="b.svg"><img src="b.svg">',
        ar_body: '<img src="https://a.example/b.png" alt="c">',
      }),
    ]),
    goals: '{"ar_mission": "<img src=\\"/images/a%26b.png\\">"}',
  })
  for (const name of ['the\u0301.png', 'photo.png', 'b.svg'])
    writeFileSync(join(imagesDir, name), await pictureOf('a.png'))
  const { code, stdout } = await run()
  expect(code).toBe(0)
  expect(stdout.match(/^picture that is not there.*/gm)).toStrictEqual([
    'picture that is not there  goals.json:1 /ar_mission: "a&b.png"; did you mean "a.png"?',
    'picture that is not there  blogs.json:1 /0/en_body: "photo.PNG"; did you mean "photo.png"?',
    'picture that is not there  blogs.json:1 /0/en_body: "b.svg"',
  ])
})

test('violations of the settings of the site are reported in the same way', async () => {
  const site = {
    en_name: ' ',
    emial: 'a@b.example',
    email: 'nobody',
    phones: [{ number: '0944 123 456' }, { number: '+963 944 123 456', purpose: 'x' }],
    social: [{ en_name: 'A', link: 'facebook.com/a' }],
    footer_links: [{ group: 'book', en_name: 'A', link: 'https://a.example' }, {}],
  }
  const { run } = await fixturesWith(content, { site: JSON.stringify(site, null, 2) })
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout.match(/^violation.*/gm)?.sort()).toStrictEqual([
    expect.stringMatching(/site\.json:11 \/phones\/1\/purpose: .*; did you mean "(?:ar|en)_purpose"\?/),
    expect.stringMatching(/site\.json:17 \/social\/0\/link: .*an http\(s\) address\), found the string "facebook/),
    expect.stringMatching(/site\.json:2 \/en_name: expected a value in en_name or ar_name, found the string " "/),
    expect.stringMatching(/site\.json:22 \/footer_links\/0\/group: expected one of .*; did you mean "books"\?/),
    expect.stringMatching(/site\.json:26 \/footer_links\/1\/en_name: expected a value/),
    expect.stringMatching(/site\.json:26 \/footer_links\/1\/group: .*found nothing/),
    expect.stringMatching(/site\.json:26 \/footer_links\/1\/link: .*found nothing/),
    expect.stringMatching(/site\.json:3 \/emial: expected no field of this name, .*; did you mean "email"\?/),
    expect.stringMatching(/site\.json:4 \/email: expected a string \(E-mail address/),
    expect.stringMatching(/site\.json:7 \/phones\/0\/number: expected a string \(International number/),
  ])
})

test('news of another product are one violation, and --fix renames their field in its place', async () => {
  const news = ['a', 'b', 'c'].map((slug) => ({ slug, ugarit_news: slug === 'a', en_title: 'A', image: 'a.png' }))
  const { run, list } = await fixturesWith(content, { news: JSON.stringify(news) }, { PRODUCT: 'acme' })
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout.match(/^violation.*/gm)).toStrictEqual([
    expect.stringMatching(/news\.json:1 \(whole file\): expected acme_news.*, found ugarit_news in 3 items: rename it/),
  ])
  expect(stdout).toContain('could fix  news.json:1 (whole file): ugarit_news in 3 items renamed to acme_news')
  expect(await run('--fix')).toMatchObject({ code: 0 })
  const renamed = await list('news')
  expect(renamed.map(({ acme_news }) => acme_news)).toEqual([true, false, false])
  for (const item of renamed) expect(Object.keys(item)).toEqual(['slug', 'acme_news', 'en_title', 'image'])
})

test.each([
  ['some items have the own field', [{ acme_news: true }, { ugarit_news: true }]],
  ['the other fields are several', [{ ugarit_news: true }, { tadmor_news: true }]],
])('no field is renamed if %s', async (_, fields) => {
  const news = fields.map((field, index) => ({ slug: `${index}`, en_title: 'A', image: 'a.png', ...field }))
  const { run, list } = await fixturesWith(content, { news: JSON.stringify(news) }, { PRODUCT: 'acme' })
  expect((await run('--fix')).stdout).toMatch(/violation {2}news\.json:\d+ \/\d\/acme_news/)
  expect(new Set((await list('news')).flatMap((item) => Object.keys(item)))).toContain('ugarit_news')
})

test('the files of words are checked as well', async () => {
  const { run } = await fixturesWith(content, {
    synonyms: '{"ignored": ["for", "a course"],\n"synonyms": [["kids", "children"],\n["alone"], ["a b c d e", "x"]]}',
    tags: '{"Python": "بايثون",\n"AI": 5}',
  })
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout.match(/^violation.*/gm)).toStrictEqual([
    expect.stringMatching(/synonyms\.json:1 \/ignored\/1: .*found the string "a course"/),
    expect.stringMatching(/synonyms\.json:3 \/synonyms\/1: /),
    expect.stringMatching(/synonyms\.json:3 \/synonyms\/2\/0: .*found the string "a b c d e"/),
    expect.stringMatching(/tags\.json:2 \/AI: expected a string/),
  ])
  expect(stdout).toContain('4 violations;')
})

test('what pages do not show of a body is reported by pointer, with what they show instead', async () => {
  const film = '<iframe src=\\"https://film.example/1\\"></iframe>'
  const { run } = await fixturesWith(content, {
    blogs: `[{"slug":"a","en_title":"A","ar_title":"أ","image":"a.png",\n"ar_body":"${film}<p style='a'>ب<p style='b'>ب"}]`,
    goals: '{"en_mission": "<font>a</font>", "ar_mission": "<p>أ</p>"}',
  })
  const { code, stdout } = await run()
  expect(code).toBe(0)
  expect(stdout.match(/^not shown.*/gm)).toStrictEqual([
    'not shown as written  goals.json:1 /en_mission: font (its content is shown)',
    'not shown as written  blogs.json:2 /0/ar_body of a: iframe (a link to it is shown), p[style] (left out) × 2',
  ])
})

test('texts that one language lacks are reported by language, file, line, pointer and item', async () => {
  const { run } = await fixturesWith(content, {
    blogs: '[{"slug":"a","en_title":"A","ar_title":" ","image":"a.png"},\n{"slug":"b","ar_title":"أ","image":"a.png"}]',
    courses_categories: '[{"slug":"python","ar_name":"بايثون"}]',
  })
  const { code, stdout } = await run()
  expect(code).toBe(0)
  expect(stdout.match(/^missing.*/gm)).toStrictEqual([
    'missing in en  courses_categories.json:1 /0/name of python',
    'missing in ar  blogs.json:1 /0/ar_title of a',
    'missing in en  blogs.json:2 /1/en_title of b',
  ])
  expect(stdout).toContain('texts missing: 2 in English, 1 in Arabic.')
})

test('a long name with many values, and many items of one title, take linear time', { timeout: 60_000 }, async () => {
  const { user } = process.cpuUsage()
  const { run } = await fixturesWith(content, {
    goals: JSON.stringify({ en_mission: 'a', ['k'.repeat(50_000)]: Array(20_000).fill(0) }),
    blogs: JSON.stringify(Array.from({ length: 20_000 }, () => ({ en_title: 'A', image: 'a.png' }))),
  })
  const { code, stdout } = await run('--fix')
  expect(stdout).toContain('fixed  blogs.json:1 /19999/slug: made from the title: a-20000')
  expect(code).toBe(0)
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(8)
})

describe('--fix', () => {
  const repairs: [what: string, key: string, found: object[], fixed: object[]][] = [
    ['spaces around texts', 'blogs', [{ en_author: ' Salma\n' }], [{ en_author: 'Salma' }]],
    ['spaces around tags', 'courses', [{ category: ' python', tags: [' a '] }], [{ category: 'python', tags: ['a'] }]],
    // `new.test.ts` tests which slug a title makes.
    ['no or empty slugs', 'blogs', [{ slug: undefined }, { slug: '' }], [{ slug: 'a' }, { slug: 'a-2' }]],
    ['quoted booleans', 'news', [{ ugarit_news: 'True' }], [{ ugarit_news: true }]],
    ['null for an absent field', 'blogs', [{ link: null, x: null }], [{ x: null }]],
    [
      'invisible signs of addresses, and Arabic digits',
      'courses',
      [{ category: 'python', tags: [], registration_link: '\u202ahttps://a.example/\u200f', count: '٤٠' }],
      [{ category: 'python', tags: [], registration_link: 'https://a.example/', count: 40 }],
    ],
    ['a missing list', 'courses', [{ category: 'python' }], [{ category: 'python', tags: [] }]],
  ]

  test.each(repairs)('repairs %s', async (_, key, found, fixed) => {
    const { run, list } = await fixturesWith(content, { [key]: JSON.stringify(found.map(item)) })
    const { code, stdout } = await run('--fix')
    expect([code, stdout]).toStrictEqual([0, expect.stringContaining('fixed  ')])
    expect(await list(key)).toStrictEqual(fixed.map(item))
    expect((await run()).stdout).not.toContain('could fix')
  })

  test('puts fields in the contract’s order, unknown ones last, and ends files with a newline; without it repairs are listed', async () => {
    const blogs = '[{"x":1,"image":"a.png","en_title":"A","slug":""}]'
    const { run, read } = await fixturesWith(content, { blogs })
    const stdout = expect.stringMatching(/could fix {2}blogs\.json:1 \/0\/slug: made from the title: a/)
    expect(await run()).toMatchObject({ code: 1, stdout })
    expect(await read('blogs')).toBe(blogs)
    await run('--fix')
    const fixed = [{ slug: 'a', en_title: 'A', image: 'a.png', x: 1 }]
    expect(await read('blogs')).toBe(`${JSON.stringify(fixed, null, 2)}\n`)
  })

  test.each([
    ['Windows line endings', '', '\r\n'],
    ['a byte order mark', '\uFEFF', '\n'],
    ['both', '\uFEFF', '\r\n'],
  ])('keeps %s', async (_, mark, lineEnd) => {
    const inForm = (text: string) => mark + text.replaceAll('\n', lineEnd)
    const blogs = [item({ en_author: ' Salma\nRami' })]
    const { run, read } = await fixturesWith(content, { blogs: inForm(`${JSON.stringify(blogs)}\n`) })
    expect((await run('--fix')).stdout).toContain('fixed  blogs.json')
    const fixed = await read('blogs')
    expect(JSON.parse(fixed.replace('\uFEFF', ''))).toStrictEqual([item({ en_author: 'Salma\nRami' })])
    expect(fixed).toBe(inForm(fixed.replace(/[\uFEFF\r]/g, '')))
    expect((await run()).stdout).not.toContain('could fix  blogs.json')
  })

  test('does not touch ambiguous values, invalid JSON and repeated names', async () => {
    const files = { events: '[{"event_type":"party"', goals: '{"en_mission":"a","en_mission":" b"}' }
    const { run, read } = await fixturesWith(content, { ...files, blogs: JSON.stringify([item({ image: 'b.png' })]) })
    const { code, stdout } = await run('--fix')
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining('3 violations')])
    expect([await read('events'), await read('goals')]).toStrictEqual(Object.values(files))
    expect(JSON.parse(await read('blogs'))).toStrictEqual([item({ image: 'b.png' })])
  })
})

test('a missing folder is wrong usage', async () => {
  const stderr = expect.stringContaining('FIXTURES_DIR: expected a folder')
  expect(await run('fixtures', [], { FIXTURES_DIR: '/nowhere/at/all' })).toMatchObject({ code: 64, stderr })
})

test('fixtures/README.md has the fields of the contract; "npm run schemas" writes them', () => {
  const page = readFileSync(join(root, 'fixtures/README.md'), 'utf8')
  expect(withContentFields(page)).toBe(page)
})

test('editors know the schema of every fixture file', () => {
  const settings = readFileSync(join(root, '.vscode/settings.json'), 'utf8')
  for (const name of [...fixtureNames, 'synonyms', 'tags']) {
    expect(settings).toContain(`"/fixtures/${name}.json"`)
    expect(settings).toContain(`"./fixtures/schemas/${name}.schema.json"`)
  }
})

test('fixtures/schemas is what the contract says; "npm run schemas" writes it', () => {
  const folder = join(root, 'fixtures/schemas')
  const files = readdirSync(folder).map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')])
  expect(new Map(files)).toStrictEqual(new Map(schemaFiles()))
  // A copy of the site for another product has the field of that product.
  const news = new Map(schemaFiles('acme')).get('news.schema.json')
  expect(news).toContain('"acme_news"')
  expect(news).not.toContain('ugarit_news')
})
