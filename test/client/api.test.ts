import { describe, expect, test, vi } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { type Api, ApiError, createApi, createLocalApi } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { generateContent } from '../support/generated-content'

/** A client over a `fetch` with the given answer, and the list of its calls. */
function clientOver(answer: () => Response | Promise<Response>, options: { baseUrl?: string; timeout?: number } = {}) {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    calls.push({ url: String(url), init })
    return answer()
  }
  return { api: createApi({ baseUrl: '', fetch, ...options }), calls }
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
      const { api, calls } = clientOver(() => Response.json({ data: goodFor(name), more: 1 }), { baseUrl })
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

describe.each(operationNames)('%s', (name) => {
  test.each([400, 404, 429, 500, 503])('an answer of %i is an error of kind "status"', async (status) => {
    const { api } = clientOver(() => new Response('{"data":[]}', { status }))
    const answer = call(api, name, { slug: 'a' })
    await expect(answer).rejects.toBeInstanceOf(ApiError)
    await expect(answer).rejects.toMatchObject({ operation: name, kind: 'status', status })
  })

  test('a 404 for an operation that always has an answer, as from another server, is an error of kind "shape"', async () => {
    const { api } = clientOver(() => new Response('{}', { status: 404 }))
    const answer = call(api, name, { slug: '' })
    await expect(answer).rejects.toMatchObject({ operation: name, kind: 'shape', status: 404 })
  })

  test.each<[answer: string, body: string]>([
    ['HTML', '<!doctype html><title>Hello</title>'],
    ['cut JSON', '{"data":[{"cour'],
    ['nothing', ''],
    ['no envelope', '[]'],
    ['null', 'null'],
    ['no data', '{"message":"fine"}'],
    ['null data', '{"data":null}'],
    ['data of another type', '{"data":"text"}'],
    ['an object in place of a list, or the other way', Array.isArray(goodFor(name)) ? '{"data":{}}' : '{"data":[]}'],
    ...(name === 'homeData' ? [['an empty list', '{"data":[]}'] as [string, string]] : []),
  ])('an answer with %s is an error of kind "shape"', async (_, body) => {
    const { api } = clientOver(() => new Response(body))
    await expect(call(api, name)).rejects.toMatchObject({ name: 'ApiError', operation: name, kind: 'shape' })
  })

  test('no answer is an error of kind "network" that keeps its cause', async () => {
    const cause = new TypeError('fetch failed')
    const { api } = clientOver(() => Promise.reject(cause))
    await expect(call(api, name)).rejects.toMatchObject({ operation: name, kind: 'network', status: 0, cause })
  })
})

/** A `fetch` that never answers but obeys its abort signal, like the platform's. */
const silent: typeof globalThis.fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

test.each(operationNames)('no answer to %s in time is an error of kind "timeout"', async (name) => {
  const api = createApi({ baseUrl: '', fetch: silent, timeout: 5 })
  await expect(call(api, name)).rejects.toMatchObject({ operation: name, kind: 'timeout', status: 0 })
})

test("a caller's abort rejects with the caller's own reason", async () => {
  const controller = new AbortController()
  const pending = createApi({ baseUrl: '', fetch: silent })({ queryKey: homeQuery, signal: controller.signal })
  const reason = new Error('navigated away')
  controller.abort(reason)
  await expect(pending).rejects.toBe(reason)
})

test('the local API answers with the given data, and undefined with 404', async () => {
  const api = createLocalApi((name, payload) => (name === 'blog' ? payload : undefined))
  expect(await call(api, 'blog', { slug: 'a' })).toStrictEqual({ slug: 'a' })
  const missing = { operation: 'course', kind: 'status', status: 404 }
  await expect(call(api, 'course', { slug: 'a' })).rejects.toMatchObject(missing)
})

test('home data in a back end’s format is read, and told as it came', async () => {
  const given = { ...generateContent({ size: 2 }), team: null, goals: [{ en_mission: 'a' }] }
  const onHomeData = vi.fn()
  const api = createApi({ baseUrl: '', fetch: async () => Response.json({ data: [given] }), onHomeData })
  expect(await call(api, 'homeData')).toStrictEqual([{ ...given, team: [], goals: { en_mission: 'a' } }])
  expect(onHomeData.mock.calls).toStrictEqual([[[given]]])
})
