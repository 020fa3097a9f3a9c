import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import { send } from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { imageWidths } from '#contract/images'
import type { Config } from '../config'
import { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { matches } from '../http/representation'
import { openDiskCache } from './disk-cache'
import { createResizeQueue } from './resize-queue'
import { type Format, formatOptions, mostFileBytes } from './variants'

/** Bytes of resized pictures kept in memory, at most. */
const cacheSize = 64 * 1024 * 1024

const day = 24 * 60 * 60

/** What else a variant depends on. */
const madeBy = JSON.stringify(formatOptions)

type Variant = { body: Buffer; type: string; etag: string }

/**
 * The images folder: originals by file name, and resized variants by `?w=` in the best format that the browser takes. A variant
 * is made once; memory has those asked for lately, `cacheDir` all.
 */
export async function images(
  app: FastifyInstance,
  { config, limitCostly }: { config: Config; limitCostly: LimitCostly },
): Promise<void> {
  const { imagesDir, cacheDir, upstream } = config
  const variants = new LRUCache<string, Variant, () => Promise<Variant>>({
    maxSize: cacheSize,
    sizeCalculation: ({ body }) => body.length,
    // The same variant asked for twice at once is made once, also when the cache overflows meanwhile.
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  })
  const inTurn = createResizeQueue()
  const disk = cacheDir ? await openDiskCache({ cacheDir, warn: (text) => app.log.warn(text) }) : undefined

  async function makeVariant(key: string, path: string, width: number, format: Format): Promise<Variant> {
    // Loaded when it is needed: it takes as long as half the start, and 20 MB, and most pictures have been made before.
    const { resize } = await import('./resize')
    const body = await inTurn(async () =>
      // Read in its turn: of the pictures that wait, none is in memory.
      resize(await readFile(path), width, format).catch((error: Error) => {
        // A file that is no picture is a fault of its own, not of the server.
        throw new ProblemError(422, `${basename(path)} can't be read as a picture: ${error.message}`)
      }),
    )
    void disk?.write(key, body)
    return toVariant(body, format)
  }

  app.get(
    '/images/:name',
    async (request: FastifyRequest<{ Params: { name: string }; Querystring: { w?: unknown } }>, reply) => {
      const { name } = request.params
      if (name !== basename(name) || /^\.|[\\\0/]/.test(name)) throw missing(name)
      const path = join(imagesDir, name)
      const file = await stat(path).catch(() => undefined)
      if (!file?.isFile()) {
        // What the real API tells of and this folder lacks is in the real API's own folder.
        if (upstream) return reply.redirect(`${upstream}/images/${encodeURIComponent(name)}`)
        throw missing(name)
      }
      // Pages of other origins show these pictures (the site's image base may be another host).
      reply.header('cross-origin-resource-policy', 'cross-origin')
      const { w } = request.query
      if (w === undefined) return sendOriginal(request, reply, imagesDir, name)
      const width = Number(w)
      if (!imageWidths.includes(width)) {
        throw new ProblemError(
          400,
          `?w= takes one of the widths ${imageWidths.join(', ')}; found ${JSON.stringify(w)}.`,
        )
      }
      if (file.size > mostFileBytes) throw new ProblemError(422, `${name} is too large to be resized.`)
      const format = formatFor(request.headers.accept, name)
      const key = [path, file.mtimeMs, file.size, width, format, madeBy].join('\n')
      let variant = variants.get(key)
      if (!variant) {
        const body = await disk?.read(key)
        if (!body) await limitCostly(request)
        variant = await variants.forceFetch(key, {
          context: async () => (body ? toVariant(body, format) : makeVariant(key, path, width, format)),
        })
      }
      return sendVariant(request, reply, variant)
    },
  )
}

function sendVariant(request: FastifyRequest, reply: FastifyReply, variant: Variant): FastifyReply {
  reply.headers({ vary: 'Accept', 'cache-control': `public, max-age=${day}`, etag: variant.etag })
  if (matches(request.headers['if-none-match'], variant.etag)) return reply.code(304).send()
  return reply.type(variant.type).send(variant.body)
}

/** The file itself, or the range of it that is asked for. */
async function sendOriginal({ raw }: FastifyRequest, reply: FastifyReply, root: string, name: string) {
  const sent = await send(raw, encodeURIComponent(name), { root, maxAge: day * 1000 })
  if (sent.type === 'error') {
    const { 'Content-Range': range } = sent.headers
    throw new ProblemError(
      sent.statusCode,
      sent.metadata.error.message,
      undefined,
      range ? { 'content-range': range } : {},
    )
  }
  reply.code(sent.statusCode).headers(sent.headers)
  if (sent.statusCode === 304) reply.removeHeader('accept-ranges')
  return reply.send(sent.stream)
}

/** AVIF or WebP when the browser says it takes them; else PNG for what may be transparent or drawn, JPEG for photographs. */
function formatFor(accept = '', name: string): Format {
  const type = negotiate(accept.toLowerCase(), ['image/avif', 'image/webp'])
  if (type) return type === 'image/avif' ? 'avif' : 'webp'
  return /\.jpe?g$/i.test(name) ? 'jpeg' : 'png'
}

function toVariant(body: Buffer, format: Format): Variant {
  return { body, type: `image/${format}`, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` }
}

function missing(name: string): ProblemError {
  return new ProblemError(404, `There is no image ${JSON.stringify(name.slice(0, 120))}.`)
}
