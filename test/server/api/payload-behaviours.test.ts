import { expect, onTestFinished, test } from 'vitest'
import type { OperationName } from '#contract/operations'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { call } from './operation-rows'

/* Behaviours that are chosen by the payload, their own bodies, and calls that none of them fits. */

const site = sharedApp({ config: { scenarios: [] }, distDir: currentBuild() })
const { courses, blogs } = await readContent()
const { slug } = firstOf(courses)
const post = firstOf(blogs)

/** Defines a scenario for one test, and returns a function that calls an operation under it. */
async function scenario(definition: object, status = 204) {
  const name = `defined-${crypto.randomUUID()}`
  const defined = await site.request.put(`/__scenarios/${name}`).send({ description: 'Of a test', ...definition })
  expect([defined.status, defined.body.errors]).toEqual([status, status === 204 ? undefined : expect.any(Array)])
  onTestFinished(() => void site.app.inject({ method: 'DELETE', url: `/__scenarios/${name}` }))
  const ask = async (operation: OperationName, payload?: object) => {
    const answer = await call(site.request, operation, payload).set('x-scenario', name)
    return { status: answer.status, body: answer.body, headers: answer.headers }
  }
  return { ask, name, errors: defined.body.errors }
}

test('a behaviour is chosen by any values of the payload', async () => {
  const { ask } = await scenario({
    behaviour: [
      { payload: { ugarit_news: true }, status: 503 },
      { operation: 'courseById', payload: { id: 1, slug }, status: 418 },
      { operation: 'courseById', payload: { id: 1 }, status: 429 },
      { payload: { more: { deep: [1] } }, status: 507 },
    ],
  })
  const statusOf = async (operation: OperationName, payload?: object) => (await ask(operation, payload)).status
  expect(await statusOf('news', { ugarit_news: true })).toBe(503)
  expect(await statusOf('news', { ugarit_news: false })).toBe(200)
  expect(await statusOf('courseById', { id: 1, slug })).toBe(418)
  expect(await statusOf('courseById', { id: 1 })).toBe(429)
  expect(await statusOf('courseById', { slug })).toBe(200)
  expect(await statusOf('course', { slug, more: { deep: [1], other: 1 } })).toBe(507)
  expect(await statusOf('course', { slug, more: { deep: [1, 2] } })).toBe(200)
  expect(await statusOf('homeData')).toBe(200)
})

test("an answer's own body is sent to a call, and shown on a page", async () => {
  const data = { ...post, en_title: 'A title of this test' }
  const { ask, name } = await scenario({
    behaviour: [
      { operation: 'blog', payload: { slug: post.slug }, body: { data } },
      { operation: 'blogs', status: 403, body: { error: 'no token' } },
    ],
  })
  const own = await ask('blog', { slug: post.slug })
  expect(own).toMatchObject({ status: 200, body: { data }, headers: { 'cache-control': 'no-store' } })
  expect(await ask('blogs')).toMatchObject({ status: 403, body: { error: 'no token' } })
  const page = await site.request.get(`/blogs/${post.slug}`).set('x-scenario', name)
  expect([page.status, page.text.includes('A title of this test')]).toEqual([200, true])
})

test('an own body keeps the contract, or its scenario says that it does not', async () => {
  const body = { data: { ...post, slug: 4 } }
  const { errors } = await scenario({ behaviour: [{ operation: 'blog', body }] }, 400)
  expect(errors).toMatchObject([{ pointer: '/behaviour/0/body/data/slug', found: 'the number 4' }])
  const unnamed = await scenario({ behaviour: [{ body: { data: post } }] }, 400)
  expect(unnamed.errors).toMatchObject([{ pointer: '/behaviour/0/operation' }])
  const missing = await scenario({ behaviour: [{ operation: 'blog', body: {} }] }, 400)
  expect(missing.errors[0].pointer).toMatch(/^\/behaviour\/0\/body\/data/)
  const { ask } = await scenario({ breaksContract: true, behaviour: [{ operation: 'blog', body }] })
  expect((await ask('blog', { slug: post.slug })).body).toEqual(body)
})

test('a call that no behaviour fits fails, and says what differs', async () => {
  const { ask, name } = await scenario({
    onUnhandledRequest: 'error',
    behaviour: [
      { operation: 'homeData' },
      { operation: 'course', payload: { slug } },
      { operation: 'blogs', calls: [1] },
    ],
  })
  expect((await ask('homeData')).status).toBe(200)
  expect((await ask('course', { slug })).status).toBe(200)
  expect(await ask('course', { slug: 'other' })).toMatchObject({
    status: 501,
    body: {
      detail: `No behaviour fits the call course {"slug":"other"}. Nearest: behaviour 2 of ${name}: payload/slug is "other" instead of "${slug}".`,
    },
  })
  expect((await ask('blogs')).status).toBe(200)
  const { body } = await ask('blogs')
  expect(body.detail).toContain(`behaviour 3 of ${name}: "calls", "every" or "share" leave it out`)
  // A page that needs such a call fails too, and the log tells the reason.
  const page = await site.request.get('/blogs').set('x-scenario', name)
  expect(page.status).toBe(503)
  const bypassing = await scenario({ onUnhandledRequest: 'bypass', behaviour: [{ operation: 'homeData' }] })
  expect((await bypassing.ask('blogs')).status).toBe(200)
  const empty = await scenario({ onUnhandledRequest: 'error' })
  expect((await empty.ask('blogs')).body.detail).toBe('No behaviour fits the call blogs. There is none.')
})
