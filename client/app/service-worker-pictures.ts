/** The cache of pictures, shared by all versions of the site. */
const pictureCache = `${import.meta.env.BASE_URL.slice(1)}pictures`

/** The maximum number of pictures in the cache. */
const mostPictures = 80

/** Older pictures are shown and revalidated, because the owner may have replaced them. In milliseconds. */
const pictureFreshness = 10 * 60_000

export type Waiting = { waitUntil: (done: Promise<unknown>) => void }
export type Fetching = Waiting & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** False for an HTML response, which some hosts send for a missing file. */
export function isFile({ ok, headers }: Response): boolean {
  return ok && !/html/.test(headers.get('content-type') ?? 'html')
}

/** A picture from the cache, or from the server. */
export async function picture(event: Fetching): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { cacheName: pictureCache, ignoreVary: true })
  const fetched = async (options: RequestInit = {}) => {
    const answer = await fetch(request, options)
    if (isFile(answer) && answer.status === 200) event.waitUntil(storePicture(request, answer.clone()))
    return answer
  }
  if (cached) {
    const isFresh = Date.now() - Date.parse(cached.headers.get('date') ?? '') < pictureFreshness
    // If revalidation fails, the cached picture stays.
    if (!isFresh) event.waitUntil(fetched({ cache: 'no-cache' }).catch(() => undefined))
    return cached
  }
  try {
    return await fetched()
  } catch (error) {
    // Falls back to the same picture in another width.
    const other = await caches.match(request, { cacheName: pictureCache, ignoreVary: true, ignoreSearch: true })
    if (other) return other
    throw error
  }
}

/** Caches a picture, if that is possible. A full storage costs all cached pictures, so that there is room for others. */
async function storePicture(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(pictureCache)
    await cache.put(request, answer)
    await dropOldest(cache, mostPictures)
  } catch (error) {
    // Other errors, such as a broken connection, store nothing.
    if ((error as Error).name === 'QuotaExceededError') await caches.delete(pictureCache)
  }
}

/** Deletes the oldest entries until `most` are left. */
export async function dropOldest(cache: Cache, most: number): Promise<void> {
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, Math.max(0, requests.length - most)).map((oldest) => cache.delete(oldest)))
}
