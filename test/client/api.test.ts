import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringOf, type OperationName, operationNames, operations } from '#contract/operations'
import { type Api, ApiError, createApi, createLocalApi } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { generateContent } from '../support/generated-content'

/** Makes an API client whose `fetch` returns the given response, and the list of its calls. */
function clientOver(answer: () => Response, baseUrl = '') {
  const calls: unknown[] = []
  const fetch: typeof globalThis.fetch = async (...call) => {
    calls.push(call)
    return answer()
  }
  return { api: createApi({ baseUrl, fetch }), calls }
}

/** Calls an operation by name with any payload. */
const call = (api: Api, name: OperationName, payload?: unknown) => api({ queryKey: [name, payload as never] })

/** Returns valid data for an operation. */
function goodFor(name: OperationName): unknown {
  if (name === 'homeData') return [{ courses: [] }]
  if (name === 'coursesByCategory') return { courses: [], category: { slug: 'a' } }
  return answeringOf(name).list ? [] : { slug: 'a' }
}

test.each(operationNames)('%s goes to its path with method and payload, and is unwrapped', async (name) => {
  const { method, path } = operations[name]
  const answer = () => Response.json({ data: goodFor(name), more: 1 })
  const { api, calls } = clientOver(answer, 'https://api.example.org/v1//')
  const payload = method === 'POST' ? { slug: 'مقال', more: [1] } : undefined
  expect(await call(api, name, payload)).toStrictEqual(goodFor(name))
  const headers = { accept: 'application/json', ...(payload && { 'content-type': 'application/json' }) }
  const init = { method, signal: expect.any(AbortSignal), headers, ...(payload && { body: JSON.stringify(payload) }) }
  expect(calls).toStrictEqual([[`https://api.example.org/v1${path}`, init]])
})

test.each(operationNames)('%s refuses every answer of another shape', async (name) => {
  const unread = ['<!doctype html>', '{"data":[{"cour', '', '[]', 'null', '{"message":"fine"}']
  const wrong = ['null', '"text"', '{}', ...(answeringOf(name).list ? [] : ['[]'])]
  if (name === 'coursesByCategory') wrong.push('{"courses":{}}')
  for (const body of [...unread, ...wrong.map((data) => `{"data":${data}}`)]) {
    const refusal = expect(call(clientOver(() => new Response(body)).api, name), body)
    await refusal.rejects.toMatchObject({ operation: name, kind: 'shape' })
  }
})

test.each<[status: number, payload: object, kind: string]>([
  [400, { slug: 'a' }, 'status'],
  [500, { slug: '' }, 'status'],
  [404, { slug: 'a' }, 'status'],
  [404, { id: 1 }, 'status'],
  // A list of all courses always exists, so a 404 comes from another server.
  [404, { slug: '' }, 'shape'],
  [404, {}, 'shape'],
])('an answer of %i to %j is an error of kind "%s"', async (status, payload, kind) => {
  const isNotFound = status === 404 && kind === 'status'
  const answer = call(clientOver(() => new Response('{"data":[]}', { status })).api, 'coursesByCategory', payload)
  await expect(answer).rejects.toBeInstanceOf(ApiError)
  const operation = 'coursesByCategory'
  await expect(answer).rejects.toMatchObject({ name: 'ApiError', operation, kind, status, isNotFound })
})

test.each([
  [410, 'text/html', true],
  [422, 'application/json', true],
  [400, 'application/problem+json', true],
  [400, 'text/html', false],
  [403, 'application/json', false],
])('an answer of %i with %s for one item says that it is not there: %j', async (status, type, isNotFound) => {
  let response = () => Response.json({ data: [] })
  const { api } = clientOver(() => response())
  await call(api, 'blogs')
  response = () => new Response('{}', { status, headers: { 'content-type': type } })
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ kind: 'status', isNotFound })
  await expect(call(api, 'blogs')).rejects.toMatchObject({ status, isNotFound: false })
})

test('an answer of 204 for one item says that it is not there', async () => {
  const { api } = clientOver(() => new Response(null, { status: 204 }))
  await expect(call(api, 'blogs')).rejects.toMatchObject({ kind: 'shape', isNotFound: false })
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ kind: 'status', isNotFound: true })
})

test('after a 404 for a list, as of a router without a route to the API, no item is gone until the API answers', async () => {
  let response = () => new Response('404 page not found', { status: 404 })
  const { api } = clientOver(() => response())
  await expect(call(api, 'blogs')).rejects.toMatchObject({ kind: 'shape' })
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ kind: 'shape', isNotFound: false })
  const gone = response
  response = () => Response.json({ data: [] })
  await call(api, 'blogs')
  response = gone
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ isNotFound: true })
})

test('an API that refuses every call by 400 is an outage, and no item is gone', async () => {
  const { api } = clientOver(() => Response.json({ message: 'No key' }, { status: 400 }))
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ isNotFound: false })
})

test('answers of the own server are read only in a scenario, which may have legacy formats', async () => {
  const course = { slug: 'a', count: '12' }
  const over = (headers: Record<string, string>) =>
    createApi({ baseUrl: '', fetch: async () => Response.json({ data: course }, { headers }), isOwn: true })
  expect(await call(over({}), 'course', { slug: 'a' })).toStrictEqual(course)
  expect(await call(over({ 'x-scenario': 'php-habits' }), 'course', { slug: 'a' })).toStrictEqual({
    slug: 'a',
    count: 12,
  })
})

test.each(['{"status":"fail"}', '{"status":false,"message":"No"}', '{"code":404}', '{"statusCode":"404","data":null}'])(
  'an answer of 200 with %s says that an item is not there',
  async (body) => {
    const { api } = clientOver(() => new Response(body))
    await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ isNotFound: true })
  },
)

test.each([
  '{"status":"error","message":"SQLSTATE"}',
  '{"status":"error","data":null}',
  '{"code":500,"msg":"SQLSTATE","data":null}',
  '{"success":false,"statusCode":"503"}',
  '{"code":401,"msg":"The token has expired","data":null}',
])('an answer of 200 that tells an error is no missing item: %s', async (body) => {
  const { api } = clientOver(() => new Response(body))
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject({ kind: 'shape', isNotFound: false })
})

test.each(['null', '[]', '{}', '""', 'false', '{"success":false}'])(
  'an answer of 200 with %s in place of an item is an error like 404',
  async (data) => {
    for (const body of [`{"data":${data}}`, '{"success":false,"message":"Not found"}'])
      for (const name of ['course', 'blogById', 'coursesByCategory'] as const) {
        const answer = call(clientOver(() => new Response(body)).api, name, { slug: 'a' })
        await expect(answer).rejects.toMatchObject({ kind: 'status', status: 404, isNotFound: true })
      }
  },
)

test('an empty list of a category that the API does not name is an error like 404', async () => {
  const { api } = clientOver(() => Response.json({ data: { courses: [], category: null } }))
  await expect(call(api, 'coursesByCategory', { slug: 'a' })).rejects.toMatchObject({ isNotFound: true })
  await expect(call(api, 'coursesByCategory', { slug: '' })).resolves.toMatchObject({ courses: [] })
})

test.each<[type: string, bytes: number[], title?: string]>([
  ['application/json; charset=windows-1256', [0xcf, 0xe6, 0xd1, 0xc9], 'دورة'],
  ['application/json;charset="ISO-8859-6"', [0xcf, 0xe8, 0xd1, 0xc9], 'دورة'],
  ['application/json; charset=windows-1252', [0x63, 0x61, 0x66, 0xe9], 'café'],
  // Some servers name a charset of their configuration, whatever they send.
  ['application/json; charset=iso-8859-1', [0xd8, 0xaf], 'د'],
  ['application/json', [0xcf, 0xe6, 0xd1, 0xc9]],
  ['application/json; charset=utf-8', [0x63, 0xe9]],
  ['application/json; charset=none', [0x63, 0xe9]],
])('letters are read by the charset of the answer: %s', async (type, bytes, title) => {
  const body = new Uint8Array([...Buffer.from('{"data":{"en_title":"'), ...bytes, ...Buffer.from('"}}')])
  const answer = call(clientOver(() => new Response(body, { headers: { 'content-type': type } })).api, 'course')
  if (title) expect(await answer).toEqual({ en_title: title })
  else await expect(answer).rejects.toMatchObject({ kind: 'shape' })
})

/** A `fetch` that never answers, but rejects when its signal is aborted, like the platform's `fetch`. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

const cause = new TypeError('fetch failed')

test.each<[string, fetch: typeof fetch, expected: object]>([
  ['no connection', () => Promise.reject(cause), { cause }],
  ['no answer in time', silent, {}],
])('%s is an error of kind "network"', async (_, fetch, expected) => {
  const pending = call(createApi({ baseUrl: '', fetch, timeout: 5 }), 'blogs')
  await expect(pending).rejects.toMatchObject({ operation: 'blogs', kind: 'network', status: 0, ...expected })
})

test.each([
  ['30', 30_000],
  ['0', 0],
  ['2026-11-25T10:01:00+00:00', 60_000],
  ['Wed, 25 Nov 2026 10:01:00 GMT', 60_000],
  ['Wed, 25 Nov 2026 09:00:00 GMT', undefined],
  ['99999999999999980000', 86_400_000],
  ['9'.repeat(400), 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['soon', undefined],
])('Retry-After of %j is a delay of %j', async (header, retryAfter) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { api } = clientOver(() => new Response('', { status: 503, headers: { 'retry-after': header } }))
  await expect(call(api, 'blogs')).rejects.toMatchObject({ kind: 'status', status: 503, retryAfter })
})

test("a caller's abort rejects with the caller's own reason", async () => {
  const controller = new AbortController()
  const pending = createApi({ baseUrl: '', fetch: silent })({ queryKey: homeQuery, signal: controller.signal })
  const reason = new Error('navigated away')
  controller.abort(reason)
  await expect(pending).rejects.toBe(reason)
})

test('an exception of the code itself is no failure of the network, so that no retry hides it', async () => {
  const { api } = clientOver(() => Response.json({ data: [] }))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw cause
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await expect(call(api, 'blogs')).rejects.toBe(cause)
})

test('a payload that is optional is sent as an empty object', async () => {
  const { api, calls } = clientOver(() => Response.json({ data: goodFor('coursesByCategory') }))
  await call(api, 'coursesByCategory')
  expect(calls).toMatchObject([[expect.any(String), { body: '{}' }]])
})

test('the local API answers with the given data, and undefined with 404', async () => {
  const api = createLocalApi((name, payload) => (name === 'blog' ? payload : undefined))
  expect(await call(api, 'blog', { slug: 'a' })).toStrictEqual({ slug: 'a' })
  const missing = { operation: 'course', kind: 'status', status: 404 }
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject(missing)
})

test('home data in a back end’s format is read', async () => {
  const given = { ...generateContent({ size: 2 }), team: null, goals: [{ en_mission: 'a' }] }
  const { api } = clientOver(() => Response.json({ data: [given] }))
  expect(await call(api, 'homeData')).toStrictEqual([{ ...given, team: [], goals: { en_mission: 'a' } }])
})
