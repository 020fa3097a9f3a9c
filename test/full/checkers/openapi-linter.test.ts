import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { type BuildOptions, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const product = 'nahr_al-kabir'

test.each<[content: string, options: BuildOptions]>([
  ['the shipped content', {}],
  ['generated content', { content: generateContent({ seed: 4, product }), config: { product } }],
  ['empty lists', { content: generateContent({ size: 0 }) }],
  ['a public address', { config: { publicUrl: 'https://www.example.org' } }],
])('Redocly finds nothing to remark in /openapi.json over %s', async (_, options) => {
  const { app } = await startApp(options)
  const source = (await app.inject('/openapi.json')).body
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toStrictEqual([])
})
