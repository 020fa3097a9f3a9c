import { describe, expect, test } from 'vitest'
import { newsFlag, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import type { OpenApi } from '../../../server/api/openapi'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const product = 'nahr_al-kabir'
const sets = [
  { set: 'the shipped content', product: 'ugarit', options: {} },
  {
    set: 'generated content',
    product,
    options: {
      content: generateContent({ seed: 4, product }),
      config: { product, publicUrl: 'https://www.example.org' },
    },
  },
  { set: 'empty lists', product: 'ugarit', options: { content: generateContent({ size: 0 }) } },
]

describe.each(sets)('over $set', ({ product, options }) => {
  const api = sharedApp(options)
  const document = async (): Promise<OpenApi> => (await api.request.get('/openapi.json').expect(200)).body
  const operationOf = (openApi: OpenApi, name: (typeof operationNames)[number]) => {
    const { method, path } = operations[name]
    return openApi.paths[path]?.[method === 'GET' ? 'get' : 'post']
  }

  test('all eleven operations are there under their names, described, and open to everybody', async () => {
    const openApi = await document()
    expect([openApi.openapi, openApi.security]).toStrictEqual(['3.1.0', []])
    expect(Object.keys(openApi.paths)).toStrictEqual(operationNames.map((name) => operations[name].path))
    for (const name of operationNames) {
      const operation = operationOf(openApi, name)
      expect(operation).toMatchObject({ operationId: name, summary: operations[name].summary })
      expect(operation?.description.length).toBeGreaterThan(20)
    }
  })

  test('each POST has its payload in both encodings and its refusals as problem documents', async () => {
    const openApi = await document()
    const posts = operationNames.filter((name) => operations[name].method === 'POST')
    expect(posts).toHaveLength(9)
    for (const name of posts) {
      const operation = operationOf(openApi, name)
      expect(Object.keys(operation?.requestBody?.content ?? {})).toStrictEqual([
        'application/json',
        'application/x-www-form-urlencoded',
      ])
      const refusals = Object.values(openApi.components.responses)
      for (const refusal of refusals) expect(Object.keys(refusal.content)).toStrictEqual(['application/problem+json'])
      expect(operation?.responses).toHaveProperty('400', { $ref: '#/components/responses/PayloadDoesNotFit' })
    }
    expect(JSON.stringify(operationOf(openApi, 'news')?.requestBody)).toContain(newsFlag(product))
    // From the document alone one can tell which types of events there are.
    const eventType = operationOf(openApi, 'events')?.requestBody?.content['application/json']?.schema.properties
    expect(JSON.stringify(eventType?.event_type)).toContain('competitions_programming')
  })

  test('every example is real: its payload gets an answer that begins with the example', async () => {
    const openApi = await document()
    const { answers } = createSchemas(product)
    for (const name of operationNames) {
      const operation = operationOf(openApi, name)
      const asked = operation?.requestBody?.content['application/json']?.examples?.fixtures?.value
      const response = operation?.responses[200]
      const example = response && 'content' in response && response.content['application/json']?.examples?.fixtures
      if (!example) continue
      const { data: shown } = example.value as { data: object }
      expect([name, createCheck(answers[name])(shown)]).toStrictEqual([name, []])
      const { method, path } = operations[name]
      const { body } = await (method === 'GET' ? api.request.get(path) : api.request.post(path).send(asked as object))
      expect([name, ...missingIn(shown, body.data)]).toStrictEqual([name])
    }
  })
})

/** The parts of an example that the real answer lacks; lists may go on. */
function missingIn(shown: unknown, real: unknown, pointer = ''): string[] {
  if (typeof shown !== 'object' || shown === null) return shown === real ? [] : [pointer]
  if (typeof real !== 'object' || real === null) return [pointer]
  if (pointer.endsWith('/courses_categories')) return []
  return Object.entries(shown).flatMap(([key, value]) =>
    missingIn(value, (real as Record<string, unknown>)[key], `${pointer}/${key}`),
  )
}
