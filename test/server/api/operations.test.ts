import { describe, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { readContent } from '../../support/shipped-content'
import { operationRows } from './operation-rows'

const product = 'nahr_al-kabir'
const generated = generateContent({ seed: 3, size: 12, product })
const sets = [
  { set: 'the shipped content', content: await readContent(), product: 'ugarit', options: {} },
  { set: 'generated content', content: generated, product, options: { content: generated, config: { product } } },
  {
    set: 'empty lists',
    content: generateContent({ seed: 5, size: 0 }),
    product: 'ugarit',
    options: { content: generateContent({ seed: 5, size: 0 }) },
  },
]

describe.each(sets)('over $set', ({ content, product, options }) => {
  const api = sharedApp(options)
  const rows = operationRows(content, product)

  describe.each(operationNames)('%s', (name) => {
    const { method, path } = operations[name]
    const answer = (request: ReturnType<typeof api.request.get>) =>
      request.expect(200).expect('content-type', /^application\/json/)

    if (method === 'GET') {
      test('answers with the items of the fixtures, in their order, and nothing beside `data`', async () => {
        for (const { data } of rows[name]) {
          const { body } = await answer(api.request.get(path))
          expect(body).toStrictEqual({ data })
        }
      })
      return
    }

    test('answers JSON payloads with the items of the fixtures, in their order, and nothing beside `data`', async () => {
      for (const { payload, data } of rows[name]) {
        const { body } = await answer(payload ? api.request.post(path).send(payload) : api.request.post(path))
        expect(body, JSON.stringify(payload)).toStrictEqual({ data })
      }
    })

    test('answers the same to form payloads', async () => {
      for (const { payload, data } of rows[name].slice(-9)) {
        const form = new URLSearchParams(Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)]))
        const { body } = await answer(api.request.post(path).type('form').send(form.toString()))
        expect(body, String(form)).toStrictEqual({ data })
      }
    })

    test('accepts unknown fields in the payload', async () => {
      const [row] = rows[name].slice(-1)
      if (!row) return
      const { body } = await answer(
        api.request.post(path).send({ ...row.payload, lang: 'ar', more: { constructor: [null] } }),
      )
      expect(body).toStrictEqual({ data: row.data })
    })
  })
})
