import { EventEmitter, once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { type OperationName, operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { ProblemError } from '../../http/problem'
import { invalid } from '../refusals'
import { callInWords, differences, payloadDifferences } from './partial-match'

/** The maximum number of calls that are held at a time. A further call is answered at once. */
const maxHeld = 50

/** The time after which a held call is released by itself, in milliseconds. The server closes idle connections a little later. */
const maxHold = 60_000

/** A call that waits for its release. `until` is the time at which it is released by itself. */
export type HeldCall = {
  id: number
  at: string
  until: string
  operation: OperationName
  payload: unknown
  /** The name of the scenario that holds it. */
  by: string
  key: string
}

/** Why a call is held no longer: `limit` if too many are held already, and `gone` if the client has disconnected. */
export const holdEnds = ['released', 'timeout', 'limit', 'gone'] as const
export type HoldEnd = (typeof holdEnds)[number]

type Asking = Pick<FastifyRequest, 'raw' | 'log'>

const toldEnds = {
  timeout: 'a held call was not released in time, and is answered',
  limit: 'a call is not held, because too many are',
  gone: 'the client of a held call has disconnected',
}

export type HeldCalls = ReturnType<typeof createHeldCalls>

/** Holds calls until they are released, until `maxHold` milliseconds are over, or until the client disconnects. */
export function createHeldCalls(limits = { maxHeld, maxHold }) {
  const held = new Map<number, { call: HeldCall; end: (by: HoldEnd) => void }>()
  const changes = new EventEmitter().setMaxListeners(0)
  let count = 0

  const waitFor = (id: number, asked: Omit<HeldCall, 'id' | 'at' | 'until'>, socket: FastifyRequest['raw']['socket']) =>
    new Promise<HoldEnd>((resolve) => {
      const end = (why: HoldEnd) => {
        held.delete(id)
        clearTimeout(timer)
        // Removes the listener, because a keep-alive connection also carries later calls.
        socket.off('close', leave)
        resolve(why)
      }
      const leave = () => end('gone')
      const timer = setTimeout(end, limits.maxHold, 'timeout')
      socket.once('close', leave)
      const now = Date.now()
      const times = { at: new Date(now).toISOString(), until: new Date(now + limits.maxHold).toISOString() }
      held.set(id, { call: { id, ...times, ...asked }, end })
      changes.emit('held')
    })

  return {
    /** Resolves when the call is held no longer. Logs why, unless it was released. */
    hold: async (
      asked: Pick<HeldCall, 'operation' | 'payload' | 'by' | 'key'>,
      { raw, log }: Asking,
    ): Promise<HoldEnd> => {
      const id = ++count
      const end = held.size < limits.maxHeld ? await waitFor(id, asked, raw.socket) : 'limit'
      if (end !== 'released') log.warn({ ...asked, held: end }, toldEnds[end])
      return end
    },
    list: () => Array.from(held.values(), ({ call }) => call),
    /**
     * Releases the calls that fit. Waits up to `within` milliseconds for the first of them, at most until the server closes, and returns
     * their number.
     */
    release: async ({ within = 0, ...asked }: Release, closing?: AbortSignal): Promise<number> => {
      const signal = AbortSignal.any([AbortSignal.timeout(within), ...(closing ? [closing] : [])])
      const find = () => Array.from(held.values()).filter(({ call }) => fits(call, asked))
      while (find().length === 0 && !signal.aborted) await once(changes, 'held', { signal }).catch(() => undefined)
      const found = find()
      for (const { end } of found) end('released')
      return found.length
    },
  }
}

/** The body of `POST /__requests/release`. Without a field all calls are released. */
const Release = Type.Partial(
  Type.Object({
    id: Type.Integer({ minimum: 1 }),
    operation: Type.Enum([...operationNames]),
    slug: Type.String(),
    payload: Type.Object({}),
    key: Type.String(),
    within: Type.Integer({ minimum: 0, maximum: 60_000 }),
  }),
  { additionalProperties: false },
)
type Release = Static<typeof Release>

const check = createCheck(Release)

function fits(call: HeldCall, { slug, payload, ...fields }: Release): boolean {
  return [...differences(fields, call, ''), ...payloadDifferences({ slug, payload }, call.payload)].length === 0
}

/** Lists the held calls at `/__requests/held`, and releases them by `POST /__requests/release`. */
export function heldCalls(app: FastifyInstance, calls: HeldCalls, closing: AbortSignal): void {
  app.get('/__requests/held', async () => ({ held: calls.list() }))
  app.post('/__requests/release', async ({ body }) => {
    const asked = body ?? {}
    const violations = check(asked)
    if (violations.length > 0) throw invalid('The release does not fit', violations, '/')
    const released = await calls.release(asked as Release, closing)
    if (released > 0) return { released }
    // A misspelt slug would otherwise leave a call held without a word.
    const others = calls.list().map(({ id, operation, payload }) => `#${id} ${callInWords(operation, payload)}`)
    const why = others.length > 0 ? `Held are ${others.slice(0, 5).join(', ')}` : 'No call is held'
    throw new ProblemError(404, `No held call fits. ${why}.`)
  })
}
