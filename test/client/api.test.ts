import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { type Api, ApiError, createApi, createLocalApi } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { generateContent } from '../support/generated-content'

/** A client over a `fetch` with the given answer, and the list of its calls. */
function clientOver(answer: () => Response, baseUrl = '') {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    calls.push({ url: String(url), init })
    return answer()
  }
  return { api: createApi({ baseUrl, fetch }), calls }
}

/** Calls an operation by name with any payload. */
const call = (api: Api, name: OperationName, payload?: unknown) => api({ queryKey: [name, payload as never] })

const { answers } = createSchemas('ugarit')

/** Data that an operation may answer with. */
function goodFor(name: OperationName): unknown {
  if (name === 'homeData') return [{ courses: [] }]
  if (name === 'coursesByCategory') return { courses: [], category: null }
  return answers[name].type === 'array' ? [] : { slug: 'a' }
}

describe.each([
  ['', ''],
  ['https://api.example.org', 'https://api.example.org'],
  ['https://api.example.org/', 'https://api.example.org'],
  ['https://api.example.org/v1//', 'https://api.example.org/v1'],
])('with the base address "%s"', (baseUrl, base) => {
  test.each(operationNames)(
    '%s goes to its path with its method and payload, and takes the envelope off',
    async (name) => {
      const { api, calls } = clientOver(() => Response.json({ data: goodFor(name), more: 1 }), baseUrl)
      const payload = operations[name].method === 'POST' ? { slug: 'مقال', more: [1] } : undefined
      expect(await call(api, name, payload)).toStrictEqual(goodFor(name))
      expect(calls).toHaveLength(1)
      const [{ url, init } = { url: '', init: undefined }] = calls
      expect([url, init?.method]).toStrictEqual([base + operations[name].path, operations[name].method])
      expect(init?.body).toBe(payload && JSON.stringify(payload))
      expect(new Headers(init?.headers).get('content-type')).toBe(payload ? 'application/json' : null)
    },
  )
})

/** A `fetch` that never answers but obeys its abort signal, like the platform's. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

const cause = new TypeError('fetch failed')

describe.each(operationNames)('%s', (name) => {
  test.each([400, 404, 429, 500, 503])('an answer of %i is an error of kind "status"', async (status) => {
    const { api } = clientOver(() => new Response('{"data":[]}', { status }))
    const answer = call(api, name, { slug: 'a' })
    await expect(answer).rejects.toBeInstanceOf(ApiError)
    await expect(answer).rejects.toMatchObject({ name: 'ApiError', operation: name, kind: 'status', status })
  })

  test.each([
    ['HTML', '<!doctype html><title>Hello</title>'],
    ['cut JSON', '{"data":[{"cour'],
    ['nothing', ''],
    ['no envelope', '[]'],
    ['null', 'null'],
    ['no data', '{"message":"fine"}'],
    ['null data', '{"data":null}'],
    ['data of another type', '{"data":"text"}'],
    ['an object in place of a list, or the other way', Array.isArray(goodFor(name)) ? '{"data":{}}' : '{"data":[]}'],
    // An operation that always has an answer: the server is another one.
    ['404', '{}', 404],
  ])('an answer with %s is an error of kind "shape"', async (_, body, status = 200) => {
    const { api } = clientOver(() => new Response(body, { status }))
    await expect(call(api, name, { slug: '' })).rejects.toMatchObject({ operation: name, kind: 'shape' })
  })

  test.each<[string, fetch: typeof fetch, expected: object]>([
    ['no connection', () => Promise.reject(cause), { cause }],
    ['no answer in time', silent, {}],
  ])('%s is an error of kind "network"', async (_, fetch, expected) => {
    const pending = call(createApi({ baseUrl: '', fetch, timeout: 5 }), name)
    await expect(pending).rejects.toMatchObject({ operation: name, kind: 'network', status: 0, ...expected })
  })
})

test.each([
  ['30', 30_000],
  ['Wed, 25 Nov 2026 10:01:00 GMT', 60_000],
  ['Wed, 25 Nov 2026 09:00:00 GMT', undefined],
  ['soon', undefined],
])('Retry-After of %j is a delay of %j', async (header, retryAfter) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { api } = clientOver(() => new Response('', { status: 503, headers: { 'retry-after': header } }))
  await expect(call(api, 'blogs')).rejects.toMatchObject({ status: 503, retryAfter })
})

test("a caller's abort rejects with the caller's own reason", async () => {
  const controller = new AbortController()
  const pending = createApi({ baseUrl: '', fetch: silent })({ queryKey: homeQuery, signal: controller.signal })
  const reason = new Error('navigated away')
  controller.abort(reason)
  await expect(pending).rejects.toBe(reason)
})

test('home data needs an entry', async () => {
  const { api } = clientOver(() => Response.json({ data: [] }))
  await expect(call(api, 'homeData')).rejects.toMatchObject({ kind: 'shape' })
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
