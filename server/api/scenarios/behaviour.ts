import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isObject } from '#contract/json'
import type { OperationName } from '#contract/operations'
import { ProblemError } from '../../http/problem'
import type { HeldCalls } from '../development/held-calls'
import type { ChosenBehaviour } from './choose-behaviour'

const webPage = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

/**
 * Executes the behaviour of a call, and sets headers that mark its response. Resolves to true if the behaviour has answered the
 * call. It does not resolve to the reply, because awaiting a reply waits until the response is sent.
 */
export type Behave = (
  behaviour: ChosenBehaviour | undefined,
  call: Called & { request: FastifyRequest; reply: FastifyReply; marks: Record<string, string> },
) => Promise<boolean>

type Called = { operation: OperationName; key: string }

export function createBehave(app: FastifyInstance, held: HeldCalls | undefined, closing: AbortSignal): Behave {
  const running = new WeakMap<FastifyRequest, Partial<ChosenBehaviour> & { marks: Record<string, string> }>()

  app.addHook('onSend', async (request, reply, payload) => {
    const { marks = {}, contentType, cut, body } = running.get(request) ?? {}
    // Sets these headers again, because the route may have replaced them.
    reply.headers(marks)
    if (contentType) reply.type(contentType)
    if (!cut && body !== 'malformed') return payload
    reply.removeHeader('etag').header('cache-control', 'no-store')
    const bytes = Buffer.from((payload ?? '') as string | Buffer) // the API sends no streams
    const half = bytes.subarray(0, bytes.length >> 1)
    if (!cut) return half
    reply.header('content-length', bytes.length)
    return Readable.from(untilCut(half))
  })

  return async (behaviour, { request, reply, marks, operation, key }) => {
    reply.headers(marks)
    running.set(request, { ...behaviour, marks })
    if (!behaviour) return false
    const { hold, hang, delay, cut, drop, body, status, retryAfter, by } = behaviour
    if (cut || body === 'malformed') {
      // Prevents compressed and 304 responses, because half of one of these would be another fault than half of a JSON text.
      delete request.headers['accept-encoding']
      delete request.headers['if-none-match']
    }
    const heldUntil = hold && (await held?.hold({ operation, payload: request.body, by, key }, request))
    if (heldUntil) reply.headers(Object.assign(marks, { 'x-held': heldUntil }))
    const isGone = heldUntil === 'gone' || !(await hasWaited(delay, request, closing))
    if (isGone || drop || (hang && closing.aborted)) {
      reply.hijack()
      request.raw.socket.destroy()
      return true
    }
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (body === 'html' || isObject(body)) {
      const [type, answer] = body === 'html' ? ['text/html', webPage] : ['application/json', body]
      reply
        .code(status ?? 200)
        .type(`${type}; charset=utf-8`)
        .send(answer)
      return true
    }
    if (status !== undefined) throw new ProblemError(status, `The scenario ${by} answers ${status}.`)
    return false
  }
}

/** Waits, at most until the server closes. Resolves to false if the client disconnects before the end. */
export async function hasWaited(milliseconds: number, { raw }: FastifyRequest, closing: AbortSignal): Promise<boolean> {
  if (milliseconds === 0) return true
  const gone = new AbortController()
  const abort = () => gone.abort()
  raw.socket.once('close', abort)
  const signal = AbortSignal.any([gone.signal, closing])
  const isThere = await wait(milliseconds, true, { signal }).catch(() => !gone.signal.aborted)
  // Removes the listener, because a keep-alive connection also carries later calls.
  raw.socket.off('close', abort)
  return isThere
}

async function* untilCut(half: Buffer): AsyncGenerator<Buffer> {
  yield half
  // Lets Node send the first half before the connection closes.
  await new Promise(setImmediate)
  throw new Error('cut on purpose')
}
