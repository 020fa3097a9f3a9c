import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'

/** A body made once and sent many times: its bytes, its ETag, and its compressed forms as soon as somebody asked for them. */
export type Representation = {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
  compressed: { [Name in Encoding]?: Buffer | Promise<Buffer | undefined> }
  /** Whether the best form of it is there, or being made. */
  isImproved?: boolean
}

export type Encoding = 'br' | 'gzip'

/** Below this many bytes compressing gains less than its header costs. */
const smallest = 1_000

/** Makes the representation of a text. The ETag is weak because one value stands for all encodings of the same content (RFC 9110, 8.8.3). */
export function represent(text: string, type: string): Representation {
  const body = Buffer.from(text)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  return { type, body, etag, compressed: {} }
}

/** Answers with a representation: 304 when the client has it, else in the best encoding that it takes. */
export function sendRepresentation(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
): FastifyReply | Promise<FastifyReply> {
  reply.header('etag', representation.etag)
  if (reply.statusCode === 200 && method !== 'POST' && matches(headers['if-none-match'], representation.etag))
    return reply.header('vary', 'Accept-Encoding').code(304).send()
  reply.type(representation.type)
  if (representation.body.length < smallest) return reply.send(representation.body)
  reply.header('vary', 'Accept-Encoding')
  const encoding = chooseEncoding(headers['accept-encoding'])
  if (!encoding) return reply.send(representation.body)
  // Without memory for compressing it goes as it is.
  const send = (compressed: Buffer | undefined) =>
    compressed ? reply.header('content-encoding', encoding).send(compressed) : reply.send(representation.body)
  const compressed = compress(representation, encoding)
  return compressed instanceof Promise ? compressed.then(send) : send(compressed)
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

function compress(representation: Representation, encoding: Encoding): Buffer | Promise<Buffer | undefined> {
  const { body, compressed } = representation
  const made = compressed[encoding]
  if (made) {
    if (encoding === 'br' && !representation.isImproved && body.length <= largestImproved) {
      representation.isImproved = true
      void improveInTurn(improve, representation)
    }
    return made
  }
  // Made while somebody waits: 7 is 4 % less than 5 for a third more of time, 1 ms of a large page. Of many megabytes it would
  // take some 10 MB more of memory, which with 1,000 items there is not (`npm run bench -- growth`).
  const making = encoding === 'br' ? toBrotli(body, body.length > 1_000_000 ? 5 : 7) : gzipped(body, { level: 6 })
  const settled = making.then(
    (done) => {
      compressed[encoding] = done
      return done
    },
    () => {
      delete compressed[encoding]
      return undefined
    },
  )
  compressed[encoding] = settled
  return settled
}

function toBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // Half a megabyte back: farther it finds nothing more in the shipped home data, and looking there takes memory in larger ones.
      [constants.BROTLI_PARAM_LGWIN]: 19,
    },
  })
}

/** All but 1 % of what the highest quality, 11, gains, in a third of its time. */
const bestQuality = 10

/** Above this many bytes it would take a core for seconds. */
const largestImproved = 2_000_000

const improveInTurn = pLimit(1)

/**
 * Compresses a body once more, and better, when it is requested a second time, as it will be requested again: one body at a time
 * while answers go on. The home data goes from 159 to 137 kB by that in 0.3 s, the Arabic home page from 24.7 to 22.1 kB.
 */
async function improve({ body, compressed }: Representation): Promise<void> {
  // The body stays as it was compressed at first.
  const better = await toBrotli(body, bestQuality).catch(() => undefined)
  if (better) compressed.br = better
}

/** The better of the encodings that an Accept-Encoding header takes; brotli when they are equal. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  return header ? (negotiate<Encoding>(header.toLowerCase(), ['br', 'gzip']) ?? undefined) : undefined
}

/** True when an If-None-Match header names the ETag; weak comparison (RFC 9110, 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  const opaque = etag.replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}
