import { expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'

const product = 'al-sham'
const api = sharedApp({ content: generateContent({ seed: 2, product }), config: { product } })
const page = async () => (await api.request.get('/docs').expect(200)).text

test('the page loads nothing but its own script and style, which name no other host, and has no inline code', async () => {
  await api.request.get('/docs/').expect(301).expect('location', '/docs')
  const html = await page()
  const types = { '/docs/docs.js': 'text/javascript; charset=utf-8', '/docs/tools.css': 'text/css; charset=utf-8' }
  const loaded = ['script', 'link', 'img', 'iframe'].flatMap((name) => tagsOf(html, name))
  expect(loaded.map(({ src, href }) => src ?? href).sort()).toStrictEqual([...Object.keys(types), 'data:,'])
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/)
  for (const [url, type] of Object.entries(types)) {
    const { statusCode, headers, body } = await api.app.inject(url)
    expect([statusCode, headers['content-type']]).toStrictEqual([200, type])
    expect(body).not.toMatch(/https?:\/\//)
  }
})

// `test/full/development/developer-pages.spec.ts` tests that the fields have labels, and what the script does.
test.each(operationNames)('%s has a heading, and a form that is answered without script', async (name) => {
  const { method, path } = operations[name]
  const html = await page()
  expect(html).toContain(`<h3 id="${name}">`)
  const [, form = ''] = new RegExp(`<form action="${path}" method="${method}"(.*?)</form>`, 'is').exec(html) ?? []
  const chosen = Array.from(form.matchAll(/<option selected>([^<]*)</g), ([, value = '']) => value)
  const selects = tagsOf(form, 'select').map(({ name }, index) => ({ name, value: chosen[index] }))
  const fields = [...tagsOf(form, 'input'), ...selects].filter((field) => field.name)
  expect(fields).toHaveLength(method === 'GET' ? 0 : name.endsWith('ById') ? 2 : 1)
  const sent = fields.flatMap(({ name = '', value }) => (value ? [[name, value]] : []))
  const call = method === 'GET' ? api.request.get(path) : api.request.post(path).type('form')
  await call.send(new URLSearchParams(sent).toString()).expect(200)
})
