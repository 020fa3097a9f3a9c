import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { pictureCaching } from '#contract/picture-files'
import { createDiskCache } from '../disk-cache'
import { asPartOfPage } from '../http/common-headers'
import { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { matchesEtag } from '../http/representation'

export type Format = 'avif' | 'webp' | 'png' | 'jpeg'

/** Sends a picture, which is made at its first request. `key` holds everything that the picture depends on. */
export type SendMade = (
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { key: string; format: Format; make: () => Promise<Buffer> },
) => Promise<FastifyReply>

type Made = { body: Buffer; type: string; etag: string }

/** Makes each picture once, a few at a time. Caches the 64 MB that were used last in memory, and more in `cacheDir`. */
export function createPictureCache(cacheDir: string, log: FastifyBaseLogger, limitCostly: LimitCostly): SendMade {
  const pictures = new LRUCache<string, Made, () => Promise<Made>>({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length,
    // Concurrent requests share one call, even if the cache evicts the entry in between (`ignoreFetchAbort`).
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  })
  const inTurn = createResizeQueue()
  const disk = cacheDir ? createDiskCache(join(cacheDir, 'pictures'), (text) => log.warn(text)) : undefined

  return async (request, reply, { key, format, make }) => {
    let picture = pictures.get(key)
    if (!picture) {
      const cached = await disk?.read(key)
      if (!cached) await limitCostly(request)
      const context = async () => {
        const body = cached ?? (await inTurn(make))
        if (!cached) void disk?.write(key, body)
        const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
        return { body, type: `image/${format}`, etag }
      }
      picture = await pictures.forceFetch(key, { context })
    }
    // Keeps `no-store` of a share image under a scenario.
    const caching = reply.getHeader('cache-control') ?? pictureCaching
    asPartOfPage(reply).headers({ 'cache-control': caching, etag: picture.etag })
    if (matchesEtag(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
    return reply.type(picture.type).send(picture.body)
  }
}

/**
 * Creates a function that runs a few tasks at a time, and rejects with a 503 if too many wait. It runs two by default, because
 * each takes one of libuv's four threads, which file reads, compression and DNS lookups need too.
 */
export function createResizeQueue(concurrency = Math.min(2, availableParallelism()), maxWaiting = 200) {
  const limit = pLimit(concurrency)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount < concurrency + maxWaiting) return limit(task)
    const detail = 'Too many pictures are being made; try again soon.'
    throw new ProblemError(503, detail, undefined, { 'retry-after': '5' })
  }
}
