import { describe, expect, test } from 'vitest'
import type { OperationName } from '#contract/operations'
import { sharedApp, startApp } from '../../support/app'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { call } from './operation-rows'

const site = sharedApp({ config: { scenarios: [] } })
const { slug } = firstOf((await readContent()).courses)

type Sent = [operation: OperationName, payload?: object | undefined, headers?: Record<string, string>]

/** Sends calls under a key of their own, and returns a function that verifies expectations of this key. */
async function sent(key: string, calls: Sent[]) {
  for (const [operation, payload, headers] of calls)
    await call(site.request, operation, payload).set({ 'x-scenario-key': key, ...headers })
  return async (expectation: object) => {
    const { status, body } = await site.request.post('/__requests/verify').send({ key, ...expectation })
    return [status, status === 200 ? body : body.detail]
  }
}

test.each<[holds: string, expectation: object]>([
  ['a call', { calls: [{ operation: 'course', slug }] }],
  ['a part of the payload', { calls: [{ operation: 'news', payload: {} }] }],
  ['a number of calls', { calls: [{ operation: 'course', times: 2 }] }],
  ['a least number', { calls: [{ operation: 'course', atLeast: 2 }] }],
  ['a range', { calls: [{ operation: 'course', atLeast: 1, atMost: 3 }] }],
  ['no call', { calls: [{ operation: 'blogs', never: true }] }],
  ['a status', { calls: [{ operation: 'course', status: '4xx', times: 1 }] }],
  ['all calls', { calls: [{ times: 4 }] }],
  ['an order with others between', { calls: [{ operation: 'homeData' }, { operation: 'news' }], inOrder: true }],
  [
    'an order with a call that comes again',
    {
      calls: [{ operation: 'course', slug }, { operation: 'course', slug: 'none' }, { operation: 'news' }],
      inOrder: true,
    },
  ],
])('%s holds', async (holds, expectation) => {
  const verify = await sent(holds, [
    ['homeData'],
    ['course', { slug }],
    ['course', { slug: 'none' }],
    ['news', { ugarit_news: true }],
  ])
  expect(await verify(expectation)).toEqual([200, { verified: true }])
})

const home: Sent = ['homeData']
const course: Sent = ['course', { slug }]

/** Expectations that do not hold, and the lines that explain them. The numbers that name calls are left out. */
const wrong: [cause: string, calls: Sent[], expectation: object, lines: string[]][] = [
  [
    'a call before the time that counts',
    [home],
    { calls: [{ operation: 'homeData' }], since: 1_000_000 },
    ['Expected homeData at least once, found 0 of 0 calls.', 'Nearest: # homeData 200: it is not after 1000000.'],
  ],
  [
    'another key',
    [['blogs', undefined, { 'x-scenario-key': 'other' }]],
    { calls: [{ operation: 'blogs' }] },
    ['Expected blogs at least once, found 0 of 0 calls.', 'Nearest: # blogs 200: key is "other" instead of "KEY".'],
  ],
  [
    'another slug',
    [course],
    { calls: [{ operation: 'course', slug: 'none' }] },
    [
      'Expected course {"slug":"none"} at least once, found 0 of 1 calls.',
      `Nearest: # course {"slug":"${slug}"} 200: payload/slug is "${slug}" instead of "none".`,
    ],
  ],
  [
    'another value of the payload',
    [['news', { ugarit_news: true }]],
    { calls: [{ operation: 'news', payload: { ugarit_news: false } }] },
    [
      'Expected news {"ugarit_news":false} at least once, found 0 of 1 calls.',
      'Nearest: # news {"ugarit_news":true} 200: payload/ugarit_news is true instead of false.',
    ],
  ],
  [
    'another type of value',
    [['courseById', { id: 1 }]],
    { calls: [{ operation: 'courseById', payload: { id: '1' } }] },
    [
      'Expected courseById {"id":"1"} at least once, found 0 of 1 calls.',
      'Nearest: # courseById {"id":1} 200: payload/id is 1 instead of "1".',
    ],
  ],
  [
    'a misspelt field',
    [course],
    { calls: [{ operation: 'course', payload: { slugg: slug } }] },
    [
      `Expected course {"slugg":"${slug}"} at least once, found 0 of 1 calls.`,
      `Nearest: # course {"slug":"${slug}"} 200: payload/slugg is missing, there is "slug".`,
    ],
  ],
  [
    'a missing field',
    [home],
    { calls: [{ operation: 'homeData', payload: { slug } }] },
    [
      `Expected homeData {"slug":"${slug}"} at least once, found 0 of 1 calls.`,
      'Nearest: # homeData 200: payload/slug is missing.',
    ],
  ],
  [
    'a nested value',
    [['course', { slug, more: { list: [1, 2], other: 1 } }]],
    { calls: [{ operation: 'course', payload: { more: { list: [2, 1] } } }] },
    [
      'Expected course {"more":{"list":[2,1]}} at least once, found 0 of 1 calls.',
      `Nearest: # course {"slug":"${slug}","more":{"list":[1,2],"other":1}} 200: payload/more/list is [1,2] instead of [2,1].`,
    ],
  ],
  [
    'another operation',
    [course],
    { calls: [{ operation: 'courseById', slug }] },
    [
      `Expected courseById {"slug":"${slug}"} at least once, found 0 of 1 calls.`,
      `Nearest: # course {"slug":"${slug}"} 200: operation is "course" instead of "courseById".`,
    ],
  ],
  [
    'another status',
    [['blogs', undefined, { 'x-scenario': 'failing' }]],
    { calls: [{ operation: 'blogs', status: 200 }] },
    [
      'Expected blogs with status 200 at least once, found 0 of 1 calls.',
      'Nearest: # blogs 503: status is 503 instead of 200.',
    ],
  ],
  [
    'another origin',
    [home],
    { calls: [{ operation: 'homeData', from: 'scenario' }] },
    [
      'Expected homeData with from scenario at least once, found 0 of 1 calls.',
      'Nearest: # homeData 200: from is "fixtures" instead of "scenario".',
    ],
  ],
  [
    'another scenario',
    [['homeData', undefined, { 'x-scenario': 'minimal' }]],
    { calls: [{ operation: 'homeData', scenario: 'empty' }] },
    [
      'Expected homeData with scenario empty at least once, found 0 of 0 calls.',
      'Nearest: # homeData 200: scenario is "minimal" instead of "empty".',
    ],
  ],
  [
    'another method',
    [course],
    { calls: [{ operation: 'course', method: 'GET' }] },
    [
      'Expected course with method GET at least once, found 0 of 1 calls.',
      `Nearest: # course {"slug":"${slug}"} 200: method is "POST" instead of "GET".`,
    ],
  ],
  [
    'too few calls',
    [home, home],
    { calls: [{ operation: 'homeData', atLeast: 3 }] },
    ['Expected homeData at least 3 times, found 2 of 2 calls: #, #.'],
  ],
  [
    'too many calls',
    [home, home, home],
    { calls: [{ operation: 'homeData', times: 2 }] },
    ['Expected homeData exactly 2 times, found 3 of 3 calls: #, #, #.'],
  ],
  [
    'more than at most',
    [home, home],
    { calls: [{ operation: 'homeData', atMost: 1 }] },
    ['Expected homeData at most once, found 2 of 2 calls: #, #.'],
  ],
  [
    'a call that must not come',
    [course],
    { calls: [{ operation: 'course', never: true }] },
    ['Expected course never, found 1 of 1 calls: #.'],
  ],
  [
    'the other order',
    [course, home],
    { calls: [{ operation: 'homeData' }, { operation: 'course' }], inOrder: true },
    [
      'Expected in order, as 2 of 2: course at least once after # (homeData at least once).',
      'Found 0 there; it came as #.',
    ],
  ],
  [
    'too few calls at their place',
    [home, course, home],
    { calls: [{ operation: 'course' }, { operation: 'homeData', times: 2 }], inOrder: true },
    [
      'Expected in order, as 2 of 2: homeData exactly 2 times after # (course at least once).',
      'Found 1 there; it came as #, #.',
    ],
  ],
  [
    'several causes at once',
    [home],
    { calls: [{ operation: 'course' }, { operation: 'blogs' }, { operation: 'homeData', never: true }] },
    [
      'Expected course at least once, found 0 of 1 calls.',
      'Nearest: # homeData 200: operation is "homeData" instead of "course".',
      '2 more of 3 expected calls fail.',
    ],
  ],
]

describe('an expectation that does not hold is explained', () => {
  test.each(wrong)('%s', async (cause, calls, expectation, lines) => {
    const verify = await sent(cause, calls)
    const [status, detail] = await verify(expectation)
    const told = String(detail).replaceAll(/#\d+/g, '#').replace(`"${cause}"`, '"KEY"').split('\n')
    expect(told.length).toBeLessThanOrEqual(5)
    expect([status, told[0], told]).toEqual([406, lines[0], expect.arrayContaining(lines)])
  })

  test('by at most five lines, however many calls are near', async () => {
    const verify = await sent('many', [home, home, home, home, home, home])
    const [, detail] = await verify({ calls: [{ operation: 'homeData', status: 500 }, { operation: 'blogs' }] })
    expect(String(detail).split('\n')).toHaveLength(5)
  })
})

test('the answer has the failure as JSON, too', async () => {
  await sent('as JSON', [course])
  const body = { key: 'as JSON', calls: [{ operation: 'course', slug: 'none', atLeast: 2 }] }
  const answer = await site.request.post('/__requests/verify').send(body)
  expect(answer.body.failure).toMatchObject({
    kind: 'count',
    expected: { operation: 'course', payload: { slug: 'none' }, min: 2 },
    found: [],
    total: 1,
    nearest: [{ operation: 'course', differences: [{ kind: 'value', place: 'payload/slug', expected: '"none"' }] }],
  })
})

test.each<[expectation: unknown, hint: string]>([
  [{}, '/calls: expected a list'],
  [{ calls: [] }, '/calls'],
  [{ calls: [{ operation: 'get-course' }] }, 'found the string "get-course"'],
  [{ calls: [{ opration: 'course' }] }, '/calls/0/opration'],
  [{ calls: [{ times: 1, never: true }] }, 'expected either times, never, or atLeast and a larger atMost'],
  [{ calls: [{ atLeast: 3, atMost: 2 }] }, 'expected either times, never, or atLeast and a larger atMost'],
  [{ calls: [{ status: '5x' }] }, '/calls/0/status'],
  [{ calls: [{}], within: 100_000 }, '/within'],
  [{ calls: [{}], since: 'yesterday' }, "/since: expected a call's number or an ISO time"],
  ['calls', 'expected'],
])('the expectation %j is refused', async (expectation, hint) => {
  const { statusCode, ...answer } = await site.app.inject({
    method: 'POST',
    url: '/__requests/verify',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(expectation),
  })
  expect([statusCode, answer.json().detail]).toEqual([400, expect.stringContaining(hint)])
})

test('an expectation waits for calls, and for calls that must not come', async () => {
  const { request, app } = await startApp({ config: { scenarios: [] } })
  const verify = (calls: object[], within: number) =>
    app.inject({ method: 'POST', url: '/__requests/verify', payload: { calls, within } })
  const waiting = verify([{ operation: 'blogs', times: 2 }], 30_000)
  const forbidden = verify([{ operation: 'homeData', never: true }], 30_000)
  const none = verify([{ operation: 'course', never: true }], 100)
  await call(request, 'blogs')
  await call(request, 'blogs')
  await call(request, 'homeData')
  expect((await waiting).statusCode).toBe(200)
  expect((await forbidden).statusCode).toBe(406)
  expect((await none).statusCode).toBe(200)
  expect((await verify([{ operation: 'course' }], 10)).statusCode).toBe(406)
  await request.delete('/__requests').expect(204)
  const { detail } = (await verify([{ operation: 'course' }], 0)).json()
  expect(detail).toBe('Expected course at least once, found 0 of 0 calls.\nNo calls are recorded.')
})

test('another site may verify nothing', async () => {
  const headers = { origin: 'https://evil.example' }
  const payload = { calls: [{}] }
  expect((await site.app.inject({ method: 'POST', url: '/__requests/verify', headers, payload })).statusCode).toBe(403)
})
