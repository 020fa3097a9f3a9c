import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operationAt } from '#contract/operations'
import { ProblemError } from '../../http/problem'
import { createFates, type Fate, type FaultPlan } from './fault-rates'
import { drop, hasWaited } from './faults'

/** Injects the faults of the variable `FAULTS` into API calls. A header marks each changed response. */
export function randomFaults(app: FastifyInstance, plan: FaultPlan): void {
  const fateOf = createFates(plan)
  const fates = new WeakMap<FastifyRequest, Fate>()

  app.addHook('preHandler', async (request, reply) => {
    const name = operationAt(request.routeOptions.url)
    if (!name) return
    const fate = fateOf(name)
    const { wait, end } = fate
    if (wait === 0 && end === 'answer') return
    fates.set(request, fate)
    if (wait > 0 && !(await hasWaited(wait, request))) return reply.hijack()
    if (end === 'error') throw new ProblemError(plan.rates[name].status, 'A failure that FAULTS asks for.')
    if (end === 'drop') return drop(request, reply)
    if (end === 'answer') return
    // Prevents compressed and 304 responses, because cutting these would be another fault.
    delete request.headers['accept-encoding']
    delete request.headers['if-none-match']
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fate = fates.get(request)
    if (!fate) return payload
    const { wait, end } = fate
    const done = [wait > 0 && `waited ${wait} ms`, end !== 'answer' && end].filter(Boolean).join(', ')
    reply.headers({ 'x-answered-by': 'fault', 'x-answered-because': `FAULTS: ${done}` })
    if (end !== 'cut' && end !== 'malformed') return payload
    reply.removeHeader('etag').header('cache-control', 'no-store')
    const whole = Buffer.from((payload ?? '') as string | Buffer) // the API sends no others
    const half = whole.subarray(0, whole.length >> 1)
    if (end === 'malformed') return half
    reply.header('content-length', whole.length)
    return Readable.from(untilCut(half))
  })
}

async function* untilCut(half: Buffer): AsyncGenerator<Buffer> {
  yield half
  // Lets Node send the first half before the connection closes.
  await new Promise(setImmediate)
  throw new Error('FAULTS: cut')
}
