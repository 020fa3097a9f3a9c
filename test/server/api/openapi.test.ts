import { describe, expect, test } from 'vitest'
import { newsFlag, type OperationName, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import type { OpenApi } from '../../../server/api/openapi'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { call } from './operation-rows'

const product = 'nahr_al-kabir'
const config = { product, publicUrl: 'https://www.example.org' }
const api = sharedApp({ content: generateContent({ seed: 4, product }), config })
const documentOf = async ({ request }: typeof api): Promise<OpenApi> =>
  (await request.get('/openapi.json').expect(200)).body
const operationOf = (openApi: OpenApi, name: OperationName) => {
  const { method, path } = operations[name]
  return openApi.paths[path]?.[method === 'GET' ? 'get' : 'post']
}

test('all operations are there: described, open to everybody, with payloads in both encodings and refusals as problem documents', async () => {
  const openApi = await documentOf(api)
  expect([openApi.openapi, openApi.security]).toStrictEqual(['3.1.0', []])
  expect(Object.keys(openApi.paths)).toStrictEqual(operationNames.map((name) => operations[name].path))
  for (const name of operationNames) {
    const { method, summary } = operations[name]
    const operation = operationOf(openApi, name)
    expect(operation).toMatchObject({ operationId: name, summary, description: expect.stringMatching(/.{20}/) })
    if (method === 'GET') continue
    const encodings = ['application/json', 'application/x-www-form-urlencoded']
    expect(Object.keys(operation?.requestBody?.content ?? {})).toStrictEqual(encodings)
    expect(operation?.responses).toHaveProperty('400', { $ref: '#/components/responses/BadRequest' })
  }
  for (const refusal of Object.values(openApi.components.responses))
    expect(Object.keys(refusal.content)).toStrictEqual(['application/problem+json'])
  // The document alone says what the product's flag is called, and which types of event exist.
  const bodyOf = (name: OperationName) => JSON.stringify(operationOf(openApi, name)?.requestBody)
  expect([bodyOf('news'), bodyOf('events')]).toMatchObject([
    expect.stringContaining(newsFlag(product)),
    expect.stringContaining('competitions_programming'),
  ])
})

/** Returns the first item of a response's list, or the response if it is no list. */
function firstIn(data: unknown): unknown {
  const [first] = [data].flat() as [{ courses?: unknown[] } | undefined]
  return first?.courses?.[0] ?? first
}

describe.each([
  { set: 'the shipped content', app: sharedApp(), product: 'ugarit' },
  { set: 'generated content', app: api, product },
  { set: 'empty lists', app: sharedApp({ content: generateContent({ size: 0 }) }), product: 'ugarit' },
])('over $set', ({ app, product }) => {
  test.each(operationNames)('the example of %s keeps the contract and begins the answer', async (name) => {
    const { requestBody, responses } = operationOf(await documentOf(app), name) ?? {}
    const asked = requestBody?.content['application/json']?.examples?.fixtures?.value
    const response = responses?.[200]
    const example = response && 'content' in response && response.content['application/json']?.examples?.fixtures
    if (!example) return
    const { data: shown } = example.value as { data: object }
    expect(createCheck(createSchemas(product).answers[name])(shown)).toStrictEqual([])
    const { body } = await call(app.request, name, asked as object).expect(200)
    expect(firstIn(shown)).toStrictEqual(firstIn(body.data))
  })
})
