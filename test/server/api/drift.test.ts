import { describe, expect, test } from 'vitest'
import { fieldsOf } from '#contract/fields'
import { operationNames } from '#contract/operations'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { firstOf } from '../../support/site-pages'
import { call, operationRows } from './operation-rows'
import { answersOf, envelope, type OtherAnswer, otherApi } from './other-api'

const content = generateContent({ seed: 8 })
const answer = answersOf(content)
const course = firstOf(content.courses)
const rows = operationRows(content, 'ugarit')

/** Starts the API of a site that is in development, in front of another API. */
async function inFrontOf(respond: (path: string) => OtherAnswer | undefined) {
  const api = await otherApi((path, payload) => respond(path) ?? answer(path, payload))
  const { request, lines } = await startApp({
    config: { upstream: api.url, isDevelopment: true, scenarios: [], logLevel: 'warn' },
  })
  const counted = async () => {
    const { text } = await request.get('/metrics').expect(200)
    const found = text.matchAll(/^api_drift_total\{operation="(\w+)",rule="([\w.-]+)"\} ([1-9]\d*)$/gm)
    return Array.from(found, ([, operation, rule, count]) => `${operation} ${rule} ${count}`)
  }
  const listed = async () => (await request.get('/__drift').expect(200)).body.drifts
  const told = () => lines.filter(({ msg }) => String(msg).includes('drifts from the contract'))
  return { request, counted, listed, told }
}

/** Calls every operation that the content has. */
async function callAll(request: Parameters<typeof call>[0]) {
  for (const name of operationNames)
    for (const { payload } of rows[name].slice(0, 2)) await call(request, name, payload).expect(200)
}

describe('drift in passing answers', () => {
  test('is neither counted, listed nor told for a right API', async () => {
    const { request, counted, listed, told } = await inFrontOf(() => undefined)
    await callAll(request)
    expect([await counted(), await listed(), told()]).toEqual([[], [], []])
  })

  test.each<[rule: string, given: OtherAnswer, pointer: string]>([
    ['answer.value', envelope({ ...course, count: {} }), '/data/count'],
    ['answer.value', envelope({ ...course, category: undefined }), '/data/category'],
    ['answer.length', envelope({ ...course, en_title: 'a'.repeat(400_000) }), '/data/en_title'],
    ['format.number', envelope({ ...course, count: '24' }), '/data/count'],
    ['format.nothing', envelope({ ...course, count: null }), '/data/count'],
    ['item.other', envelope({ ...course, slug: 'other' }), '/data/slug'],
    ['answer.content-type', envelope(course, { type: 'text/html' }), ''],
    ['answer.charset', envelope(course, { type: 'application/json; charset=windows-1256' }), ''],
    ['answer.json', { text: '<!doctype html>' }, ''],
  ])('by the rule %s is counted in each answer, told once, and listed with the item', async (rule, given, pointer) => {
    const { request, counted, listed, told } = await inFrontOf((path) =>
      path.endsWith('get-course') ? given : undefined,
    )
    // Another payload is another call.
    const slugs = rows.course.slice(0, 2).flatMap(({ payload }) => (payload && 'slug' in payload ? [payload.slug] : []))
    for (const slug of slugs) await call(request, 'course', { slug })
    expect(slugs.length).toBe(2)
    const [drift] = (await listed()).filter((each: { rule: string }) => each.rule === rule)
    expect(drift).toMatchObject({ operation: 'course', pointer, count: expect.any(Number) })
    expect(await counted()).toContain(`course ${rule} ${drift.count}`)
    const isItem = rule !== 'answer.json'
    expect(drift.item?.kind).toBe(isItem ? 'courses' : undefined)
    // The log tells an answer that is no JSON as a failure.
    expect(told().filter((line) => line.rule === rule)).toHaveLength(isItem ? 1 : 0)
  })

  test('by two rules at the same place is two kinds', async () => {
    const answer = envelope(course, { type: 'text/html; charset=windows-1256' })
    const { request, counted, listed, told } = await inFrontOf((path) =>
      path.endsWith('get-course') ? answer : undefined,
    )
    await call(request, 'course', { slug: course.slug })
    const rules = ['answer.charset', 'answer.content-type']
    expect((await listed()).map(({ rule }: { rule: string }) => rule).sort()).toEqual(rules)
    expect(
      told()
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual(rules)
    expect((await counted()).sort()).toEqual(rules.map((rule) => `course ${rule} 1`))
  })

  test('of thirty kinds in one answer is told once for each', async () => {
    const fields = (['courses', 'events', 'news', 'blogs', 'team'] as const).flatMap((kind) =>
      fieldsOf(kind, 'ugarit')
        .filter(({ type }) => type !== 'slug' && type !== 'texts')
        .map(({ name }) => [kind, name] as const),
    )
    const planted = fields.slice(0, 30)
    const home = structuredClone(content)
    for (const [kind, field] of planted) Object.assign(firstOf(home[kind] as object[]), { [field]: {} })
    const { request, listed, told } = await inFrontOf((path) =>
      path.endsWith('get-data') ? envelope([home]) : undefined,
    )
    for (let count = 0; count < 2; count++) await call(request, 'homeData')
    const expected = planted.map(([kind, field]) => `/data/0/${kind}/0/${field}`).sort()
    expect(expected).toHaveLength(30)
    const pointers = (all: { pointer: string }[]) => all.map(({ pointer }) => pointer).sort()
    expect(pointers(await listed())).toEqual(expected)
    expect(pointers(told() as unknown as { pointer: string }[])).toEqual(expected)
  })

  test.each([
    ['courses', '/data/0/courses/1/count', { count: 'many' }],
    ['blogs', '/data/0/blogs/1/image', { image: 7 }],
    ['courses_categories', '/data/0/courses_categories/1/slug', { slug: true }],
  ] as const)('of an item in the home data is listed with that item: %s', async (kind, pointer, change) => {
    const list = [...content[kind]] as object[]
    list[1] = { ...list[1], ...change }
    const { request, listed } = await inFrontOf((path) =>
      path.endsWith('get-data') ? envelope([{ ...content, [kind]: list }]) : undefined,
    )
    await call(request, 'homeData').expect(200)
    const drifts = await listed()
    expect(drifts).toContainEqual(
      expect.objectContaining({ pointer, item: { kind, value: expect.objectContaining(change) } }),
    )
  })

  test('has labels of the contract alone, and none without another API', async () => {
    const { request } = await inFrontOf(() => undefined)
    await callAll(request)
    const labelsOf = (text: string) => text.match(/^api_drift_total\{/gm)?.length ?? 0
    expect(labelsOf((await request.get('/metrics')).text)).toBe(operationNames.length * 6)
    const plain = await startApp()
    expect(labelsOf((await plain.request.get('/metrics')).text)).toBe(0)
  })

  test('is listed in development alone', async () => {
    const { request } = await startApp({ config: { upstream: 'http://127.0.0.1:9', scenarios: [] } })
    await request.get('/__drift').expect(404)
  })
})
