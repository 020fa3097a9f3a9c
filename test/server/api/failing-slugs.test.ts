import { describe, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { slugSources } from '../../../server/api/handlers'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { missingSlug } from '../../support/site-pages'

const { answers } = createSchemas('ugarit')
const withSlug = operationNames.filter((name) => slugSources[name])

describe.each(withSlug)('%s in development', (name) => {
  const server = sharedApp({ config: { scenarios: [] } })
  const ask = (slug: string) => server.request.post(operations[name].path).send({ slug })

  test.each([
    ['error-503', 503],
    ['error-500', 500],
    ['error-418', 418],
  ])('%s answers a problem document of its status', async (slug, status) => {
    const answer = await ask(slug)
    expect([answer.status, answer.type, answer.body.status]).toEqual([status, 'application/problem+json', status])
    expect(answer.headers['x-answered-by']).toBe('fault')
  })

  test('malformed answers JSON that ends in its middle', async () => {
    const answer = await ask('malformed').buffer(true).parse(asText)
    expect([answer.status, answer.type]).toEqual([200, 'application/json'])
    expect(() => JSON.parse(answer.body)).toThrow(SyntaxError)
  })

  test('html answers a web page', async () => {
    const answer = await ask('html')
    expect([answer.status, answer.type]).toEqual([200, 'text/html'])
  })

  test('drop ends the connection without an answer', async () => {
    await expect(ask('drop')).rejects.toThrow('socket hang up')
  })

  test('empty answers an item without fields, or a category without items', async () => {
    const { body } = await ask('empty')
    if (name === 'coursesByCategory') expect(body.data).toMatchObject({ courses: [], category: { slug: 'empty' } })
    else expect(body).toStrictEqual({ data: {} })
  })

  test('slow-60 waits and answers what is there', async () => {
    const began = performance.now()
    const { status, body } = await ask('slow-60')
    expect(performance.now() - began).toBeGreaterThan(55)
    expect(status).toBe(200)
    expect(createCheck(answers[name])(body.data)).toStrictEqual([])
  })

  test.each(['no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed'])(
    '%s answers what the contract allows',
    async (slug) => {
      const { status, body } = await ask(slug)
      expect(status).toBe(200)
      expect(createCheck(answers[name])(body.data)).toStrictEqual([])
      expect((name === 'coursesByCategory' ? body.data.category : body.data).slug).toBe(slug)
    },
  )

  test('any other unknown slug is missing', async () => {
    for (const slug of [
      missingSlug,
      'error-200',
      'error-',
      'slow-99999',
      'slow',
      'constructor',
      'toString',
      'error-99',
    ])
      expect([slug, (await ask(slug)).status]).toEqual([slug, 404])
  })
})

test('a real item with a failing slug is served normally', async () => {
  const content = generateContent()
  const [first] = content.blogs
  if (first) first.slug = 'error-503'
  const { request } = await startApp({ content, config: { scenarios: [] } })
  const { status, body } = await request.post(operations.blog.path).send({ slug: 'error-503' })
  expect([status, body.data.slug]).toEqual([200, 'error-503'])
})

test('production has no failing slugs', async () => {
  const { request } = await startApp()
  for (const slug of ['error-503', 'malformed', 'slow-1', 'minimal'])
    expect((await request.post(operations.course.path).send({ slug })).status).toBe(404)
})

test('a slow answer is dropped when the client disconnects', async () => {
  const { request } = await startApp({ config: { scenarios: [] } })
  const call = request.post(operations.course.path).send({ slug: 'slow-60000' }).timeout(100)
  // If the server still waited for the slow answer, closing the app after this test would take a minute.
  await expect(call).rejects.toThrow(/[Tt]imeout/)
})

/** The raw body, which supertest would otherwise parse. */
function asText(response: unknown, done: (error: Error | null, body: string) => void): void {
  const stream = response as NodeJS.ReadableStream // superagent types Node's response as its own
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  stream.on('end', () => done(null, text))
}
