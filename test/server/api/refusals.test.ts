import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { slugSource } from '../../../server/api/refusals'
import { sharedApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'
import { call } from './operation-rows'

const api = sharedApp()
const form = 'application/x-www-form-urlencoded'

const post = (name: OperationName, body: string, type = 'application/json') =>
  api.request.post(operations[name].path).set('content-type', type).send(body)

type Refusal = { pointer: string; expected: string; found: string; nearest?: string }

const problem = (status: number, { expected, found, ...fault }: Refusal) => ({
  type: 'about:blank',
  title: expect.any(String),
  status,
  detail: expect.any(String),
  errors: [{ ...fault, expected: expect.stringContaining(expected), found: expect.stringMatching(found) }],
})

/** Sends a payload and checks that the answer is a problem document with this fault alone. */
async function expectRefusal(sent: ReturnType<typeof post>, status: number, fault: Refusal): Promise<void> {
  const answer = await sent.expect(status)
  expect([answer.type, answer.body]).toStrictEqual(['application/problem+json', problem(status, fault)])
}

const bySlug: OperationName[] = ['course', 'blog', 'event', 'newsItem']
const byIdOrSlug: OperationName[] = ['courseById', 'blogById']
const slugs: OperationName[] = [...bySlug, 'coursesByCategory']
const choice = 'one of "free_workshop", "competitions_programming"'

/** The operations that refuse a payload, and the fault that they name. */
const rows: [OperationName[], body: string, pointer: string, expected: string, found: string, nearest?: string][] = [
  [bySlug, '{}', '/slug', 'a string', 'nothing'],
  [bySlug, '{"sluq":"a"}', '/slug', 'a string', 'nothing'],
  [slugs, '{"slug":5}', '/slug', 'a string', 'the number 5'],
  [slugs, '{"slug":true}', '/slug', 'a string', 'the boolean true'],
  [slugs, '{"slug":null}', '/slug', 'a string', 'null'],
  [slugs, '{"slug":["a","b"]}', '/slug', 'a string', 'a list of 2'],
  [slugs, '{"slug":{"a":1}}', '/slug', 'a string', 'an object'],
  [bySlug, '{"slug":""}', '/slug', 'not empty', 'the string ""'],
  [byIdOrSlug, '{}', '/slug', 'slug or id', 'nothing'],
  [byIdOrSlug, '{"id":"5"}', '/id', 'a whole number', 'the string "5"', '5'],
  [byIdOrSlug, '{"id":1.5}', '/id', 'a whole number', 'the number 1.5'],
  [byIdOrSlug, '{"id":null}', '/id', 'a whole number', 'null'],
  [byIdOrSlug, '{"slug":5}', '/slug', 'a string', 'the number 5'],
  [['events'], '{}', '/event_type', choice, 'nothing'],
  [
    ['events'],
    '{"event_type":"free_workshops"}',
    '/event_type',
    choice,
    'the string "free_workshops"',
    'free_workshop',
  ],
  [['events'], '{"event_type":null}', '/event_type', choice, 'null'],
  [['events'], '{"event_type":["free_workshop"]}', '/event_type', choice, 'a list of 1'],
  [['news'], '{}', '/ugarit_news', 'true or false', 'nothing'],
  [['news'], '{"other_news":true}', '/ugarit_news', 'true or false', 'nothing'],
  [['news'], '{"ugarit_news":"true"}', '/ugarit_news', 'true or false', 'the string "true"', 'true'],
  [['news'], '{"ugarit_news":1}', '/ugarit_news', 'true or false', 'the number 1'],
  [['news'], '{"ugarit_news":null}', '/ugarit_news', 'true or false', 'null'],
  [['course'], 'null', '', 'an object', 'null'],
  [['course'], '[{"slug":"a"}]', '', 'an object', 'a list of 1'],
  [['course'], '[]', '', 'an object', 'an empty list'],
  [['course'], '"a"', '', 'an object', 'the string "a"'],
  [['course'], '5', '', 'an object', 'the number 5'],
  [['course'], 'false', '', 'an object', 'the boolean false'],
  [['course'], '{"__proto__":{"slug":"a"}}', '', 'JSON', 'JSON with a forbidden key'],
  [['course'], '{"slug":"a","constructor":{"prototype":{"x":1}}}', '', 'JSON', 'JSON with a forbidden key'],
]

test.each(rows.flatMap(([names, ...row]) => names.map((name) => ({ name, row }))))(
  '$name: $row.0 is a 400 that tells where, what was expected and what was found',
  async ({ name, row: [body, pointer, expected, found, nearest] }) => {
    await expectRefusal(post(name, body), 400, { pointer, expected, found: `^${found}$`, ...(nearest && { nearest }) })
  },
)

const noJson = { pointer: '', expected: 'JSON', found: 'no JSON' }

test.each(['{"slug":', '{slug:1}', 'slug=1', '{"slug":"a"}}', '\u0000', '{"slug":"\u0001"}', '\ufeff{'])(
  'malformed JSON (%j) is a 400 that says so',
  (body) => expectRefusal(post('course', body), 400, noJson),
)

test('a payload of lists or objects in each other, thousands deep, is a 400', async () => {
  for (const deep of [`${'['.repeat(8_000)}${']'.repeat(8_000)}`, `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`]) {
    const fault = { pointer: '', expected: 'in each other, 32 deep at most', found: 'deeper ones' }
    await expectRefusal(post('course', `{"slug":"a","more":${deep}}`), 400, fault)
  }
})

const otherType = (type: string) => ({ pointer: '', expected: 'application/json', found: `^the string "${type}"$` })

test.each(['text/plain', 'application/xml', 'text/xml', 'multipart/form-data; boundary=x', 'image/png', 'nonsense'])(
  'content type %s is a 415 that names the two that are understood',
  (type) => expectRefusal(post('course', '{"slug":"a"}', type), 415, otherType(type)),
)

test.each(operationNames.filter((name) => operations[name].method === 'POST'))(
  '%s refuses what is no object, and takes an absent payload for an empty one',
  async (name) => {
    await expectRefusal(post(name, '[]'), 400, { pointer: '', expected: 'an object', found: 'an empty list' })
    const [absent, empty] = [await call(api.request, name), await call(api.request, name, {})]
    expect([absent.status, absent.body]).toStrictEqual([empty.status, empty.body])
  },
)

test('every fault of a payload is told at once', async () => {
  const answer = await post('courseById', '{"id":"x","slug":7}').expect(400)
  expect(answer.body.errors.map(({ pointer }: Refusal) => pointer).sort()).toStrictEqual(['/id', '/slug'])
})

test.each([
  ['course', 'slug=', 'not empty', 'the string ""', '/slug'],
  ['course', '', 'a string', 'nothing', '/slug'],
  ['course', 'slug=a&slug=b', 'a string', 'a list of 2', '/slug'],
  ['news', 'ugarit_news=yes', 'true or false', 'the string "yes"', '/ugarit_news'],
  ['courseById', 'id=-1.5', 'a whole number', 'the string "-1.5"', '/id'],
  ['events', 'event_type=party', choice, 'the string "party"', '/event_type'],
] as const)('%s with the form "%s" is a 400', (name, body, expected, found, pointer) =>
  expectRefusal(post(name, body, form), 400, { pointer, expected, found: `^${found}$` }),
)

test('a numeric slug of a form stays text', async () => {
  const answer = await post('course', 'slug=2026', form).expect(404)
  expect(answer.body.errors).toMatchObject([{ pointer: '/slug', found: 'the string "2026"' }])
})

describe('an unknown slug or id', async () => {
  const content = await readContent()

  test.each(operationNames.filter(slugSource))('of %s is a 404 that names the nearest slugs', async (name) => {
    const [first, second] = content[slugSource(name) ?? 'courses'].map(({ slug }) => slug)
    const misspelt = `${second?.slice(0, -1)}q`
    const { type, body } = await call(api.request, name, { slug: misspelt }).expect(404)
    expect([type, body.errors[0].nearest[0]]).toStrictEqual(['application/problem+json', second])
    expect(body.errors).toMatchObject([{ pointer: '/slug', found: `the string "${misspelt}"` }])
    expect(body.detail).toContain(second)
    // Slugs are case-sensitive and never trimmed; names of object members are slugs of nothing.
    const others = [first?.toUpperCase(), ` ${first}`, `${first}\n`, encodeURIComponent(`${first}é`)]
    const members = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', '\u0000', '\ud800']
    for (const slug of [...others, ...members]) await call(api.request, name, { slug }).expect(404)
  })

  test.each(byIdOrSlug)('of %s is a 404 that points at it', async (name) => {
    for (const id of [-1, 0, 987_654_321, Number.MAX_SAFE_INTEGER]) {
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
  ['20 kB, chunked', 20_000, false],
  ['2 MB, declared', 2_000_000, true],
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
  const fault = { pointer: '', expected: 'a payload of at most 16384 bytes', found: '' }
  expect([answer.statusCode, await json(answer)]).toMatchObject([413, problem(413, fault)])
})
