import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HomeData, Kind } from '#contract/entities'
import { fieldsOf, kinds } from '#contract/fields'
import { stateFile } from '../../scripts/fixtures/translation-state'
import { openStore } from '../../server/content/store'
import { tempContent } from '../support/app'
import { createRandom, generateContent } from '../support/generated-content'
import { run } from './run-command'

type Item = Record<string, unknown>

const course = {
  slug: 'a',
  en_title: 'Robots',
  ar_title: 'روبوتات',
  en_body: '<p>One</p>',
  ar_body: '<p>واحد</p>',
  category: 'c',
  tags: [],
  image: '',
}
const content = {
  courses_categories: [{ slug: 'c', name: 'C', ar_name: 'سي' }],
  courses: [course],
  blogs: [],
  events: [],
  news: [],
  team: [{ image: '', en_name: 'Salma', ar_name: 'سلمى', en_bio: 'Teaches', ar_bio: 'تُدرّس' }],
  goals: { en_mission: '<p>Ours</p>', ar_mission: '<p>رسالتنا</p>' },
} as unknown as HomeData

/** Makes fixtures, with functions that change them and run `npm run fixtures` on them. */
async function fixturesOf(home: HomeData) {
  const dirs = await tempContent(home)
  const path = (file: string) => join(dirs.fixturesDir, file)
  const told = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('fixtures', args, {
      FIXTURES_DIR: dirs.fixturesDir,
      IMAGES_DIR: dirs.imagesDir,
    })
    return { code, stderr, stdout, lines: stdout.match(/^out of date.*/gm) ?? [] }
  }
  /** Saves a file on a day. */
  const save = async (kind: Kind, value: unknown, day = '2026-11-27') => {
    await writeFile(path(`${kind}.json`), JSON.stringify(value, null, 2))
    await utimes(path(`${kind}.json`), new Date(`${day}T10:00Z`), new Date(`${day}T10:00Z`))
  }
  return { ...dirs, path, told, save, state: () => readFile(path(stateFile), 'utf8') }
}

test('a text whose other language changed is told with the date, until it is changed, too', async () => {
  const { told, save } = await fixturesOf(content)
  expect(await told()).toMatchObject({ code: 0, lines: [] })
  await save('courses', [{ ...course, en_title: 'Robots 2' }], '2026-11-20')
  const line = 'out of date in ar  courses.json:5 /0/ar_title of a: en_title changed on 2026-11-20'
  expect(await told()).toMatchObject({ code: 0, lines: [line] })
  // The date stays that of the first change.
  await save('courses', [{ ...course, en_title: 'Robots 3', en_body: '<p>Two</p>' }], '2026-11-22')
  const body = 'out of date in ar  courses.json:7 /0/ar_body of a: en_body changed on 2026-11-22'
  expect((await told()).lines).toEqual([line, body])
  await save('courses', [{ ...course, en_title: 'Robots 3', ar_title: 'روبوتات ٣', en_body: '<p>Two</p>' }])
  expect((await told()).lines).toEqual([body])
  await save('courses', [{ ...course, en_title: 'Robots 3', ar_title: 'الروبوتات' }], '2026-11-25')
  expect((await told()).lines).toEqual([
    'out of date in en  courses.json:4 /0/en_title of a: ar_title changed on 2026-11-25',
  ])
})

test('a text that is marked as still right is up to date, until the other changes again', async () => {
  const { told, save } = await fixturesOf(content)
  await told()
  await save('courses', [{ ...course, en_title: 'Robots 2', en_body: '<p>Two</p>' }])
  const { stdout } = await told()
  expect(stdout).toContain('--still-right all marks 2 texts as still right.')
  expect(await told('--still-right', 'courses.json/0/ar_title')).toMatchObject({
    lines: [expect.stringContaining('/0/ar_body')],
  })
  expect(await told('--still-right', 'all')).toMatchObject({ code: 0, lines: [] })
  expect((await told()).lines).toEqual([])
  await save('courses', [{ ...course, en_title: 'Robots 3', en_body: '<p>Two</p>' }])
  expect((await told()).lines).toEqual([expect.stringContaining('/0/ar_title')])
  const stderr = expect.stringContaining('--still-right: "courses.json/9/ar_title" is no text that is out of date')
  expect(await told('--still-right', 'courses.json/9/ar_title')).toMatchObject({ code: 64, stderr })
})

test('what changes no text, or both languages, or adds one of them, makes nothing out of date', async () => {
  const { told, save } = await fixturesOf({ ...content, courses: [{ ...course, ar_body: '<p><br></p>' }] } as HomeData)
  await told()
  const steps: [Kind, unknown][] = [
    // Other fields, white space, and the form of letters.
    ['courses', [{ ...course, image: 'a.png', en_title: ' Robots\n', ar_title: 'روبوتات '.normalize('NFD') }]],
    ['courses', [{ ...course, en_body: '<p>1</p>', ar_body: '<p>الأول</p>' }]],
    ['courses', [{ ...course, en_body: '<p>1</p>', ar_body: '' }]],
    ['courses', [{ ...course, en_body: '<p>1</p>', ar_body: '<p>واحد</p>' }]],
    ['courses', [{ ...course, en_body: '<p>One</p>', ar_body: '<p>أول</p>' }]],
    ['courses', []],
    ['courses', [{ ...course, slug: 'b' }]],
    [
      'courses',
      [
        { ...course, slug: 'z' },
        { ...course, slug: 'b', en_title: 'Other', ar_title: 'آخر' },
      ],
    ],
    ['courses', [{ ...course, slug: 'b', en_title: 'Other', ar_title: 'آخر' }]],
    ['team', []],
    ['goals', {}],
    ['goals', { en_mission: '<p>New</p>', ar_mission: '<p>جديد</p>' }],
  ]
  for (const [kind, value] of steps) {
    await save(kind, value)
    expect([value, (await told()).lines]).toEqual([value, []])
  }
})

test('a text is out of date also if its item has another slug, name or place now', async () => {
  const { told, save } = await fixturesOf(content)
  await told()
  await save('courses', [
    { ...course, slug: 'new', en_title: 'N', ar_title: 'ن' },
    { ...course, slug: 'b', en_title: 'R' },
  ])
  await save('team', [{ ...content.team[0], en_name: 'Selma' }])
  expect((await told()).lines.map((line) => line.replace(/\.json:\d+|:.*/g, ''))).toEqual([
    'out of date in ar  courses /1/ar_title of b',
    'out of date in ar  team /0/ar_name of Selma',
  ])
})

test('a member with a new name and work in one language is known by the other name, beside a new one with the same work', async () => {
  const work = { en_headline: 'Trainer', ar_headline: 'مدرّب' }
  const other = { image: '', en_name: 'Omar', ar_name: 'عمر', ...work }
  const { told, save } = await fixturesOf({ ...content, team: [{ ...content.team[0], ...work }] } as HomeData)
  await told()
  const bios = { en_bio: 'Leads', ar_bio: 'تقود' }
  await save('team', [other, { ...content.team[0], ...bios, en_name: 'Selma', ...work, ar_headline: 'مدرّبة' }])
  expect((await told()).lines.map((line) => line.replace(/\.json:\d+|:.*/g, ''))).toEqual([
    'out of date in ar  team /1/ar_name of Selma',
    'out of date in en  team /1/en_headline of Selma',
  ])
})

test('of 50 one-sided edits among other changes 50 are found, and nothing else', async () => {
  const random = createRandom(7)
  const home = generateContent({ seed: 11, size: 30 }) as unknown as Record<Kind, Item[] | Item>
  const { told, save } = await fixturesOf(home as unknown as HomeData)
  expect((await told()).lines).toEqual([])
  const shuffled = <Value>(values: Value[]) => values.sort(() => random() - 0.5)
  const places = kinds.flatMap((kind) =>
    [home[kind]].flat().flatMap((item) =>
      fieldsOf(kind, 'ugarit').flatMap(({ name, locale, stem }) => {
        const other = fieldsOf(kind, 'ugarit').find((field) => field.stem === stem && field.name !== name)?.name ?? ''
        return locale === 'en' && item[name] && item[other] ? [{ kind, item, names: shuffled([name, other]) }] : []
      }),
    ),
  )
  const [edited, changedInBoth] = [shuffled(places).slice(0, 50), places.slice(50, 80)]
  const edit = (item: Item, name: string) => {
    item[name] = name.endsWith('body') ? `${item[name]}<p>+</p>` : `${item[name]} +`
  }
  for (const {
    item,
    names: [changed = ''],
  } of edited)
    edit(item, changed)
  for (const { item, names } of changedInBoth) for (const name of names) edit(item, name)
  for (const kind of kinds) {
    const value = home[kind]
    if (!Array.isArray(value)) {
      await save(kind, value)
      continue
    }
    for (const item of value)
      if (kind === 'blogs' && random() < 0.3 && !changedInBoth.some((place) => place.item === item))
        item.slug = `${item.slug}-renamed`
    const added = {
      ...value[0],
      slug: `${kind}-added`,
      id: undefined,
      en_title: 'Added',
      ar_title: 'مضاف',
      ar_name: 'مضاف',
    }
    await save(
      kind,
      shuffled([...value, kind === 'team' ? { ...added, en_name: 'Added' } : { ...added, name: 'Added' }]),
    )
  }
  const { lines } = await told()
  expect(lines).toHaveLength(50)
  const found = lines.map((line) => line.replace(/^.* ([a-z_]+)\.json:\d+ \S*\/([a-z_]+).*$/, '$1 $2'))
  expect(found.sort()).toEqual(edited.map(({ kind, names: [, same] }) => `${kind} ${same}`).sort())
  expect(new Set(edited.map(({ kind }) => kind)).size).toBeGreaterThan(4)
})

test('the file is no content, is written in one step, and may be missing, broken or read-only', async () => {
  const { told, save, path, state, fixturesDir, imagesDir } = await fixturesOf(content)
  await told()
  expect(JSON.parse(await state())).toMatchObject({ courses: [{ item: 'a', texts: { en_title: expect.any(String) } }] })
  expect((await readdir(fixturesDir)).filter((name) => name.startsWith('.'))).toEqual([])
  const store = await openStore({ fixturesDir, imagesDir, product: 'ugarit' })
  expect(Object.keys(store.content().homeData[0]).sort()).toEqual([...kinds].sort())
  await save('courses', [{ ...course, en_title: 'Robots 2' }])
  for (const broken of ['', '{', '[]', '{"courses":[1]}', '{"courses":[{"item":"a","texts":{"en_title":1}}]}']) {
    await writeFile(path(stateFile), broken)
    const { code, lines, stdout } = await told()
    expect([code, lines, stdout]).toEqual([
      0,
      [],
      expect.stringMatching(/not known.*translation-state\.json.*to begin anew/),
    ])
    expect(await state()).toBe(broken)
  }
  await writeFile(path(stateFile), '{}')
  expect((await told()).lines).toEqual([])
  // A file of the content that can't be read says nothing about its texts.
  const before = await state()
  await writeFile(path('courses.json'), '[{')
  await told()
  expect(await state()).toBe(before)
})
