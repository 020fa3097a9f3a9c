import { describe, expect, test } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { type Api, ApiError, createApi, createLocalApi } from '../../client/data/api'
import { homeQuery, newsQuery } from '../../client/data/queries'
import { createQueryClient } from '../../client/data/query-client'
import { createHomeStorage } from '../../client/data/storage'
import { operationRows } from '../server/api/operation-rows'
import { sharedApp } from '../support/app'
import { generateContent } from '../support/generated-content'

type Call = { url: string; init: RequestInit | undefined }

/** A client over a `fetch` with the given answer, and the list of its calls. */
function clientOver(answer: () => Response | Promise<Response>, options: { baseUrl?: string; timeout?: number } = {}) {
  const calls: Call[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    calls.push({ url: String(url), init })
    return answer()
  }
  return { api: createApi({ baseUrl: '', fetch, ...options }), calls }
}

/** Calls an operation by name with any payload. */
const call = (api: Api, name: OperationName, payload?: unknown) => api({ queryKey: [name, payload as never] })

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const good = {
  homeData: [{ courses: [] }],
  coursesByCategory: { courses: [], category: null },
  courseById: { slug: 'a' },
  course: { slug: 'a' },
  blogs: [],
  blog: { slug: 'a' },
  blogById: { slug: 'a' },
  events: [],
  event: { slug: 'a' },
  news: [],
  newsItem: { slug: 'a' },
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
      const { api, calls } = clientOver(() => Response.json({ data: good[name], more: 1 }), { baseUrl })
      const payload = operations[name].method === 'POST' ? { slug: 'مقال', more: [1] } : undefined
      expect(await call(api, name, payload)).toStrictEqual(good[name])
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
    const error = await failure(call(api, name, { slug: 'a' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ operation: name, kind: 'status', status })
  })

  test('a 404 for an operation that always has an answer, as from another server, is an error of kind "shape"', async () => {
    const { api } = clientOver(() => new Response('{}', { status: 404 }))
    expect(await failure(call(api, name, { slug: '' }))).toMatchObject({ operation: name, kind: 'shape', status: 404 })
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
    [
      'data of a list in place of an object or the other way',
      Array.isArray(good[name]) ? '{"data":{}}' : '{"data":[]}',
    ],
  ])('an answer with %s is an error of kind "shape"', async (_, body) => {
    const { api } = clientOver(() => new Response(body))
    expect(await failure(call(api, name))).toMatchObject({ name: 'ApiError', operation: name, kind: 'shape' })
  })

  test('no answer is an error of kind "network" that keeps its cause', async () => {
    const cause = new TypeError('fetch failed')
    const { api } = clientOver(() => Promise.reject(cause))
    expect(await failure(call(api, name))).toMatchObject({ operation: name, kind: 'network', status: 0, cause })
  })
})

/** A `fetch` that never answers but obeys its abort signal, like the platform's. */
const silent: typeof globalThis.fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

test.each(operationNames)('no answer to %s in time is an error of kind "timeout"', async (name) => {
  const api = createApi({ baseUrl: '', fetch: silent, timeout: 5 })
  expect(await failure(call(api, name))).toMatchObject({ operation: name, kind: 'timeout', status: 0 })
})

test("a caller's abort rejects with the caller's own reason", async () => {
  const controller = new AbortController()
  const api = createApi({ baseUrl: '', fetch: silent })
  const pending = failure(api({ queryKey: ['blogs', undefined], signal: controller.signal }))
  const reason = new Error('navigated away')
  controller.abort(reason)
  expect(await pending).toBe(reason)
})

test('an empty list of home data is an answer of the wrong shape', async () => {
  const { api } = clientOver(() => Response.json({ data: [] }))
  expect(await failure(call(api, 'homeData'))).toMatchObject({ kind: 'shape' })
})

test('the local API answers with the given data, and undefined with 404', async () => {
  const api = createLocalApi((name, payload) => (name === 'blog' ? payload : undefined))
  expect(await call(api, 'blog', { slug: 'a' })).toStrictEqual({ slug: 'a' })
  expect(await failure(call(api, 'course', { slug: 'a' }))).toMatchObject({
    operation: 'course',
    kind: 'status',
    status: 404,
  })
})

test('the payload of news is named after the product', () => {
  expect([newsQuery('ugarit', true)[1], newsQuery('a-b', false)[1]]).toStrictEqual([
    { ugarit_news: true },
    { 'a-b_news': false },
  ])
})

describe('against our own server', () => {
  const content = generateContent({ seed: 6, size: 5 })
  const server = sharedApp({ content })

  test('every operation answers its rows', async () => {
    const { url } = server.request.get('/')
    const api = createApi({ baseUrl: url, fetch: globalThis.fetch })
    for (const name of operationNames) {
      for (const { payload, data } of operationRows(content, 'ugarit')[name]) {
        expect(await call(api, name, payload), `${name} ${JSON.stringify(payload)}`).toStrictEqual(data)
      }
    }
  })
})

test('an answer in a back end’s format is read, and stored as it was given', async () => {
  const given = { ...generateContent({ size: 2 }), team: null, goals: [{ en_mission: 'a' }] }
  const fetch = async () => Response.json({ data: [given] })
  const kept = new Map<string, string>()
  const local = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
  const storage = createHomeStorage(() => local)
  const onHomeData = (data: unknown) => void storage.write((data as unknown[])[0], 1)
  const client = createQueryClient(createApi({ baseUrl: '', fetch, onHomeData }))
  const [home] = await client.query<[unknown]>({ queryKey: homeQuery })
  const read = { ...given, team: [], goals: { en_mission: 'a' } }
  expect(home).toStrictEqual(read)
  await expect.poll(() => kept.get('lang')).toBe(JSON.stringify(given))
  expect((await storage.read())?.home).toStrictEqual(read)
})
