import { type Stats, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { conditionalHeaders, type FastLane } from './fast-lane'
import { matches } from './prepared'
import { ProblemError } from './problem'
import { createWorkQueue } from './resize-queue'
import { openSealedFiles } from './sealed-files'
import { refuseExcess, type Traffic } from './traffic'
import { digestOf, type Format, imageWidths, mostFileBytes, variantName } from './variants'

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
  traffic: Traffic
  lane: FastLane
}

/**
 * The images folder: originals by file name, and resized variants by `?w=` in the best format that the browser takes. A variant
 * is made once; memory has those asked for lately, `cacheDir` all.
 */
export async function images(
  app: FastifyInstance,
  { imagesDir, cacheDir, upstream, traffic, lane }: ImagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, { root: imagesDir, serve: false, dotfiles: 'deny', index: false })
  const variants = createVariants()
  const inTurn = createWorkQueue()
  const files = cacheDir
    ? openSealedFiles({ folder: cacheDir, what: 'resized pictures', warn: (text) => app.log.warn(text) })
    : undefined
  await files?.sweep()
  const digests = createDigests()

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
      const keep = (...names: string[]) => {
        // Of the many spellings of an address the one that pages use.
        if (request.url !== `/images/${encodeURIComponent(name)}${w === undefined ? '' : `?w=${w}`}`) return
        lane.keep(request, {
          names: [...names, 'if-none-match', ...conditionalHeaders],
          isCurrent: watchFile(path, file),
        })
      }
      if (w === undefined) {
        keep()
        return reply.sendFile(name, imagesDir, { maxAge: day * 1000 })
      }
      const width = Number(w)
      if (!imageWidths.includes(width)) {
        throw new ProblemError(
          400,
          `?w= takes one of the widths ${imageWidths.join(', ')}; found ${JSON.stringify(w)}.`,
        )
      }
      const format = formatFor(request.headers.accept, name)
      const key = `${name}\n${file.mtimeMs}\n${file.size}\n${width}\n${format}`
      const variant = await variants.get(key, async () => {
        if (file.size > mostFileBytes) throw new ProblemError(422, `${name} is too large to be resized.`)
        const fileName = files && variantName(await digests(path, file), width, format)
        const kept = fileName && (await files.read(fileName))
        if (kept) return toVariant(kept, format)
        refuseExcess(traffic, request.ip)
        const original = await readFile(path)
        // Loaded when it is needed: it takes as long as half the start, and 20 MB, and most pictures have been made before.
        const { resize } = await import('./resize')
        const body = await inTurn(() => resize(original, width, format).catch((error) => refuse(name, error)))
        if (fileName) void files.write(fileName, body)
        return toVariant(body, format)
      })
      keep('accept')
      return sendVariant(request, reply, variant)
    },
  )
}

/** A file that is no picture is a fault of its own, not of the server. */
function refuse(name: string, error: Error): never {
  throw new ProblemError(422, `${name} can't be read as a picture: ${error.message}`)
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
    const digest = digestOf(await readFile(path))
    known.set(path, { key, digest })
    return digest
  }
}

/**
 * Keeps variants by key, the least recently used going first; the same variant asked for twice at once is made once. Only who
 * began that is refused for asking too much: the others begin anew.
 */
function createVariants() {
  const kept = new Map<string, Variant>()
  const underway = new Map<string, Promise<Variant>>()
  let size = 0
  const keep = (key: string, variant: Variant) => {
    kept.set(key, variant)
    size += variant.body.length
    for (const [oldest, { body }] of kept) {
      if (size <= cacheSize) break
      kept.delete(oldest)
      size -= body.length
    }
  }
  async function get(key: string, make: () => Promise<Variant>): Promise<Variant> {
    const variant = kept.get(key)
    if (variant) {
      kept.delete(key)
      kept.set(key, variant)
      return variant
    }
    const others = underway.get(key)
    if (others) {
      return others.catch((error: unknown) => {
        if (error instanceof ProblemError && error.statusCode === 429) return get(key, make)
        throw error
      })
    }
    const making = make().finally(() => underway.delete(key))
    underway.set(key, making)
    making.then(
      (made) => keep(key, made),
      () => undefined,
    )
    return making
  }
  return { get }
}

/** Milliseconds for which a file is taken to be the one that it was. */
const trust = 5

/** Tells whether a file is still the one that was read, asking the disk at most every few milliseconds. */
function watchFile(path: string, { mtimeMs, size }: Stats): () => boolean {
  let asked = 0
  return () => {
    const now = performance.now()
    if (now - asked < trust) return true
    asked = now
    try {
      const file = statSync(path)
      return file.mtimeMs === mtimeMs && file.size === size
    } catch {
      return false
    }
  }
}

function missing(name: string): ProblemError {
  return new ProblemError(404, `There is no image ${JSON.stringify(name.slice(0, 120))}.`)
}
