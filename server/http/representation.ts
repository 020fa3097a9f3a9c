import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'

/** A cached response body: its bytes, its ETag, and its compressed forms, which are made on first use. */
export type Representation = {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
  compressed: { [Name in Encoding]?: Promise<Buffer | undefined> }
  /** True once `improve` has started. */
  isImproved?: boolean
}

export type Encoding = 'br' | 'gzip'

/** The size in bytes from which a body is compressed. A smaller one fits into one packet anyway. */
const smallest = 1_000

/** The Brotli quality of `improve`. The result is within 1 % of the highest quality, 11, and takes a third of its time. */
const bestQuality = 10

/** The maximum size of a body that is improved, in bytes. A larger one would keep a processor core busy for seconds. */
const largestImproved = 2_000_000

/** Makes the representation of a text. The ETag is weak because one value stands for all encodings of the same content (RFC 9110, 8.8.3). */
export function represent(text: string, type: string): Representation {
  const body = Buffer.from(text)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  return { type, body, etag, compressed: {} }
}

/** Sends a representation: a 304 if the client has it, else the body in the best encoding that the client accepts. */
export function sendRepresentation(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
): FastifyReply | Promise<FastifyReply> {
  const { type, body, etag } = representation
  reply.header('etag', etag)
  if (reply.statusCode === 200 && method !== 'POST' && matchesEtag(headers['if-none-match'], etag))
    return reply.header('vary', 'Accept-Encoding').code(304).send()
  reply.type(type)
  if (body.length < smallest) return reply.send(body)
  reply.header('vary', 'Accept-Encoding')
  // Chooses Brotli if the client accepts both equally.
  const accepted = headers['accept-encoding']?.toLowerCase()
  const encoding = accepted && negotiate<Encoding>(accepted, ['br', 'gzip'])
  if (!encoding) return reply.send(body)
  // Sends the body uncompressed if compression fails, for example without memory.
  return compress(representation, encoding).then((compressed) =>
    compressed ? reply.header('content-encoding', encoding).send(compressed) : reply.send(body),
  )
}

/** Serves a representation that browsers revalidate each time and search engines leave out. */
export function serveAt(app: FastifyInstance, path: string, get: () => Representation): void {
  app.get(path, (request, reply) => {
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    return sendRepresentation(request, reply, get())
  })
}

/** Serves a text file in the same way as `serveAt`. */
export function serveFile(app: FastifyInstance, path: string, file: string, type: string): void {
  const representation = represent(readFileSync(file, 'utf8'), type)
  serveAt(app, path, () => representation)
}

function compress(representation: Representation, encoding: Encoding): Promise<Buffer | undefined> {
  const { body, compressed, isImproved } = representation
  if (compressed.br && encoding === 'br' && !isImproved && body.length <= largestImproved) {
    representation.isImproved = true
    void inTurn(improve, representation)
  }
  // Quality 7 makes bodies 4 % smaller than quality 5 and takes a third longer (1 ms for a large page). Large bodies get quality
  // 5, because 7 takes 10 MB more memory (`npm run bench -- growth`).
  const make = () => (encoding === 'br' ? toBrotli(body, body.length > 1_000_000 ? 5 : 7) : toGzip(body, { level: 6 }))
  compressed[encoding] ??= make().catch(() => {
    delete compressed[encoding]
    return undefined
  })
  return compressed[encoding]
}

const inTurn = pLimit(1)

/**
 * Compresses a body again with `bestQuality` at its second request, one body at a time. Takes 0.3 s for the home data, which
 * shrinks from 159 to 137 kB; the Arabic home page shrinks from 24.7 to 22.1 kB.
 */
async function improve({ body, compressed }: Representation): Promise<void> {
  // After a failure the first compressed form stays.
  const better = await toBrotli(body, bestQuality).catch(() => undefined)
  if (better) compressed.br = Promise.resolve(better)
}

const toGzip = promisify(gzip)
const brotli = promisify(brotliCompress)

function toBrotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window of 512 KB: a larger one does not compress the shipped home data better and takes more memory.
    [constants.BROTLI_PARAM_LGWIN]: 19,
  }
  return brotli(body, { params })
}

/** True if an If-None-Match header names the ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  const opaque = etag.replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}
