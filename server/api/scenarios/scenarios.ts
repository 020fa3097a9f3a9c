import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operationAt } from '#contract/operations'
import type { Store } from '../../content/store'
import { ProblemError } from '../../http/problem'
import { ContentError, type ContentSource, noAnswer } from '../content-source'
import { hasWaited } from '../development/faults'
import type { Handlers } from '../handlers'
import { inHabits } from './back-end-habits'
import { chosenBy, cookieOf, namesOf } from './chosen'
import { type Behaviour, createScenarioFiles } from './scenario-files'
import { createWorlds, type World } from './worlds'

export type ScenarioOptions = {
  store: Store
  handlers: Handlers
  product: string
  fixturesDir: string
  /** The scenarios of requests that name none. */
  current: readonly string[]
}

/** Returns the content source with the request's scenarios applied; `undefined` for a request without scenarios. */
export type ScenarioSource = (request: FastifyRequest, reply: FastifyReply) => ContentSource | undefined

/**
 * Scenarios: named changes of what the API answers (`fixtures/scenarios/*.json`), chosen per request by the header `X-Scenario`, a
 * page's query `?scenario=` or the cookie `scenario`, or for the whole server. For development and tests.
 */
export function scenarios(app: FastifyInstance, options: ScenarioOptions): ScenarioSource {
  const { store, handlers, product, fixturesDir } = options
  const files = createScenarioFiles(fixturesDir)
  const { worldOf, reset } = createWorlds(files.readAll, store, product)
  let current = options.current
  // Caches texts, because serialising thousands of items takes a second.
  const texts = new WeakMap<object, string>()
  const textOf = (data: object) => {
    const text = texts.get(data) ?? JSON.stringify({ data })
    texts.set(data, text)
    return text
  }

  const readWorld = (request: FastifyRequest): World | undefined => {
    const { names, key } = chosenBy(request)
    const chosen = names ?? current
    return chosen.length > 0 ? worldOf(chosen, key) : undefined
  }
  if (current.length > 0) worldOf(current, '')

  app.addHook('preHandler', async (request, reply) => {
    const operation = operationAt(request.routeOptions.url)
    if (!operation) return
    const { key } = chosenBy(request)
    if (key) reply.header('x-scenario-key', key)
    const world = readWorld(request)
    if (!world) return
    reply.headers({ 'x-scenario': world.name, 'cache-control': 'no-store', 'x-answered-by': 'scenario' })
    const behaviour = world.behaviourOf(operation, request.body) ?? {}
    if (!(await hasWaited(waitOf(behaviour), request))) return reply.hijack()
    const { status, body, contentType, cut, habits } = behaviour
    if (behaviour.retryAfter !== undefined) reply.header('retry-after', behaviour.retryAfter)
    if (body === 'html')
      return reply
        .code(status ?? 200)
        .type('text/html; charset=utf-8')
        .send(webPage)
    if (status !== undefined) throw new ProblemError(status, `The scenario ${world.name} answers ${status}.`)
    const data = handlers[operation](world.content, request.body as never)
    if (data === undefined) throw new ProblemError(404, `${operation}: the scenario ${world.name} has no such item.`)
    const pictures = `${request.protocol}://${request.host}/images/`
    const text = habits ? JSON.stringify({ data: inHabits(operation, data, pictures) }) : textOf(data)
    reply.type(contentType ?? 'application/json; charset=utf-8')
    if (!cut) return reply.send(text)
    const whole = Buffer.from(text)
    return reply
      .header('content-length', whole.length)
      .send(Readable.from(untilCut(whole.subarray(0, whole.length >> 1))))
  })

  app.get('/__scenarios', (_, reply) => {
    const all = [...files.readAll().values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    const list = all.map(({ name, scenario, faults }) => ({
      name,
      ...(scenario ? { description: scenario.description } : { faults }),
    }))
    return reply.header('cache-control', 'no-store').send({ current, scenarios: list })
  })
  app.put('/__scenarios/current', (request: FastifyRequest<{ Body: unknown }>, reply) => {
    const names = namesOf(request.body)
    if (names.length > 0) worldOf(names, '')
    current = names
    reset()
    return reply.send({ current })
  })
  app.put('/__scenarios/:name', { bodyLimit: mostBytes }, (request: FastifyRequest<{ Params: Named }>, reply) => {
    const { name } = request.params
    const faults = files.define(name, request.body)
    if (faults.length > 0) throw new ProblemError(400, `The scenario ${name} has ${faults.length} faults.`, faults)
    return reply.code(204).send()
  })
  app.delete('/__scenarios/:name', (request: FastifyRequest<{ Params: Named }>, reply) => {
    if (files.remove(request.params.name)) return reply.code(204).send()
    throw new ProblemError(404, 'DELETE is for scenarios that were defined by PUT while the server runs.')
  })
  app.delete('/__scenarios/state', (request: FastifyRequest<{ Querystring: { key?: string } }>, reply) => {
    reset(request.query.key)
    return reply.code(204).send()
  })

  return (request, reply) => {
    const { query } = chosenBy(request)
    if (query !== undefined) reply.header('set-cookie', cookieOf(query))
    const world = readWorld(request)
    if (!world) return undefined
    reply.headers({ 'x-scenario': world.name })
    const ask: ContentSource['ask'] = async (operation, payload, timeout = Number.POSITIVE_INFINITY) => {
      const behaviour = world.behaviourOf(operation, payload) ?? {}
      const wait = waitOf(behaviour)
      if (!(await hasWaited(Math.min(wait, timeout, longestWait), request)) || wait > timeout)
        throw new ContentError(noAnswer, 'late')
      if (behaviour.status === 404) return { data: undefined, by: 'fixtures' }
      if (behaviour.status !== undefined) throw new ContentError(`answered ${behaviour.status}`)
      if (behaviour.body === 'html' || behaviour.cut) throw new ContentError('answered no JSON')
      return { data: handlers[operation](world.content, payload as never), by: 'fixtures' }
    }
    return { ask, isRemote: false, isCostly: () => false, onChange: () => undefined }
  }
}

type Named = { name: string }

/** The largest scenario that can be defined over HTTP, in bytes. */
const mostBytes = 5_000_000

/** The longest delay of a response, in milliseconds. Longer than any client's timeout. */
const longestWait = 120_000

const webPage = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

function waitOf({ hang, delay = 0 }: Behaviour): number {
  if (hang) return longestWait
  if (typeof delay === 'number') return delay
  const [least = 0, most = least] = delay
  return least + Math.random() * (most - least)
}

async function* untilCut(half: Buffer): AsyncGenerator<Buffer> {
  yield half
  // Lets Node send the first half before the connection closes.
  await new Promise(setImmediate)
  throw new Error('the scenario cuts the answer')
}
