import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { picture } from '../../client/app/service-worker-pictures'

/** A cache as browsers have it, in the order of its entries; `room` is the most that the storage takes. */
function fakeCache() {
  const entries = new Map<string, Response>()
  const state = { room: Number.POSITIVE_INFINITY, failure: undefined as Error | undefined }
  const cache = {
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async ({ url }: Request) => entries.delete(url),
    put: async ({ url }: Request, response: Response) => {
      await response.clone().arrayBuffer()
      if (state.failure) throw state.failure
      if (entries.size >= state.room && !entries.has(url)) throw new DOMException('no room', 'QuotaExceededError')
      entries.set(url, response)
    },
  }
  const storage = {
    open: async () => cache,
    match: async ({ url }: Request) => entries.get(url)?.clone(),
    delete: async () => entries.clear(),
  }
  return { entries, state, storage }
}

let fake: ReturnType<typeof fakeCache>
const addressOf = (index: number) => `https://www.example.org/images/${index}.png?w=320`
const headers = { 'content-type': 'image/webp' }

beforeEach(() => {
  fake = fakeCache()
  for (let index = 0; index < 30; index++) fake.entries.set(addressOf(index), new Response('old', { headers }))
  vi.stubGlobal('caches', fake.storage)
})
afterEach(() => void vi.unstubAllGlobals())

/** Asks the worker for a picture, a new one by default, which the server answers so, and waits until all is stored. */
async function ask(answer: (request: Request, init?: RequestInit) => Response, index = 99) {
  vi.stubGlobal('fetch', async (request: Request, init?: RequestInit) => answer(request, init))
  const work: Promise<unknown>[] = []
  const request = new Request(addressOf(index))
  const shown = await picture({ request, respondWith: () => undefined, waitUntil: (done) => void work.push(done) })
  await Promise.all(work)
  return shown
}

const left = () => [...fake.entries.keys()]
const all = Array.from({ length: 30 }, (_, index) => addressOf(index))

test('a whole picture is stored with its headers', async () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  await ask(() => new Response('new', { headers: { ...headers, date } }))
  expect(left()).toStrictEqual([...all, addressOf(99)])
  const stored = fake.entries.get(addressOf(99))
  expect([await stored?.text(), stored?.headers.get('date')]).toStrictEqual(['new', date])
})

describe('a stored picture is shown at once', () => {
  const minute = 60_000

  test.each([
    ['and no more within ten minutes', 9 * minute, []],
    ['and is confirmed with the server after that', 11 * minute, [[addressOf(3), 'no-cache']]],
  ])('%s', async (_, age, expected) => {
    const date = new Date(Date.now() - age).toUTCString()
    fake.entries.set(addressOf(3), new Response('old', { headers: { ...headers, date } }))
    const calls: unknown[] = []
    const shown = await ask(({ url }, { cache } = {}) => {
      calls.push([url, cache])
      return new Response('replaced', { headers })
    }, 3)
    expect([await shown.text(), calls]).toStrictEqual(['old', expected])
    expect(await fake.entries.get(addressOf(3))?.text()).toBe(expected.length > 0 ? 'replaced' : 'old')
  })
})

/** A body that breaks off after ten bytes. */
const broken = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: (controller) => controller.error(new TypeError('network error')),
  })

test.each<
  [
    fact: string,
    expected: string[],
    state: Partial<typeof fake.state>,
    body?: (() => BodyInit) | undefined,
    status?: number,
  ]
>([
  ['a picture whose connection breaks is not stored, and the others stay', all, {}, broken],
  ['a part of a picture is not stored, and the others stay', all, {}, undefined, 206],
  ['an answer that a proxy changed (203) is not stored, and the others stay', all, {}, undefined, 203],
  ['a full storage costs the oldest pictures', [...all.slice(10), addressOf(99)], { room: 30 }],
  ['a storage without any room costs all pictures and no error', [], { room: 0 }],
  ['another failure of the storage costs none', all, { failure: new DOMException('broken', 'UnknownError') }],
])('%s', async (_, expected, state, body = () => 'new', status = 200) => {
  Object.assign(fake.state, state)
  expect((await ask(() => new Response(body(), { status, headers }))).status).toBe(status)
  expect(left()).toStrictEqual(expected)
})
