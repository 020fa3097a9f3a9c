import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../../http/problem'
import type { Behaviour } from '../scenarios/scenario-files'

/** A call, why it fails, and headers that mark its response. */
type Call = { request: FastifyRequest; reply: FastifyReply; why: string; marks?: Record<string, string> }

/** Executes a behaviour. Returns the reply if the behaviour has answered the call, else `undefined`. */
export type Behave = (behaviour: Behaviour, call: Call) => Promise<FastifyReply | undefined>

/** The longest delay of a response, in milliseconds. Longer than any client's timeout. */
export const longestWait = 120_000

const webPage = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

/** Executes the behaviours of scenarios, failing slugs and `FAULTS`. */
export function createBehave(app: FastifyInstance): Behave {
  const running = new WeakMap<FastifyRequest, Behaviour & Pick<Call, 'marks'>>()

  app.addHook('onSend', async (request, reply, payload) => {
    const { marks = {}, contentType, cut, body } = running.get(request) ?? {}
    reply.headers(marks)
    if (contentType) reply.type(contentType)
    if (!cut && body !== 'malformed') return payload
    reply.removeHeader('etag').header('cache-control', 'no-store')
    const whole = Buffer.from((payload ?? '') as string | Buffer) // the API sends no others
    const half = whole.subarray(0, whole.length >> 1)
    if (!cut) return half
    reply.header('content-length', whole.length)
    return Readable.from(untilCut(half))
  })

  return async (behaviour, { request, reply, why, marks }) => {
    const { cut, body, status, retryAfter } = behaviour
    // FAULTS, failing slugs and scenarios may all concern one call.
    running.set(request, { ...running.get(request), ...behaviour, ...(marks && { marks }) })
    if (cut || body === 'malformed') {
      // Prevents compressed and 304 responses, because cutting these would be another fault.
      delete request.headers['accept-encoding']
      delete request.headers['if-none-match']
    }
    const time = waitOf(behaviour)
    if (time > 0 && !(await hasWaited(time, request))) return reply.hijack()
    if (behaviour.drop) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    if (body === 'html') {
      reply.code(status ?? 200).type('text/html; charset=utf-8')
      return reply.send(webPage)
    }
    if (status !== undefined) throw new ProblemError(status, why)
    return undefined
  }
}

/** The milliseconds before a behaviour's answer. `chance` gives numbers from 0 to 1. */
export function waitOf({ hang, delay = 0 }: Behaviour, chance = Math.random): number {
  if (hang) return longestWait
  if (typeof delay === 'number') return delay
  const [least = 0, most = least] = delay
  return Math.round(least + chance() * (most - least))
}

/** Waits. Resolves to false if the client disconnects before the end. */
export async function hasWaited(milliseconds: number, { raw }: FastifyRequest): Promise<boolean> {
  const gone = new AbortController()
  const abort = () => gone.abort()
  raw.socket.once('close', abort)
  const isThere = await wait(milliseconds, true, { signal: gone.signal }).catch(() => false)
  // Removes the listener, because a keep-alive connection serves more calls.
  raw.socket.off('close', abort)
  return isThere
}

async function* untilCut(half: Buffer): AsyncGenerator<Buffer> {
  yield half
  // Lets Node send the first half before the connection closes.
  await new Promise(setImmediate)
  throw new Error('cut on purpose')
}
