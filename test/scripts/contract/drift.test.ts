import { expect, it } from 'vitest'
import { firstOf, type Hooks, type Item, inData, inFirst, type Site } from './drifting-server'
import { check, driftsOf, serve } from './run'

/** Changes the home data alone, so that all other answers differ from it. */
const inHome = (change: (site: Site) => unknown): Hooks =>
  inData('get-data', ([site]: [Site]) => {
    change(site)
    return [site]
  })

it.each<[rule: string, hooks: Hooks]>([
  ['answer.type /data/*/courses/*/count', inHome(({ courses }) => Object.assign(firstOf(courses), { count: 'many' }))],
  ['answer.missing /data/*/courses/*/image', inHome(({ courses }) => delete firstOf(courses).image)],
  [
    'list.duplicate /data/*/courses/*/id',
    inHome(({ courses }) => Object.assign(courses[1] as Item, { id: firstOf(courses).id })),
  ],
])('%s in homeData makes no other answer differ', async (drift, hooks) => {
  expect(await driftsOf(hooks)).toEqual([`homeData ${drift}`])
})

it.each(['slug', 'id'])('two items of one %s make no item differ', async (field) => {
  const drifts = await driftsOf({
    content: ({ courses }) => Object.assign(courses[1] as Item, { [field]: firstOf(courses)[field] }),
  })
  expect(drifts).toContain(`homeData list.duplicate /data/*/courses/*/${field}`)
  expect(drifts.filter((drift) => drift.includes('item.differs'))).toEqual([])
})

it('a sound field beside a broken one is compared', async () => {
  const drifts = await driftsOf({
    ...inFirst('blogs', { image: undefined }),
    ...inData('get-blogs', (list: Item[]) => list.with(0, { ...list[0], en_title: 'Other' })),
  })
  expect(drifts).toContain('blogs item.differs /data/*/en_title')
})

it('drift is told once, however many items have it, with the count and the first', async () => {
  const { url, site } = await serve({
    content: ({ courses }) => {
      for (const course of courses) course.count = '24'
    },
  })
  const { drifts, warnings } = await check(url)
  expect(drifts).toEqual([])
  // An item that is wrong in its shape is not told again as different from its list.
  expect(warnings.map(({ operation }) => operation)).toEqual(['homeData', 'coursesByCategory', 'courseById', 'course'])
  expect(warnings.every(({ items }) => items === site.courses.length)).toBe(true)
  expect(warnings[0]).toMatchObject({
    ...{ habit: 'a number as text', pointer: '/data/*/courses/*/count', example: '/data/0/courses/0/count' },
    slug: firstOf(site.courses).slug,
  })
})
