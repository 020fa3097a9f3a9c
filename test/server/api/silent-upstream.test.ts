import { expect, test } from 'vitest'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { otherApi } from './other-api'

const content = generateContent({ seed: 1 })

test('a silent upstream costs one timeout: later payloads are answered while their calls are in flight', async () => {
  const api = await otherApi(() => undefined)
  const { request } = await startApp({ content, config: { upstream: api.url } })
  const [first, ...others] = content.courses.slice(0, 5).map(({ slug }) => slug)
  const ask = (slug = '') => request.post('/api/get-course').send({ slug }).expect(200)
  expect((await ask(first)).headers['x-answered-by']).toBe('fixtures')
  for (const slug of others) {
    const { headers, body } = await ask(slug)
    expect([headers['x-answered-by'], body.data.slug]).toStrictEqual(['fixtures', slug])
    expect([...api.open]).toContain(`POST /api/get-course ${JSON.stringify({ slug })}`)
  }
})
