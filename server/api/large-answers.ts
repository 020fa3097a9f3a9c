import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KnownBytes, largeFile } from '../content/large-fixtures'
import { chooseEncoding, type Encoding, matches } from '../http/prepared'

/** A body too large to be copied: pieces of the fixtures' own bytes, and compressed forms that are sent while they are made. */
export type LargeAnswer = {
  pieces: Buffer[]
  length: number
  etag: string
  compressed: { [Name in Encoding]?: Growing }
}

/** Bytes that one stream makes and any number of readers follow. */
type Growing = { chunks: Buffer[]; isWhole: boolean; error?: Error; waiting: (() => void)[] }

/** Sent at a time: more would be copied than a slow line takes, less would be many small writes. */
const chunkSize = 256 * 1024

/** How many chunks wait for a slow line. */
const ahead = { highWaterMark: 2 }

const opening = Buffer.from('[')
const separator = Buffer.from(',')

/**
 * The answer `{ data }` as a large one, made of what is known of its parts; `undefined` when it is not large. `version` names the
 * state of the content: with the length it tells an answer of one address from its others.
 */
export function largeAnswer(data: object, known: KnownBytes | undefined, version: string): LargeAnswer | undefined {
  if (!known) return undefined
  const pieces: Buffer[] = []
  const text = (value: string) => void pieces.push(Buffer.from(value))
  const add = (value: unknown): void => {
    const bytes = typeof value === 'object' && value !== null ? known.get(value) : undefined
    if (bytes) pieces.push(bytes)
    else if (Array.isArray(value) && known.has(value[0])) {
      value.forEach((item, index) => {
        pieces.push(index === 0 ? opening : separator)
        add(item)
      })
      text(']')
    } else text(JSON.stringify(value))
  }
  const addFields = (value: object) => {
    Object.entries(value).forEach(([key, field], index) => {
      text(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`)
      add(field)
    })
    text('}')
  }
  // The home data is a list of one, the courses of a category are a field beside it; all else is a list or an item.
  const [home] = Array.isArray(data) ? data : []
  text('{"data":')
  if (Array.isArray(data) && data.length === 1 && !known.has(home)) {
    text('[')
    addFields(home)
    text(']')
  } else if (Array.isArray(data) || known.has(data)) add(data)
  else addFields(data)
  text('}')
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return length < largeFile ? undefined : { pieces, length, etag: `W/"${version}-${length}"`, compressed: {} }
}

/** Answers with a large body: 304 when the client has it, else in the best encoding that it takes, as a stream. */
export function sendLarge(request: FastifyRequest, reply: FastifyReply, answer: LargeAnswer): FastifyReply {
  reply.header('etag', answer.etag).header('vary', 'Accept-Encoding')
  if (request.method !== 'POST' && matches(request.headers['if-none-match'], answer.etag)) {
    return reply.code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (!encoding) {
    reply.header('content-length', answer.length)
    return reply.send(request.method === 'HEAD' ? null : Readable.from(inChunks(answer.pieces), ahead))
  }
  reply.header('content-encoding', encoding)
  if (request.method === 'HEAD') return reply.send(null)
  const growing = answer.compressed[encoding] ?? compress(answer.pieces, encoding)
  answer.compressed[encoding] = growing
  // Who comes after a failure has it made anew.
  if (growing.error) delete answer.compressed[encoding]
  return reply.send(Readable.from(follow(growing), ahead))
}

/** Compresses once, a piece at a time in threads of their own, for all who ask meanwhile and later. */
function compress(pieces: Buffer[], encoding: Encoding): Growing {
  const growing: Growing = { chunks: [], isWhole: false, waiting: [] }
  const stream =
    encoding === 'br'
      ? // Above 5 it takes a core for many seconds; below it grows by a tenth.
        createBrotliCompress({ chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ chunkSize, level: 5 })
  const wake = () => {
    for (const proceed of growing.waiting.splice(0)) proceed()
  }
  stream.on('data', (chunk: Buffer) => {
    growing.chunks.push(chunk)
    wake()
  })
  stream.on('end', () => {
    growing.isWhole = true
    wake()
  })
  stream.on('error', (error) => {
    growing.error = error
    wake()
  })
  Readable.from(inChunks(pieces), ahead).pipe(stream)
  return growing
}

async function* follow(growing: Growing): AsyncGenerator<Buffer> {
  for (let sent = 0; ; ) {
    const chunk = growing.chunks[sent]
    if (chunk) {
      sent++
      yield chunk
    } else if (growing.error) throw growing.error
    else if (growing.isWhole) return
    else await new Promise<void>((proceed) => growing.waiting.push(proceed))
  }
}

/** The same bytes in chunks of about the same size: small pieces together, large ones apart. */
function* inChunks(pieces: Buffer[]): Generator<Buffer> {
  let small: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    if (size + piece.length <= chunkSize) {
      small.push(piece)
      size += piece.length
      continue
    }
    if (size > 0) yield Buffer.concat(small)
    small = []
    size = 0
    for (let start = 0; start < piece.length; start += chunkSize) yield piece.subarray(start, start + chunkSize)
  }
  if (size > 0) yield Buffer.concat(small)
}
