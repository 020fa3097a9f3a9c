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
  const loaded = ['script', 'link', 'img', 'iframe'].flatMap((name) => tagsOf(html, name))
  expect(loaded.map(({ src, href }) => src ?? href).sort()).toStrictEqual([
    '/docs/docs.js',
    '/docs/tools.css',
    'data:,',
  ])
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/)
  for (const [path, type] of [
    ['/docs/tools.css', 'text/css; charset=utf-8'],
    ['/docs/docs.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const { body, text = String(body) } = await api.request
      .get(path)
      .buffer(true)
      .expect(200)
      .expect('content-type', type)
    expect(text).not.toMatch(/https?:\/\//)
  }
})

test.each(operationNames)(
  '%s has a heading, and a form with a labelled field for each member of its payload, whose initial values are answered without script',
  async (name) => {
    const { method, path } = operations[name]
    const html = await page()
    expect(html).toContain(`<h3 id="${name}">`)
    const start = html.indexOf(`<form action="${path}" method="${method.toLowerCase()}"`)
    expect(start).toBeGreaterThan(0)
    const form = html.slice(start, html.indexOf('</form>', start))
    const [inputs, selects] = [tagsOf(form, 'input'), tagsOf(form, 'select')]
    const fields = [...inputs, ...selects]
    expect(fields).toHaveLength(method === 'GET' ? 0 : name.endsWith('ById') ? 3 : 2)
    expect(tagsOf(form, 'label').map((label) => label.for)).toEqual(expect.arrayContaining(fields.map(({ id }) => id)))
    const chosen = Array.from(form.matchAll(/<option selected>([^<]*)</g), ([, value = '']) => value)
    const values = [...inputs, ...selects.map((select, index) => ({ ...select, value: chosen[index] ?? '' }))]
    const sent = values.flatMap(({ name, value }: Record<string, string>) => (name && value ? [[name, value]] : []))
    const body = new URLSearchParams(sent).toString()
    await (method === 'GET' ? api.request.get(path) : api.request.post(path).type('form').send(body)).expect(200)
  },
)
