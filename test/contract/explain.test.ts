import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createCheck, createSchemas } from '#contract/schemas'
import { generateContent } from '../support/generated-content'
import { firstOf } from '../support/site-pages'

const { answers, fixtures } = createSchemas('ugarit')
const content = generateContent({ seed: 5 })
const [course, blog] = [firstOf(content.courses), firstOf(content.blogs)]

/** Makes a list of valid courses in which some have no slug. */
const coursesWith = (count: number, isBroken: (index: number) => boolean) =>
  Array.from({ length: count }, (_, index) => (isBroken(index) ? { ...course, slug: undefined } : course))

const pointersOf = (violations: { pointer: string }[]) => violations.map(({ pointer }) => pointer)

describe('violations of a long list', () => {
  test('are all named while few items have them, at the positions of the whole list', () => {
    const check = createCheck(fixtures.courses, 10)
    expect(pointersOf(check(coursesWith(3_000, (index) => index % 1_000 === 7)))).toStrictEqual([
      '/7/slug',
      '/1007/slug',
      '/2007/slug',
    ])
  })

  test('are named for the first items only, and the number of the others is told', () => {
    const check = createCheck(fixtures.courses, 2)
    const violations = check(coursesWith(100, (index) => index > 4))
    expect(pointersOf(violations)).toStrictEqual(['/5/slug', '/6/slug', ''])
    expect(violations.at(-1)).toMatchObject({ expected: 'items without violations', found: '93 more with violations' })
  })

  test('hide no violations of other lists, of lists in lists, or of the object around them', () => {
    const check = createCheck(answers.homeData, 2)
    const courses = coursesWith(9, () => true)
    const tags = ['a', 'b', 3, 'd', 5, 6, 7]
    const home = {
      ...content,
      goals: 4,
      courses: [course, ...courses, { ...course, tags }],
      blogs: [blog, blog, blog, 1],
    }
    const few = { ...home, courses: [course, course, { ...course, tags }] }
    expect(pointersOf(check([home])).sort()).toStrictEqual([
      ...['/0/blogs/3', '/0/courses', '/0/courses/1/slug', '/0/courses/2/slug', '/0/goals'],
    ])
    expect(pointersOf(check([few])).sort()).toStrictEqual([
      ...['/0/blogs/3', '/0/courses/2/tags', '/0/courses/2/tags/2', '/0/courses/2/tags/4', '/0/goals'],
    ])
    expect(check([{ ...content, courses: coursesWith(100, () => false) }])).toStrictEqual([])
  })

  test('are the same with and without the bound', () => {
    const list = coursesWith(50, (index) => index % 3 === 0)
    expect(createCheck(fixtures.courses, 20)(list)).toStrictEqual(createCheck(fixtures.courses)(list))
  })
})

/** Checks lists of `count` items of each hostile shape, and prints the name of each shape before it. */
const checkShapes = (count: number) => `
import { createCheck, createSchemas } from '#contract/schemas'
import { createFormatReader } from '#contract/legacy-format-reader'
import { createShapeCheck } from './contract-check/answers'
const { answers } = createSchemas('ugarit')
const list = (item) => Array.from({ length: ${count} }, () => item)
const keys = ['courses', 'courses_categories', 'goals', 'news', 'blogs', 'events', 'team']
const home = (item) => [Object.fromEntries(keys.map((key) => [key, list(item)]))]
const item = { slug: '', category: 1, en_title: ' ', tags: [1, 2], image: '/', id: '1', count: '1', date: 'x', link: 'x' }
const [check, shapeCheck] = [createCheck(answers.homeData), createShapeCheck(answers.homeData)]
const read = createFormatReader({ product: 'ugarit', tell: () => undefined })
const shapes = {
  'empty items': () => check(home({})),
  'items that are numbers': () => check(home(1)),
  'items with each field wrong': () => check(home(item)),
  'an item with wrong tags': () => createCheck(answers.course)({ tags: list(1) }),
  'empty items, in the contract check': () => shapeCheck(home({})),
  'items in the formats of back ends': () => read('homeData', home(item)),
}
for (const [name, run] of Object.entries(shapes)) {
  console.log(name)
  run()
}
console.log('end')
`

test.each([16_000, 256_000])('lists of %i hostile items are checked by a process that ends', (count) => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', checkShapes(count)]
  const { stdout, stderr } = spawnSync(process.execPath, args, { timeout: 50_000, killSignal: 'SIGKILL' })
  expect([`${stdout}`.trim().split('\n').at(-1), `${stderr}`]).toStrictEqual(['end', ''])
})
