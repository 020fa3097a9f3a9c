import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Drain } from './drain'
import { createKeptAnswers } from './kept-answers'
import { readSent } from './sent-answer'
import type { Traffic } from './traffic'

/** How an answer may be given again without Fastify, until the content changes. */
export type Keeping = {
  /** The request's headers that the answer depends on, besides method, address and payload. */
  names: readonly string[]
}

/**
 * The lane past Fastify. What Fastify has answered once, and its route has called `keep` for, is sent again byte by byte to the
 * same question, with a new id and date: so whatever Fastify, its plugins and the routes' checks say holds here too. Everything
 * else takes the ordinary way.
 */
export type FastLane = {
  createServer: (handler: RequestListener, options: ServerOptions) => Server
  /** Has the answer to this request kept when it has been sent, if it is a 200 or a 304. */
  keep: (request: FastifyRequest, keeping: Keeping) => void
  /** Lets Fastify's answers be read off. */
  watch: (app: FastifyInstance) => void
  /** Drops all that is kept, as what it was made from has changed. */
  clear: () => void
  /** From here on everything takes the ordinary way. */
  close: () => void
}

export type FastLaneOptions = {
  traffic: Traffic
  drain: Drain
}

/** A larger body would push out more than a quarter of all that is kept. */
const largestBody = 8 * 1024 * 1024

/** A payload is a slug or two; larger ones are not looked up. */
const largestPayload = 512

/** Who takes nothing of an answer for this long, in milliseconds, is cut off; longer than any answer may take. */
const stallTime = 70_000

/** Longer addresses are not looked up. */
const longestUrl = 512

/** Headers that change an answer besides those that a route names, wherever a route heeds them at all. */
const conditionalHeaders = ['range', 'if-range', 'if-match', 'if-modified-since', 'if-unmodified-since'] as const

/** What is known of a request that went Fastify's way and whose answer may be kept. */
type Asked = { key: string; generation: number; keeping?: Keeping; body?: Buffer }

const nothing = Buffer.alloc(0)

type Payload = { response: ServerResponse; length: number; body: Buffer | undefined }

export function createFastLane({ traffic, drain }: FastLaneOptions): FastLane {
  const kept = createKeptAnswers()
  let isOpen = true
  let generation = 0
  let handler: RequestListener = () => undefined
  /** The one request whose payload has not come yet: the parser hands it over right after the head. */
  let awaiting: LaneMessage | undefined
  let isSweeping = false

  const handOver: RequestListener = (request, response) => passOn(request, response, handler, drain)

  function onRequest(request: LaneMessage, response: ServerResponse): void {
    const { method, url = '' } = request
    // Neither the end of a connection nor an old client's ways are worth a second description.
    const isOrdinary =
      isOpen &&
      response.shouldKeepAlive &&
      request.httpVersionMinor === 1 &&
      url.length <= longestUrl &&
      url.startsWith('/')
    const length = isOrdinary && method === 'POST' ? payloadLength(request) : Number.NaN
    if (length > 0 && length <= largestPayload) awaitPayload(request, response, length)
    else if (isOrdinary && method === 'GET' && answer(request, response, url)) return
    else if (length === 0 && answer(request, response, `${url}\n`)) return
    else handOver(request, response)
  }

  function awaitPayload(request: LaneMessage, response: ServerResponse, length: number): void {
    stopAwaiting()
    request.payload = { response, length, body: undefined }
    awaiting = request
    if (isSweeping) return
    isSweeping = true
    setImmediate(() => {
      isSweeping = false
      stopAwaiting()
    })
  }

  /** Who sends the head without the payload is Fastify's. */
  function stopAwaiting(): void {
    const request = awaiting
    const payload = request?.payload
    if (!request || !payload) return
    awaiting = undefined
    request.payload = undefined
    if (!request.destroyed) handOver(request, payload.response)
  }

  /** Takes a piece of a payload, `null` at its end, in the place of the message that it belongs to; false leaves it to the message. */
  function take(request: LaneMessage, piece: Buffer | null): boolean {
    const payload = request.payload
    if (!payload) return false
    if (piece !== null && payload.body === undefined && piece.length === payload.length) {
      payload.body = piece
      return true
    }
    awaiting = undefined
    request.payload = undefined
    const { body, response } = payload
    if (piece === null && body && answer(request, response, `${request.url}\n${body.toString('latin1')}`)) return true
    handOver(request, response)
    if (body) request.push(body)
    return false
  }

  function answer(request: LaneMessage, response: ServerResponse, key: string): boolean {
    // Not its turn: an answer to an earlier request of the same connection is still on its way.
    if (!response.socket) return false
    const begin = performance.now()
    const { headers } = request
    const found = kept.find(key, headers)
    if (!found) {
      request.asked = { key, generation }
      return false
    }
    const id = traffic.idOf(headers)
    if (!found.sent.send(response, id)) return false
    found.wasUsed = true
    request.isAnswered = true
    traffic.metrics.resent()
    const done = () => found.answered(id, performance.now() - begin)
    // Nearly always all is in the system's hands by now; who takes it slowly is waited for when the server closes.
    if (response.writableLength === 0) done()
    else {
      enter(response, drain)
      response.once('finish', done)
    }
    return true
  }

  function keepSent({ raw, routeOptions, url, method }: FastifyRequest, response: ServerResponse): void {
    const asked = raw instanceof LaneMessage ? raw.asked : undefined
    if (!asked?.keeping || asked.generation !== generation || !isOpen) return
    const { key, keeping, body } = asked
    const { headers } = raw
    const status = response.statusCode
    const isKnown = headers['if-none-match'] !== undefined
    // Nor is kept what is sent for a tag that isn't ours.
    if (status !== (isKnown ? 304 : 200)) return
    const sent = readSent(response, (status === 200 && body) || nothing)
    if (!sent) return
    const { names } = keeping
    kept.keep(
      {
        key,
        // Node.js gives a list for Set-Cookie alone.
        values: names.map((name) => headers[name] as string | undefined),
        sent,
        answered: traffic.answers(method, routeOptions.url ?? 'none', url, status),
        wasUsed: false,
      },
      names,
    )
  }

  class LaneMessage extends IncomingMessage {
    asked: Asked | undefined = undefined
    payload: Payload | undefined = undefined
    isAnswered = false

    override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
      // Nobody reads this one any more, so its stream needn't come to its end, which has its price.
      if (this.isAnswered) return true
      return (this.payload !== undefined && take(this, piece)) || super.push(piece, encoding)
    }
  }

  return {
    createServer: (given, options) => {
      handler = given
      const server = createServer({ ...options, IncomingMessage: LaneMessage }, onRequest)
      drain.watch(server)
      return server
    },
    keep: ({ raw }, keeping) => {
      // What depends on a condition that nobody else will send would only take room.
      if (conditionalHeaders.some((name) => raw.headers[name] !== undefined)) return
      if (raw instanceof LaneMessage && raw.asked) raw.asked.keeping = keeping
    },
    watch: (app) => {
      app.addHook('onSend', (request, _reply, payload, done) => {
        const asked = request.raw instanceof LaneMessage ? request.raw.asked : undefined
        if (!asked?.keeping) return done(null, payload)
        if (typeof payload === 'string') asked.body = Buffer.from(payload)
        else if (Buffer.isBuffer(payload)) asked.body = payload
        if (asked.body && asked.body.length > largestBody) delete asked.body
        done(null, payload)
      })
      app.addHook('onResponse', (request, reply, done) => {
        keepSent(request, reply.raw)
        done()
      })
    },
    clear: () => {
      generation++
      kept.clear()
    },
    close: () => {
      stopAwaiting()
      isOpen = false
      kept.clear()
    },
  }
}

/** A server without the lane: in development and where answers are to fail, every request has to pass Fastify's hooks. */
export function createNoLane(drain: Drain): FastLane {
  return {
    createServer: (handler, options) => {
      const server = createServer(options, (request, response) => passOn(request, response, handler, drain))
      drain.watch(server)
      return server
    },
    keep: () => undefined,
    watch: () => undefined,
    clear: () => undefined,
    close: () => undefined,
  }
}

/** The ordinary way: hands a request to Fastify. */
function passOn(request: IncomingMessage, response: ServerResponse, handler: RequestListener, drain: Drain): void {
  enter(response, drain)
  cutToPath(request)
  handler(request, response)
}

/** Counts an answer as under way, and cuts off who takes nothing of it. */
function enter(response: ServerResponse, drain: Drain): void {
  drain.enter(response)
  response.setTimeout(stallTime)
}

/** Of an address that is told whole, as some proxies do, the path is enough (RFC 9112, 3.2.2). */
function cutToPath(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  request.url = path === url || path.startsWith('/') ? path : `/${path}`
}

/** Bytes of a request's payload; not a number when its head doesn't tell. */
function payloadLength({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.NaN
}
