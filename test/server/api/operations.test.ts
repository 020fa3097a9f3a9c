import { describe, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { readContent } from '../../support/shipped-content'
import { call, operationRows } from './operation-rows'

const product = 'nahr_al-kabir'
const sets = [
  { set: 'the shipped content', content: await readContent(), product: 'ugarit' },
  { set: 'generated content', content: generateContent({ seed: 3, size: 12, product }), product },
  { set: 'empty lists', content: generateContent({ seed: 5, size: 0 }), product: 'ugarit' },
]

describe.each(sets)('over $set', ({ content, product }) => {
  const api = sharedApp({ content, config: { product } })
  const rows = operationRows(content, product)
  type Call = ReturnType<typeof call>
  const bodyOf = async (sent: Call) => (await sent.expect(200).expect('content-type', /^application\/json/)).body

  test.each(operationNames)('%s answers with `data` alone: the fixtures in their order', async (name) => {
    for (const { payload, data } of rows[name])
      expect(await bodyOf(call(api.request, name, payload)), JSON.stringify(payload)).toStrictEqual({ data })
  })

  test.each(operationNames.filter((name) => operations[name].method === 'POST'))(
    '%s answers the same to form payloads, and accepts unknown fields',
    async (name) => {
      for (const { payload, data } of rows[name].slice(-9)) {
        const form = new URLSearchParams(Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)]))
        const answer = bodyOf(api.request.post(operations[name].path).type('form').send(form.toString()))
        expect(await answer, String(form)).toStrictEqual({ data })
        const more = { ...payload, lang: 'ar', more: { constructor: [null] } }
        expect(await bodyOf(call(api.request, name, more))).toStrictEqual({ data })
      }
    },
  )
})
