import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { slugSource } from '#contract/answers'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { sharedApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'
import { call } from './operation-rows'

const api = sharedApp()
const form = 'application/x-www-form-urlencoded'

const post = (name: OperationName, body: string, type = 'application/json') =>
  api.request.post(operations[name].path).set('content-type', type).send(body)

type Refusal = { pointer: string; expected: string; found: string; nearest?: string }

const problem = (status: number, { expected, found, ...violation }: Refusal) => ({
  type: 'about:blank',
  title: expect.any(String),
  status,
  detail: expect.any(String),
  errors: [{ ...violation, expected: expect.stringContaining(expected), found: expect.stringMatching(found) }],
})

/** Sends a payload and checks that the response is a problem document with only this violation. */
async function expectRefusal(sent: ReturnType<typeof post>, status: number, violation: Refusal): Promise<void> {
  const answer = await sent.expect(status)
  expect([answer.type, answer.body]).toStrictEqual(['application/problem+json', problem(status, violation)])
}

const bySlug: OperationName[] = ['course', 'blog', 'event', 'newsItem']
const byIdOrSlug: OperationName[] = ['courseById', 'blogById']
const slugs: OperationName[] = [...bySlug, 'coursesByCategory']
const all = operationNames.filter((name) => operations[name].method === 'POST')
const choice = 'one of "free_workshop", "competitions_programming"'

/** The operations that refuse a payload, and the violation that they name. */
const rows: [OperationName[], body: string, pointer: string, expected: string, found: string, nearest?: string][] = [
  [bySlug, '{}', '/slug', 'a string', 'nothing'],
  [slugs, '{"slug":5}', '/slug', 'a string', 'the number 5'],
  [slugs, '{"slug":null}', '/slug', 'a string', 'null'],
  [slugs, '{"slug":["a","b"]}', '/slug', 'a string', 'a list of 2'],
  [bySlug, '{"slug":""}', '/slug', 'not empty', 'the string ""'],
  [byIdOrSlug, '{}', '/slug', 'slug or id', 'nothing'],
  [byIdOrSlug, '{"id":"5"}', '/id', 'a whole number', 'the string "5"', '5'],
  [byIdOrSlug, '{"id":1.5}', '/id', 'a whole number', 'the number 1.5'],
  [byIdOrSlug, '{"slug":{"a":1}}', '/slug', 'a string', 'an object'],
  [['events'], '{}', '/event_type', choice, 'nothing'],
  [['events'], '{"event_type":"free_workshops"}', '/event_type', choice, 'the string .*', 'free_workshop'],
  [['news'], '{"other_news":true}', '/ugarit_news', 'true or false', 'nothing'],
  [['news'], '{"ugarit_news":"true"}', '/ugarit_news', 'true or false', 'the string "true"', 'true'],
  [['news'], '{"ugarit_news":1}', '/ugarit_news', 'true or false', 'the number 1'],
  [all, '[]', '', 'an object', 'an empty list'],
  [['course'], 'null', '', 'an object', 'null'],
  [['course'], 'false', '', 'an object', 'the boolean false'],
  [['course'], '{"__proto__":{"slug":"a"}}', '', 'JSON', 'JSON with a forbidden key'],
  [['course'], '{"slug":"a","constructor":{"prototype":{"x":1}}}', '', 'JSON', 'JSON with a forbidden key'],
  ...['{"slug":', 'slug=1', '{"slug":"a"}}', '\u0000', '{"slug":"\u0001"}', '\ufeff{'].map(
    (body): (typeof rows)[number] => [['course'], body, '', 'JSON', 'text that is no JSON: .*'],
  ),
]

test.each(rows.flatMap(([names, ...row]) => names.map((name) => ({ name, row }))))(
  '$name: $row.0 is a 400 that tells where, what was expected and what was found',
  async ({ name, row: [body, pointer, expected, found, nearest] }) => {
    const violation = { pointer, expected, found: `^${found}$`, ...(nearest && { nearest }) }
    await expectRefusal(post(name, body), 400, violation)
  },
)

test('a payload of lists or objects in each other, thousands deep, is a 400', async () => {
  for (const deep of [`${'['.repeat(8_000)}${']'.repeat(8_000)}`, `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`]) {
    const violation = { pointer: '', expected: 'in each other, 32 deep at most', found: 'deeper ones' }
    await expectRefusal(post('course', `{"slug":"a","more":${deep}}`), 400, violation)
  }
})

test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'])(
  'content type %s is a 415 that names one that is understood',
  async (type) => {
    const violation = { pointer: '', expected: 'application/json', found: `^the string "${type}"$` }
    await expectRefusal(post('course', '{"slug":"a"}', type), 415, violation)
  },
)

test.each(all)('%s takes an absent payload for an empty one', async (name) => {
  const [absent, empty] = [await call(api.request, name), await call(api.request, name, {})]
  expect([absent.status, absent.body]).toStrictEqual([empty.status, empty.body])
})

test('every violation of a payload is told at once', async () => {
  const answer = await post('courseById', '{"id":"x","slug":7}').expect(400)
  expect(answer.body.errors.map(({ pointer }: Refusal) => pointer).sort()).toStrictEqual(['/id', '/slug'])
})

test.each([
  ['course', '', 400, 'a string', 'nothing', '/slug'],
  ['course', 'slug=a&slug=b', 400, 'a string', 'a list of 2', '/slug'],
  ['news', 'ugarit_news=yes', 400, 'true or false', 'the string "yes"', '/ugarit_news'],
  ['courseById', 'id=-1.5', 400, 'a whole number', 'the string "-1.5"', '/id'],
  // A numeric slug stays text.
  ['course', 'slug=2026', 404, 'a slug of courses', 'the string "2026"', '/slug'],
] as const)('%s with the form "%s" is a %i', (name, body, status, expected, found, pointer) =>
  expectRefusal(post(name, body, form), status, { pointer, expected, found: `^${found}$` }),
)

describe('an unknown slug or id', async () => {
  const content = await readContent()

  test.each(operationNames.filter(slugSource))('of %s is a 404 that names the nearest slugs', async (name) => {
    const [first, second] = content[slugSource(name) ?? 'courses'].map(({ slug }) => slug)
    const misspelt = `${second?.slice(0, -1)}q`
    const { type, body } = await call(api.request, name, { slug: misspelt }).expect(404)
    expect([type, body.errors[0].nearest[0]]).toStrictEqual(['application/problem+json', second])
    expect(body.errors).toMatchObject([{ pointer: '/slug', found: `the string "${misspelt}"` }])
    expect(body.detail).toContain(second)
    // Slugs are case-sensitive and never trimmed, and names of JavaScript's own object members are no slugs.
    for (const slug of [first?.toUpperCase(), ` ${first}`, '__proto__', 'constructor', 'length', '0', '\ud800'])
      await call(api.request, name, { slug }).expect(404)
  })

  test.each(byIdOrSlug)('of %s is a 404 that points at it', async (name) => {
    for (const id of [-1, 0, Number.MAX_SAFE_INTEGER]) {
      const answer = await call(api.request, name, { id }).expect(404)
      expect(answer.body.errors).toMatchObject([{ pointer: '/id', found: `the number ${id}` }])
    }
  })

  test('that is very long is not repeated as a whole', async () => {
    const answer = await call(api.request, 'course', { slug: 'x'.repeat(10_000) }).expect(404)
    expect(answer.text.length).toBeLessThan(600)
  })
})

test.each([
  ['20 kB, declared', 20_000, true],
  ['2 MB, chunked', 2_000_000, false],
])('a payload of %s is a 413 problem document', async (_, bytes, isDeclared) => {
  const headers = { 'content-type': 'application/json', ...(isDeclared && { 'content-length': bytes }) }
  const sent = request(`${api.url}/api/get-course`, { agent: false, method: 'POST', headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  // The server may close the connection after it has refused the request.
  sent.on('error', () => undefined)
  sent.write('{"slug":"')
  sent.end('a'.repeat(bytes - 9))
  const [answer] = await answered
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const violation = { pointer: '', expected: 'a payload of at most 16384 bytes', found: '' }
  expect([answer.statusCode, await json(answer)]).toMatchObject([413, problem(413, violation)])
})
