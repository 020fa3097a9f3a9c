import { expect, test } from 'vitest'
import { type OperationName, operations } from '#contract/operations'
import { sharedApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'

const api = sharedApp()
const content = await readContent()

const post = (name: OperationName, body: string) =>
  api.request.post(operations[name].path).set('content-type', 'application/json').send(body)

const sources = {
  coursesByCategory: content.courses_categories,
  courseById: content.courses,
  course: content.courses,
  blog: content.blogs,
  blogById: content.blogs,
  event: content.events,
  newsItem: content.news,
}

test.each(Object.entries(sources))('%s: an unknown slug is a 404 that names the nearest', async (name, list) => {
  const slug = list[1]?.slug ?? ''
  const misspelt = `${slug.slice(0, -1)}q`
  const answer = await post(name as OperationName, JSON.stringify({ slug: misspelt }))
    .expect(404)
    .expect('content-type', /^application\/problem\+json/)
  expect(answer.body.errors).toMatchObject([{ pointer: '/slug', found: `the string "${misspelt}"` }])
  expect(answer.body.errors[0].nearest[0]).toBe(slug)
  expect(answer.body.detail).toContain(slug)
})

test.each(Object.entries(sources))('%s: slugs are case-sensitive and never trimmed', async (name, list) => {
  const slug = list[0]?.slug ?? ''
  for (const other of [slug.toUpperCase(), ` ${slug}`, `${slug}\n`, encodeURIComponent(`${slug}é`)]) {
    await post(name as OperationName, JSON.stringify({ slug: other })).expect(404)
  }
})

test.each(Object.keys(sources))('%s: names of object members are slugs of nothing', async (name) => {
  for (const slug of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', '\u0000', '\ud800']) {
    await post(name as OperationName, JSON.stringify({ slug })).expect(404)
  }
})

test.each(['courseById', 'blogById'] as const)('%s: an unknown id is a 404 that points at it', async (name) => {
  for (const id of [-1, 0, 987_654_321, Number.MAX_SAFE_INTEGER]) {
    const answer = await post(name, JSON.stringify({ id })).expect(404)
    expect(answer.body.errors).toMatchObject([{ pointer: '/id', found: `the number ${id}` }])
  }
})

test('a very long slug is a 404 that does not repeat all of it', async () => {
  const answer = await post('course', JSON.stringify({ slug: 'x'.repeat(10_000) })).expect(404)
  expect(answer.text.length).toBeLessThan(600)
})
