import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { slugSource } from '../../../server/api/refusals'
import { sharedApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'

const api = sharedApp()

const post = (name: OperationName, body: string, type = 'application/json') =>
  api.request.post(operations[name].path).set('content-type', type).send(body)

type Refusal = { pointer: string; expected: string; found: string; nearest?: string | string[] }

const problem = (status: number, errors?: Refusal[]) => ({
  type: 'about:blank',
  title: expect.any(String),
  status,
  detail: expect.any(String),
  ...(errors && {
    errors: errors.map((error) => ({ ...error, expected: expect.stringContaining(error.expected) })),
  }),
})

const byPost = operationNames.filter((name) => operations[name].method === 'POST')
const bySlug = ['course', 'blog', 'event', 'newsItem'] as const
const byIdOrSlug = ['courseById', 'blogById'] as const

// The payload's value, and where the problem document points.
const slugRows: [kind: string, body: string, Refusal][] = [
  ['no field', '{}', { pointer: '/slug', expected: 'a string', found: 'nothing' }],
  ['another field', '{"sluq":"a"}', { pointer: '/slug', expected: 'a string', found: 'nothing' }],
  ['a number', '{"slug":5}', { pointer: '/slug', expected: 'a string', found: 'the number 5' }],
  ['a boolean', '{"slug":true}', { pointer: '/slug', expected: 'a string', found: 'the boolean true' }],
  ['null', '{"slug":null}', { pointer: '/slug', expected: 'a string', found: 'null' }],
  ['a list', '{"slug":["a","b"]}', { pointer: '/slug', expected: 'a string', found: 'a list of 2' }],
  ['an object', '{"slug":{"a":1}}', { pointer: '/slug', expected: 'a string', found: 'an object' }],
  ['an empty text', '{"slug":""}', { pointer: '/slug', expected: 'not empty', found: 'the string ""' }],
]
const idRows: [kind: string, body: string, Refusal][] = [
  ['neither id nor slug', '{}', { pointer: '/slug', expected: 'slug or id', found: 'nothing' }],
  ['a quoted id', '{"id":"5"}', { pointer: '/id', expected: 'a whole number', found: 'the string "5"', nearest: '5' }],
  ['a fraction', '{"id":1.5}', { pointer: '/id', expected: 'a whole number', found: 'the number 1.5' }],
  ['a null id', '{"id":null}', { pointer: '/id', expected: 'a whole number', found: 'null' }],
  ['a numeric slug', '{"slug":5}', { pointer: '/slug', expected: 'a string', found: 'the number 5' }],
]
const eventChoice = 'one of "free_workshop", "competitions_programming"'
const eventRows: [kind: string, body: string, Refusal][] = [
  ['no type', '{}', { pointer: '/event_type', expected: eventChoice, found: 'nothing' }],
  [
    'a type nearly right',
    '{"event_type":"free_workshops"}',
    { pointer: '/event_type', expected: eventChoice, found: 'the string "free_workshops"', nearest: 'free_workshop' },
  ],
  ['a null type', '{"event_type":null}', { pointer: '/event_type', expected: eventChoice, found: 'null' }],
  [
    'a list of types',
    '{"event_type":["free_workshop"]}',
    { pointer: '/event_type', expected: eventChoice, found: 'a list of 1' },
  ],
]
const flag = { pointer: '/ugarit_news', expected: 'true or false' }
const newsRows: [kind: string, body: string, Refusal][] = [
  ['no flag', '{}', { ...flag, found: 'nothing' }],
  ["another product's flag", '{"other_news":true}', { ...flag, found: 'nothing' }],
  ['a quoted flag', '{"ugarit_news":"true"}', { ...flag, found: 'the string "true"', nearest: 'true' }],
  ['a number', '{"ugarit_news":1}', { ...flag, found: 'the number 1' }],
  ['null', '{"ugarit_news":null}', { ...flag, found: 'null' }],
]

const rows = [
  ...bySlug.flatMap((name) => slugRows.map((row) => [name, ...row] as const)),
  ...byIdOrSlug.flatMap((name) => idRows.map((row) => [name, ...row] as const)),
  ...slugRows.slice(2, 7).map((row) => ['coursesByCategory', ...row] as const),
  ...eventRows.map((row) => ['events', ...row] as const),
  ...newsRows.map((row) => ['news', ...row] as const),
]

test.each(rows)(
  '%s: %s is a 400 that tells where, what was expected and what was found',
  async (name, _, body, fault) => {
    const answer = await post(name, body)
      .expect(400)
      .expect('content-type', /^application\/problem\+json/)
    expect(answer.body).toStrictEqual(problem(400, [fault]))
  },
)

test.each([
  ['null', 'null'],
  ['a list of 1', '[{"slug":"a"}]'],
  ['an empty list', '[]'],
  ['the string "a"', '"a"'],
  ['the number 5', '5'],
  ['the boolean false', 'false'],
])('%s in place of an object is a 400 that points at the root', async (found, body) => {
  const answer = await post('course', body)
    .expect(400)
    .expect('content-type', /^application\/problem\+json/)
  expect(answer.body).toStrictEqual(problem(400, [{ pointer: '', expected: 'an object', found }]))
})

const noJson = { pointer: '', expected: 'JSON', found: expect.stringContaining('no JSON') as unknown as string }

test.each(['{"slug":', '{slug:1}', 'slug=1', '{"slug":"a"}}', '\u0000', '{"slug":"\u0001"}', '\ufeff{'])(
  'malformed JSON (%j) is a 400 that says so',
  async (body) => {
    const answer = await post('course', body)
      .expect(400)
      .expect('content-type', /^application\/problem\+json/)
    expect(answer.body).toStrictEqual(problem(400, [noJson]))
  },
)

test.each(['{"__proto__":{"slug":"a"}}', '{"slug":"a","constructor":{"prototype":{"x":1}}}'])(
  'a key that reaches for prototypes is a 400: %s',
  async (body) => {
    const answer = await post('course', body).expect(400)
    expect(answer.body.errors).toMatchObject([{ pointer: '', found: 'JSON with a forbidden key' }])
  },
)

const otherType = (type: string) => ({
  pointer: '',
  expected: 'application/json',
  found: `the string "${type}"`,
})

test.each(['text/plain', 'application/xml', 'text/xml', 'multipart/form-data; boundary=x', 'image/png', 'nonsense'])(
  'content type %s is a 415 that names the two that are understood',
  async (type) => {
    const answer = await post('course', '{"slug":"a"}', type)
      .expect(415)
      .expect('content-type', /^application\/problem\+json/)
    expect(answer.body).toStrictEqual(problem(415, [otherType(type)]))
  },
)

describe.each(byPost)('%s', (name) => {
  test('refuses what is no object, no JSON and of another type', async () => {
    const rows: [status: number, body: string, type: string | undefined, Refusal][] = [
      [400, '[]', undefined, { pointer: '', expected: 'an object', found: 'an empty list' }],
      [400, '{"slug":', undefined, noJson],
      [415, '{"slug":"a"}', 'text/plain', otherType('text/plain')],
    ]
    for (const [status, body, type, fault] of rows) {
      const answer = await post(name, body, type).expect(status)
      expect([answer.type, answer.body]).toStrictEqual(['application/problem+json', problem(status, [fault])])
    }
  })

  test('an absent payload is an empty one', async () => {
    const { path } = operations[name]
    const absent = await api.request.post(path)
    const empty = await api.request.post(path).send({})
    expect([absent.status, absent.body]).toStrictEqual([empty.status, empty.body])
  })
})

test('every fault of a payload is told at once', async () => {
  const answer = await post('courseById', '{"id":"x","slug":7}').expect(400)
  expect(answer.body.errors.map(({ pointer }: Refusal) => pointer).sort()).toStrictEqual(['/id', '/slug'])
})

describe('forms', () => {
  const form = 'application/x-www-form-urlencoded'

  test.each([
    ['course', 'slug=', 'not empty', 'the string ""', '/slug'],
    ['course', '', 'a string', 'nothing', '/slug'],
    ['course', 'slug=a&slug=b', 'a string', 'a list of 2', '/slug'],
    ['news', 'ugarit_news=yes', 'true or false', 'the string "yes"', '/ugarit_news'],
    ['courseById', 'id=-1.5', 'a whole number', 'the string "-1.5"', '/id'],
    ['events', 'event_type=party', eventChoice, 'the string "party"', '/event_type'],
  ] as const)('%s with "%s" is a 400', async (name, body, expected, found, pointer) => {
    const answer = await post(name, body, form)
      .expect(400)
      .expect('content-type', /^application\/problem\+json/)
    expect(answer.body).toStrictEqual(problem(400, [{ pointer, expected, found }]))
  })

  test('a numeric slug stays text', async () => {
    const answer = await post('course', 'slug=2026', form).expect(404)
    expect(answer.body.errors).toMatchObject([{ pointer: '/slug', found: 'the string "2026"' }])
  })
})

describe('an unknown slug or id', async () => {
  const content = await readContent()

  test.each(operationNames.filter(slugSource))('of %s is a 404 that names the nearest slugs', async (name) => {
    const [first, second] = content[slugSource(name) ?? 'courses'].map(({ slug }) => slug)
    const misspelt = `${second?.slice(0, -1)}q`
    const { type, body } = await post(name, JSON.stringify({ slug: misspelt })).expect(404)
    expect([type, body.errors[0].nearest[0]]).toStrictEqual(['application/problem+json', second])
    expect(body.errors).toMatchObject([{ pointer: '/slug', found: `the string "${misspelt}"` }])
    expect(body.detail).toContain(second)
    // Slugs are case-sensitive and never trimmed; names of object members are slugs of nothing.
    const others = [first?.toUpperCase(), ` ${first}`, `${first}\n`, encodeURIComponent(`${first}é`)]
    const members = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0', '\u0000', '\ud800']
    for (const slug of [...others, ...members]) await post(name, JSON.stringify({ slug })).expect(404)
  })

  test.each(byIdOrSlug)('of %s is a 404 that points at it', async (name) => {
    for (const id of [-1, 0, 987_654_321, Number.MAX_SAFE_INTEGER]) {
      const answer = await post(name, JSON.stringify({ id })).expect(404)
      expect(answer.body.errors).toMatchObject([{ pointer: '/id', found: `the number ${id}` }])
    }
  })

  test('that is very long is not repeated as a whole', async () => {
    const answer = await post('course', JSON.stringify({ slug: 'x'.repeat(10_000) })).expect(404)
    expect(answer.text.length).toBeLessThan(600)
  })
})

test.each([
  ['20 kB, declared', 20_000, true],
  ['20 kB, chunked', 20_000, false],
  ['2 MB, declared', 2_000_000, true],
  ['2 MB, chunked', 2_000_000, false],
])('a payload of %s is a 413 problem document', async (_, bytes, isDeclared) => {
  const sent = request(`${api.url}/api/get-course`, {
    agent: false,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isDeclared && { 'content-length': bytes }) },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  // The server may close the connection after it has refused the request.
  sent.on('error', () => undefined)
  sent.write('{"slug":"')
  sent.end('a'.repeat(bytes - 9))
  const [answer] = await answered
  expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([
    413,
    'application/problem+json; charset=utf-8',
  ])
  expect(await json(answer)).toMatchObject(
    problem(413, [
      { pointer: '', expected: 'a payload of at most 16384 bytes', found: expect.any(String) as unknown as string },
    ]),
  )
})
