import { describe, expect, test } from 'vitest'
import { slugSource } from '#contract/answers'
import { operationNames } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { elementText } from '../../support/html'
import { firstOf } from '../../support/site-pages'
import { call } from './operation-rows'

const { answers } = createSchemas('ugarit')
const site = sharedApp({ distDir: currentBuild(), config: { scenarios: [] } })

describe.each(operationNames.filter((name) => slugSource(name)))('%s', (name) => {
  const ask = (slug: string) => call(site.request, name, { slug })

  test.each([
    ['error-503', 503, 'application/problem+json'],
    ['error-418', 418, 'application/problem+json'],
    ['html', 200, 'text/html'],
  ])('%s answers %i as %s', async (slug, status, type) => {
    const { headers, ...answer } = await ask(slug)
    expect([answer.status, answer.type, headers['x-answered-by']]).toEqual([status, type, 'fault'])
  })

  test('malformed answers JSON that ends in its middle, drop ends the connection', async () => {
    await expect(ask('malformed')).rejects.toThrow(/JSON/)
    await expect(ask('drop')).rejects.toThrow('socket hang up')
  })

  test('empty answers an item without fields, or a category without items', async () => {
    const category = { courses: [], category: expect.objectContaining({ slug: 'empty' }) }
    expect((await ask('empty')).body).toEqual({ data: name === 'coursesByCategory' ? category : {} })
  })

  test.each(['no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed', 'slow-60'])(
    '%s answers what the contract allows, slow-60 after that time',
    async (slug) => {
      const began = performance.now()
      const { status, body } = await ask(slug)
      if (slug === 'slow-60') expect(performance.now() - began).toBeGreaterThan(55)
      expect([status, createCheck(answers[name])(body.data)]).toStrictEqual([200, []])
      expect((body.data.category ?? body.data).slug ?? slug).toBe(slug)
      if (name === 'coursesByCategory') expect(body.data.courses.length).toBeGreaterThan(1)
    },
  )

  test.each(['error-200', 'error-', 'slow-99999', 'slow', 'constructor'])('%s is missing', async (slug) => {
    await ask(slug).expect(404)
  })
})

test.each([
  ['/courses/error-503', 503, 'This page could not be loaded'],
  ['/courses/empty', 503, 'This page could not be loaded'],
  ['/courses/error-404', 404, 'Page not found'],
  ['/course-category/empty', 200, /./],
  ['/blogs/long', 200, /takes its time/],
])('the page %s answers %i and shows its state', async (path, status, heading) => {
  const { text } = await site.request.get(path).expect(status)
  expect(elementText(text, 'h1')).toMatch(heading)
})

test('a real item with a failing slug is served normally', async () => {
  const content = generateContent()
  const first = Object.assign(firstOf(content.blogs), { slug: 'error-503' })
  const { request } = await startApp({ content, config: { scenarios: [] } })
  await call(request, 'blog', { slug: first.slug }).expect(200, { data: first })
})

test.each(['html', 'drop'])('%s is answered once, and nothing is logged', async (slug) => {
  const { request, lines, close } = await startApp({ config: { scenarios: [], logLevel: 'warn' } })
  await call(request, 'course', { slug }).catch(() => undefined)
  await close()
  expect(lines.filter(({ err }) => err)).toStrictEqual([])
})

test('a slow answer is dropped when the client disconnects', async () => {
  const { request } = await startApp({ config: { scenarios: [] } })
  // If the server still waited for the slow answer, closing the app after this test would take a minute.
  await expect(call(request, 'course', { slug: 'slow-60000' }).timeout(100)).rejects.toThrow(/[Tt]imeout/)
})
