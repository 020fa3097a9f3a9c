import { describe, expect, it } from 'vitest'
import type { Item, Site } from './drifting-server'
import { check, serve } from './run'

describe('each drift is told once', () => {
  it.each<[string, (courses: Item[]) => unknown, string[]]>([
    ['a field of the wrong type', ([first]) => Object.assign(first ?? {}, { count: 'many' }), ['answer.type']],
    ['a missing field', ([first]) => delete first?.image, ['answer.missing']],
    ['two items of one id', ([first, second]) => Object.assign(second ?? {}, { id: first?.id }), ['list.duplicate']],
  ])('%s in homeData makes no other answer differ', async (_, change, rules) => {
    const { url } = await serve({
      answer: ({ route, data }) => {
        if (route === 'get-data') change((data as [Site])[0].courses)
        return data
      },
    })
    const { drifts } = await check(url)
    expect(drifts.map(({ operation, rule }) => `${operation} ${rule}`)).toEqual(rules.map((rule) => `homeData ${rule}`))
  })

  it.each(['slug', 'id'])('two items of one %s make no item differ', async (field) => {
    const { url } = await serve({
      content: ({ courses }) => Object.assign(courses[1] as Item, { [field]: courses[0]?.[field] }),
    })
    const told = (await check(url)).drifts.map(({ operation, rule }) => `${operation} ${rule}`)
    expect(told).toContain('homeData list.duplicate')
    expect(told.filter((line) => line.endsWith('item.differs'))).toEqual([])
  })

  it('a sound field beside a broken one is compared', async () => {
    const { url } = await serve({
      answer: ({ route, data }) => {
        if (route === 'get-data') delete (data as [Site])[0].blogs[0]?.image
        return route === 'get-blogs' ? (data as Item[]).with(0, { ...(data as Item[])[0], en_title: 'Other' }) : data
      },
    })
    const { drifts } = await check(url)
    expect(drifts.map(({ rule, pointer }) => `${rule} ${pointer}`)).toContain('item.differs /data/*/en_title')
  })

  it('however many items have it, with the count and the first', async () => {
    const { url, site } = await serve({
      content: ({ courses }) => {
        for (const course of courses) course.count = '24'
      },
    })
    const { drifts, warnings } = await check(url)
    expect(drifts).toEqual([])
    const ofHome = warnings.filter(({ operation }) => operation === 'homeData')
    expect(ofHome).toHaveLength(1)
    expect(ofHome[0]).toMatchObject({
      habit: 'a number as text',
      pointer: '/data/*/courses/*/count',
      example: '/data/0/courses/0/count',
      items: site.courses.length,
      slug: site.courses[0]?.slug,
    })
    // An item that is wrong in its shape is not told again as different from its list.
    expect(warnings.map(({ operation }) => operation)).toEqual([
      'homeData',
      'coursesByCategory',
      'courseById',
      'course',
    ])
    expect(warnings.every(({ items }) => items === site.courses.length)).toBe(true)
  })
})
