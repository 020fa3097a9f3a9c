/** The pictures that the service worker keeps, whatever the version of the site. */
const pictureCache = `${import.meta.env.BASE_URL.slice(1)}pictures`

/** Pictures kept, at most, and for how long in milliseconds; from a day on they are asked for again while they are shown. */
const mostPictures = 80
const pictureLifetime = 30 * 86_400_000
const pictureFreshness = 86_400_000

export type Waiting = { waitUntil: (done: Promise<unknown>) => void }
export type Fetching = Waiting & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** Some hosts answer what they don't have with a page. */
export function isFile({ ok, headers }: Response): boolean {
  return ok && !/html/.test(headers.get('content-type') ?? 'html')
}

/** A picture as it is kept, or from the server. */
export async function picture(event: Fetching): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { cacheName: pictureCache, ignoreVary: true })
  const age = kept ? Date.now() - Date.parse(kept.headers.get('date') ?? '') : Number.POSITIVE_INFINITY
  const fetched = async () => {
    const answer = await fetch(request)
    if (isFile(answer)) event.waitUntil(storePicture(request, answer.clone()))
    return answer
  }
  if (kept && age < pictureLifetime) {
    if (!(age < pictureFreshness)) event.waitUntil(fetched().catch(() => undefined))
    return kept
  }
  try {
    return await fetched()
  } catch (error) {
    // The same picture in another width is better than none.
    const other =
      kept ?? (await caches.match(request, { cacheName: pictureCache, ignoreVary: true, ignoreSearch: true }))
    if (other) return other
    throw error
  }
}

/** Puts an answer into a cache. */
export async function store(cacheName: string, request: Request, answer: Response): Promise<Cache> {
  const cache = await caches.open(cacheName)
  await cache.put(request, answer)
  return cache
}

async function storePicture(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await store(pictureCache, request, answer)
    await dropOldest(cache, mostPictures)
  } catch {
    // No room: pictures are the first to go.
    await caches.delete(pictureCache)
  }
}

/** Leaves the last so many, in the order in which they came. */
export async function dropOldest(cache: Cache, most: number): Promise<void> {
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((oldest) => cache.delete(oldest)))
}
