import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matches } from '../http/prepared'
import { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { openSealedFiles } from '../http/sealed-files'
import { createResizeQueue } from './resize-queue'
import {
  digestOf,
  digestOfFile,
  type Format,
  imageWidths,
  mostFileBytes,
  variantName,
  variantsFolder,
} from './variants'

/** Bytes of resized pictures kept in memory, at most. */
const cacheSize = 64 * 1024 * 1024

const day = 24 * 60 * 60

type Variant = { body: Buffer; type: string; etag: string }

export type ImagesOptions = {
  imagesDir: string
  /** The folder that keeps resized pictures; empty for none. */
  cacheDir: string
  /** Where pictures are that the folder lacks; empty for nowhere. */
  upstream: string
  limitCostly: LimitCostly
}

/**
 * The images folder: originals by file name, and resized variants by `?w=` in the best format that the browser takes. A variant
 * is made once; memory has those asked for lately, `cacheDir` all.
 */
export async function images(
  app: FastifyInstance,
  { imagesDir, cacheDir, upstream, limitCostly }: ImagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, { root: imagesDir, serve: false, dotfiles: 'deny', index: false })
  const variants = new LRUCache<string, Variant, () => Promise<Variant>>({
    maxSize: cacheSize,
    sizeCalculation: ({ body }) => body.length,
    // The same variant asked for twice at once is made once, also when the cache overflows meanwhile.
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  })
  const inTurn = createResizeQueue()
  const files = cacheDir
    ? openSealedFiles({
        folder: variantsFolder(cacheDir),
        what: 'resized pictures',
        warn: (text) => app.log.warn(text),
      })
    : undefined
  await files?.sweep()
  const digests = createDigests()

  async function make(path: string, width: number, format: Format, fileName: string | undefined): Promise<Variant> {
    // Loaded when it is needed: it takes as long as half the start, and 20 MB, and most pictures have been made before.
    const { resize } = await import('./resize')
    const body = await inTurn(async () =>
      // Read in its turn: of the pictures that wait, none is in memory.
      resize(await readFile(path), width, format).catch((error: Error) => {
        // A file that is no picture is a fault of its own, not of the server.
        throw new ProblemError(422, `${basename(path)} can't be read as a picture: ${error.message}`)
      }),
    )
    if (fileName) void files?.write(fileName, body)
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
      if (w === undefined) return reply.sendFile(name, imagesDir, { maxAge: day * 1000 })
      const width = Number(w)
      if (!imageWidths.includes(width)) {
        throw new ProblemError(
          400,
          `?w= takes one of the widths ${imageWidths.join(', ')}; found ${JSON.stringify(w)}.`,
        )
      }
      if (file.size > mostFileBytes) throw new ProblemError(422, `${name} is too large to be resized.`)
      const format = formatFor(request.headers.accept, name)
      const key = `${name}\n${file.mtimeMs}\n${file.size}\n${width}\n${format}`
      let variant = variants.get(key)
      if (!variant) {
        const fileName = files && variantName(await digests(path, file), width, format)
        const kept = fileName && (await files.read(fileName))
        if (kept) {
          variant = toVariant(kept, format)
          variants.set(key, variant)
        } else {
          await limitCostly(request)
          variant = await variants.forceFetch(key, { context: () => make(path, width, format, fileName) })
        }
      }
      return sendVariant(request, reply, variant)
    },
  )
}

function sendVariant(request: FastifyRequest, reply: FastifyReply, variant: Variant): FastifyReply {
  reply.header('vary', 'Accept').header('cache-control', `public, max-age=${day}`).header('etag', variant.etag)
  if (matches(request.headers['if-none-match'], variant.etag)) return reply.code(304).send()
  return reply.type(variant.type).send(variant.body)
}

/** AVIF or WebP when the browser says it takes them; else PNG for what may be transparent or drawn, JPEG for photographs. */
function formatFor(accept = '', name: string): Format {
  if (accepts(accept, 'image/avif')) return 'avif'
  if (accepts(accept, 'image/webp')) return 'webp'
  return /\.jpe?g$/i.test(name) ? 'jpeg' : 'png'
}

/** True when an Accept header names the type, and not with a weight of nought (RFC 9110, 12.4.2). */
function accepts(header: string, type: string): boolean {
  return header.split(',').some((range) => {
    const [name, ...parameters] = range.split(';').map((token) => token.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

function toVariant(body: Buffer, format: Format): Variant {
  return { body, type: `image/${format}`, etag: `"${digestOf(body).slice(0, 16)}"` }
}

/** The digests of originals, each worked out once as long as the file stays as it is. */
function createDigests() {
  const known = new Map<string, { key: string; digest: string }>()
  return async (path: string, { mtimeMs, size }: { mtimeMs: number; size: number }): Promise<string> => {
    const key = `${mtimeMs} ${size}`
    const found = known.get(path)
    if (found?.key === key) return found.digest
    const digest = await digestOfFile(path)
    known.set(path, { key, digest })
    return digest
  }
}

function missing(name: string): ProblemError {
  return new ProblemError(404, `There is no image ${JSON.stringify(name.slice(0, 120))}.`)
}
