import { describe, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const product = 'al-sham'
const api = sharedApp({ content: generateContent({ seed: 2, product }), config: { product } })
const page = async () => (await api.request.get('/docs').expect(200)).text

test('the page loads nothing but its own script and style, and has no inline code', async () => {
  const html = await page()
  const loaded = [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
  expect(loaded).toStrictEqual(['data:,', '/docs/tools.css', '/docs/docs.js'])
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/)
  await api.request.get('/docs/tools.css').expect(200).expect('content-type', 'text/css; charset=utf-8')
  await api.request.get('/docs/docs.js').expect(200).expect('content-type', 'text/javascript; charset=utf-8')
})

test('its style and script name no other host', async () => {
  for (const path of ['/docs/tools.css', '/docs/docs.js']) {
    const { body, text } = await api.request.get(path).buffer(true)
    expect(text ?? String(body)).not.toMatch(/https?:\/\//)
  }
})

test('it has the document’s content type, ETag and encodings, and a slash at the end leads to it', async () => {
  const { headers } = await api.request.get('/openapi.json').set('accept-encoding', 'br').expect(200)
  expect([headers['content-type'], headers['content-encoding']]).toStrictEqual([
    'application/json; charset=utf-8',
    'br',
  ])
  await api.request.get('/openapi.json').set('if-none-match', String(headers.etag)).expect(304)
  await api.request.get('/docs/').expect(301).expect('location', '/docs')
})

describe.each(operationNames)('%s', (name) => {
  const { method, path } = operations[name]

  test('has a heading, a form for its route, and a labelled field for each member of its payload', async () => {
    const html = await page()
    const [, form = ''] =
      new RegExp(`(<form action="${path}" method="${method.toLowerCase()}"[\\s\\S]*?</form>)`).exec(html) ?? []
    expect(html).toContain(`<h3 id="${name}">`)
    const fields = [...form.matchAll(/<(?:input|select) id="([^"]+)"(?: name="([^"]+)")?/g)]
    const expected = method === 'GET' ? 0 : name.endsWith('ById') ? 3 : 2
    expect(fields).toHaveLength(expected)
    for (const [, id] of fields) expect(form).toContain(`<label for="${id}">`)
  })

  test('answers 200 to the initial values of its form, sent without script', async () => {
    const html = await page()
    const [, form = ''] = new RegExp(`(<form action="${path}"[\\s\\S]*?</form>)`).exec(html) ?? []
    const inputs = [...form.matchAll(/<input id="[^"]+" name="([^"]+)"[^>]* value="([^"]*)"/g)]
    const selects = [...form.matchAll(/<select id="[^"]+" name="([^"]+)"[^>]*>.*?<option selected>([^<]*)</g)]
    const body = new URLSearchParams(
      [...inputs, ...selects]
        .filter(([, , value]) => value)
        .map(([, field = '', value = '']) => [field, unescaped(value)]),
    )
    const call = method === 'GET' ? api.request.get(path) : api.request.post(path).type('form').send(body.toString())
    await call.expect(200)
  })
})

function unescaped(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}
