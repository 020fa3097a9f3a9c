import { expect, onTestFinished, test, vi } from 'vitest'
import { picture } from '../../client/app/service-worker-pictures'

const addressOf = (index: number) => `https://www.example.org/images/${index}.png?w=320`
const all = Array.from({ length: 30 }, (_, index) => addressOf(index))
const headers = { 'content-type': 'image/webp' }

/** Makes a cache of 30 pictures, which keeps the order of its entries like a browser's. It holds at most `room` pictures. */
function cacheOf({ room = Number.POSITIVE_INFINITY, failure }: { room?: number; failure?: Error } = {}) {
  const entries = new Map(all.map((url) => [url, new Response('old', { headers })]))
  const cache = {
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async ({ url }: Request) => entries.delete(url),
    put: async ({ url }: Request, response: Response) => {
      await response.clone().arrayBuffer()
      if (failure) throw failure
      if (entries.size >= room && !entries.has(url)) throw new DOMException('no room', 'QuotaExceededError')
      entries.set(url, response)
    },
  }
  vi.stubGlobal('caches', { open: async () => cache, match: async ({ url }: Request) => entries.get(url)?.clone() })
  onTestFinished(() => void vi.unstubAllGlobals())
  return entries
}

/** Requests a picture from the worker, by default a new one. The server answers with `answer`. Waits until all is stored. */
async function ask(answer: (request: Request, init?: RequestInit) => Response, index = 99) {
  vi.stubGlobal('fetch', async (request: Request, init?: RequestInit) => answer(request, init))
  const work: Promise<unknown>[] = []
  const request = new Request(addressOf(index))
  const shown = await picture({ request, respondWith: () => undefined, waitUntil: (done) => void work.push(done) })
  await Promise.all(work)
  return shown
}

test('a complete picture is stored with its headers', async () => {
  const entries = cacheOf()
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  await ask(() => new Response('new', { headers: { ...headers, date } }))
  const stored = entries.get(addressOf(99))
  expect([await stored?.text(), stored?.headers.get('date')]).toStrictEqual(['new', date])
})

test.each([
  ['and no more within ten minutes', 9, []],
  ['and is confirmed with the server after that', 11, [[addressOf(3), 'no-cache']]],
  ['and is confirmed if the clock of the phone is behind', -120, [[addressOf(3), 'no-cache']]],
])('a stored picture is shown at once, %s', async (_, minutes, expected) => {
  const entries = cacheOf()
  const date = new Date(Date.now() - minutes * 60_000).toUTCString()
  entries.set(addressOf(3), new Response('old', { headers: { ...headers, date } }))
  const calls: unknown[] = []
  const shown = await ask(({ url }, { cache } = {}) => {
    calls.push([url, cache])
    return new Response('replaced', { headers })
  }, 3)
  expect([await shown.text(), calls]).toStrictEqual(['old', expected])
  expect(await entries.get(addressOf(3))?.text()).toBe(expected.length > 0 ? 'replaced' : 'old')
})

test('a picture comes from the server where the browser refuses the cache', async () => {
  const refuse = async () => Promise.reject(new DOMException('denied', 'SecurityError'))
  cacheOf()
  vi.stubGlobal('caches', { open: refuse, match: refuse })
  const work: Promise<unknown>[] = []
  vi.stubGlobal('fetch', async () => new Response('new', { headers }))
  const request = new Request(addressOf(1))
  const shown = await picture({ request, respondWith: () => undefined, waitUntil: (done) => void work.push(done) })
  expect(await shown.text()).toBe('new')
  await Promise.all(work)
})

/** A body that breaks off after ten bytes. */
const broken = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: (controller) => controller.error(new TypeError('network error')),
  })

const complete = () => new Response('new', { headers })

test.each<[fact: string, expected: string[], storage: Parameters<typeof cacheOf>[0], answer: () => Response]>([
  ['a picture whose connection breaks is not stored', all, {}, () => new Response(broken(), { headers })],
  ['a part of a picture is not stored', all, {}, () => new Response('new', { headers, status: 206 })],
  ['a full storage costs the oldest pictures', [...all.slice(10), addressOf(99)], { room: 30 }, complete],
  ['a storage without any room costs all pictures and no error', [], { room: 0 }, complete],
  ['another failure costs none', all, { failure: new DOMException('broken', 'UnknownError') }, complete],
])('%s', async (_, expected, storage, answer) => {
  const entries = cacheOf(storage)
  await ask(answer)
  expect([...entries.keys()]).toStrictEqual(expected)
})

test('a file waits for no Cache Storage that stores slowly', async () => {
  const never = new Promise<never>(() => undefined)
  let answer: (event: object) => void = () => undefined
  vi.stubGlobal('build', { version: '', named: [], shell: [], rest: [] })
  vi.stubGlobal('location', { origin: 'https://www.example.org' })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof answer) => {
    answer = listener
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  // The worker listens for `fetch` last.
  await import('../../client/app/service-worker')
  const ask = async (path: string, type: string, mode: string) => {
    vi.stubGlobal('caches', { match: async () => undefined, open: () => never })
    vi.stubGlobal('fetch', async () => new Response(path, { headers: { 'content-type': type } }))
    const request = { url: `https://www.example.org${path}`, method: 'GET', mode, cache: 'default' }
    return new Promise<Response>((respondWith) => answer({ request, respondWith, waitUntil: () => undefined }))
  }
  expect(await (await ask('/assets/a.js', 'text/javascript', 'cors')).text()).toBe('/assets/a.js')
})
