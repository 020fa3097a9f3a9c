import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { ProblemError } from './problem'
import { createWorkQueue } from './resize-queue'
import { refuseExcess, type Traffic } from './traffic'

/** The widths that `?w=` may ask for, in pixels: what the layout uses at one and two device pixels. */
export const imageWidths = [160, 320, 480, 640, 720, 960, 1280, 1600]

/** Bytes of resized pictures kept in memory, at most. */
const cacheSize = 64 * 1024 * 1024

/** What is resized, at most: a picture of a modern camera. A small file may unpack to very much more. */
const mostFileBytes = 32 * 1024 * 1024
const mostPixels = 50_000_000

/** The longest that one picture may be worked on, in seconds. */
const mostSeconds = 20

const day = 24 * 60 * 60

type Format = 'avif' | 'webp' | 'png' | 'jpeg'
type Variant = { body: Buffer; type: string; etag: string }

// One picture at a time on each core: libvips would otherwise take every core for one picture.
sharp.concurrency(1)
// Of all the formats that libvips can read, some with a history of faults, only those that the contract names (fine print 12) and AVIF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

/** The images folder: originals by file name, and resized variants by `?w=` in the best format that the browser takes. */
export async function images(
  app: FastifyInstance,
  { imagesDir, upstream = '', traffic }: { imagesDir: string; upstream?: string; traffic: Traffic },
): Promise<void> {
  await app.register(fastifyStatic, { root: imagesDir, serve: false, dotfiles: 'deny', index: false })
  const variants = createVariants()
  const inTurn = createWorkQueue()

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
      const format = formatFor(request.headers.accept, name)
      const key = `${name}\n${file.mtimeMs}\n${file.size}\n${width}\n${format}`
      const variant = await variants.get(key, async () => {
        refuseExcess(traffic, request.ip)
        if (file.size > mostFileBytes) throw new ProblemError(422, `${name} is too large to be resized.`)
        return inTurn(() => resize(path, width, format))
      })
      return sendVariant(request, reply, variant)
    },
  )
}

function sendVariant(request: FastifyRequest, reply: FastifyReply, variant: Variant): FastifyReply {
  reply.header('vary', 'Accept').header('cache-control', `public, max-age=${day}`).header('etag', variant.etag)
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(variant.etag)) return reply.code(304).send()
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

/** Scales a picture down to `width` pixels, never up. A file that is no picture is a 422 of its own, not a server fault. */
async function resize(path: string, width: number, format: Format): Promise<Variant> {
  try {
    const picture = sharp(await readFile(path), { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .rotate()
      .resize({ width, withoutEnlargement: true })
    const body = await picture.toFormat(format, formatOptions[format]).toBuffer()
    return { body, type: `image/${format}`, etag: `"${body.length.toString(36)}-${hash(body)}"` }
  } catch (error) {
    throw new ProblemError(422, `${basename(path)} can't be read as a picture: ${(error as Error).message}`)
  }
}

// Measured on the shipped pictures at 640 px, one core, on average: AVIF effort 2 takes 72 ms for 8.8 kB, the default 4
// takes 507 ms for 8.2 kB; WebP 35 ms for 9.2 kB.
const formatOptions = {
  avif: { quality: 50, effort: 2 },
  webp: { quality: 75 },
  png: { palette: true },
  jpeg: { quality: 80, mozjpeg: true },
}

function hash(body: Buffer): string {
  let value = 0x811c9dc5
  for (const byte of body) value = Math.imul(value ^ byte, 0x01000193)
  return (value >>> 0).toString(36)
}

/** Keeps variants by key, the least recently used going first; the same variant asked for twice at once is made once. */
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
  return {
    get: async (key: string, make: () => Promise<Variant>): Promise<Variant> => {
      const variant = kept.get(key)
      if (variant) {
        kept.delete(key)
        kept.set(key, variant)
        return variant
      }
      let making = underway.get(key)
      if (!making) {
        making = make().finally(() => underway.delete(key))
        underway.set(key, making)
        making.then(
          (made) => keep(key, made),
          () => undefined,
        )
      }
      return making
    },
  }
}

function missing(name: string): ProblemError {
  return new ProblemError(404, `There is no image ${JSON.stringify(name.slice(0, 120))}.`)
}
