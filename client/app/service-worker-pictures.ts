/** The cache of pictures, shared by all versions of the site. */
const pictureCache = `${import.meta.env.BASE_URL.slice(1)}pictures`

/**
 * The maximum number of pictures in the cache, and their lifetime in milliseconds. A picture older than `pictureFreshness`
 * milliseconds is shown and then revalidated, because the owner may have replaced it.
 */
const maxPictures = 80
const pictureLifetime = 30 * 86_400_000
const pictureFreshness = 10 * 60_000

export type Waiting = { waitUntil: (done: Promise<unknown>) => void }
export type Fetching = Waiting & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** False for an error, and for an HTML response, which some hosts send in place of a missing file. */
export function isFile({ ok, headers }: Response): boolean {
  return ok && !/html/.test(headers.get('content-type') ?? 'html')
}

/** The number of pictures deleted at a time when the storage is full. */
const picturesPerEviction = 10

/** A picture from the cache, or from the server. */
export async function picture(event: Fetching): Promise<Response> {
  const { request } = event
  // A browser that refuses the cache can still ask the network.
  const cached = await caches.match(request, { cacheName: pictureCache, ignoreVary: true }).catch(() => undefined)
  const age = cached ? Date.now() - Date.parse(cached.headers.get('date') ?? '') : Number.POSITIVE_INFINITY
  const fetched = async (options: RequestInit = {}) => {
    const answer = await fetch(request, options)
    if (isFile(answer) && answer.status === 200) event.waitUntil(storePicture(request, answer.clone()))
    return answer
  }
  if (cached && age < pictureLifetime) {
    // The age is negative if the phone's clock is behind the server's. If revalidation fails, the cached picture stays.
    const isFresh = age >= 0 && age < pictureFreshness
    if (!isFresh) event.waitUntil(fetched({ cache: 'no-cache' }).catch(() => undefined))
    return cached
  }
  try {
    return await fetched()
  } catch (error) {
    // Falls back to the same picture in another width.
    const other =
      cached ?? (await caches.match(request, { cacheName: pictureCache, ignoreVary: true, ignoreSearch: true }))
    if (other) return other
    throw error
  }
}

/** Caches a complete picture. If the storage is full, the oldest pictures are deleted first. */
async function storePicture(request: Request, answer: Response): Promise<void> {
  // Reads the whole picture first, so that nothing is stored if the connection breaks.
  const body = await answer.blob().catch(() => undefined)
  const cache = await caches.open(pictureCache).catch(() => undefined)
  if (!body || !cache) return
  for (;;) {
    try {
      await cache.put(request, new Response(body, { headers: answer.headers }))
      return await dropOldest(cache, maxPictures)
    } catch (error) {
      const { length } = await cache.keys()
      if ((error as Error).name !== 'QuotaExceededError' || length === 0) return
      await dropOldest(cache, length - picturesPerEviction)
    }
  }
}

/** Deletes the oldest entries until `max` are left. */
export async function dropOldest(cache: Cache, max: number): Promise<void> {
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, Math.max(0, requests.length - max)).map((oldest) => cache.delete(oldest)))
}
