import type { FastifyInstance } from 'fastify'
import { operationAt } from '#contract/operations'
import type { Behave } from './behaviour'
import { createChoice, type FaultPlan } from './fault-rates'

/** Injects the faults of the variable `FAULTS` into API calls. A header marks each changed response. */
export function randomFaults(app: FastifyInstance, plan: FaultPlan, behave: Behave): void {
  const choose = createChoice(plan)

  app.addHook('preHandler', async (request, reply) => {
    const operation = operationAt(request.routeOptions.url)
    const behaviour = operation && choose(operation)
    if (!behaviour) return
    const { delay, status, cut, body } = behaviour
    const done = [delay && `waited ${delay} ms`, status && 'error', cut && 'cut', body].filter(Boolean).join(', ')
    if (!done && !behaviour.drop) return
    const marks = { 'x-answered-by': 'fault', 'x-answered-because': `FAULTS: ${done}` }
    return behave(behaviour, { request, reply, why: 'A failure that FAULTS asks for.', marks })
  })
}
