import { expect, onTestFinished, test, vi } from 'vitest'
import { picture } from '../../client/app/service-worker-pictures'

const addressOf = (name: string) => `https://www.example.org/images/${name}.png?w=320`
const headers = { 'content-type': 'image/webp' }
const stored = { [addressOf('a')]: 'old', [addressOf('b')]: 'old' }

type Server = { answer: () => Response; failure?: Error; age?: number }

/** Asks the worker for a picture that the server answers so, with two pictures in the cache, and waits until all is stored. */
async function ask(name: string, { answer, failure, age = 0 }: Server) {
  onTestFinished(() => void vi.unstubAllGlobals())
  const date = new Date(Date.now() - age).toUTCString()
  const entries = new Map(
    Object.keys(stored).map((url) => [url, new Response('old', { headers: { ...headers, date } })]),
  )
  const cache = {
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    put: async ({ url }: Request, response: Response) => {
      const body = await response.arrayBuffer()
      if (failure) throw failure
      entries.set(url, new Response(body, response))
    },
  }
  const match = async ({ url }: Request) => entries.get(url)?.clone()
  vi.stubGlobal('caches', { open: async () => cache, match, delete: async () => entries.clear() })
  const fetched = vi.fn(async (_request: Request, _init?: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  const work: Promise<unknown>[] = []
  const request = new Request(addressOf(name))
  const shown = await picture({ request, respondWith: () => undefined, waitUntil: (done) => void work.push(done) })
  await Promise.all(work)
  const texts = await Promise.all([...entries].map(async ([url, entry]) => [url, await entry.clone().text()]))
  return { shown, left: Object.fromEntries(texts), kept: entries.get(request.url), calls: fetched.mock.calls }
}

test('a whole picture is stored with its headers', async () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  const { left, kept } = await ask('new', { answer: () => new Response('new', { headers: { ...headers, date } }) })
  expect(left).toStrictEqual({ ...stored, [addressOf('new')]: 'new' })
  expect(kept?.headers.get('date')).toBe(date)
})

test.each([
  ['and no more within ten minutes', 9, 'old', []],
  ['and is confirmed with the server after that', 11, 'replaced', [[expect.anything(), { cache: 'no-cache' }]]],
])('a stored picture is shown at once %s', async (_, minutes, after, expected) => {
  const answer = () => new Response('replaced', { headers })
  const { shown, left, calls } = await ask('a', { answer, age: minutes * 60_000 })
  expect([await shown.text(), left[addressOf('a')], calls]).toStrictEqual(['old', after, expected])
})

/** A body that breaks off after ten bytes. */
const broken = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: (controller) => controller.error(new TypeError('network error')),
  })

test.each<[fact: string, left: object, status: number, failure?: Error | undefined, body?: () => BodyInit]>([
  ['a picture whose connection breaks is not stored, and the others stay', stored, 200, undefined, broken],
  ['a part of a picture is not stored, and the others stay', stored, 206],
  ['an answer that a proxy changed (203) is not stored, and the others stay', stored, 203],
  ['a full storage costs all pictures and no error', {}, 200, new DOMException('no room', 'QuotaExceededError')],
  ['another failure of the storage costs none', stored, 200, new DOMException('broken', 'UnknownError')],
])('%s', async (_, expected, status, failure, body = () => 'new') => {
  const answer = () => new Response(body(), { status, headers })
  const { shown, left } = await ask('new', { answer, ...(failure && { failure }) })
  expect([shown.status, left]).toStrictEqual([status, expected])
})
