import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operationAt } from '#contract/operations'
import type { Store } from '../../content/store'
import { ProblemError } from '../../http/problem'
import { ContentError, type ContentSource, noAnswer } from '../content-source'
import { type Behave, hasWaited, longestWait, waitOf } from '../development/behaviour'
import type { Handlers } from '../handlers'
import { inHabits } from './back-end-habits'
import { chosenBy, cookieOf, namesOf } from './chosen'
import { createScenarioFiles } from './scenario-files'
import { createWorlds, type World } from './worlds'

export type ScenarioOptions = {
  store: Store
  handlers: Handlers
  behave: Behave
  product: string
  fixturesDir: string
  /** The scenarios of requests that name none. */
  current: readonly string[]
}

/** Returns the content source with the request's scenarios applied; `undefined` for a request without scenarios. */
export type ScenarioSource = (request: FastifyRequest, reply: FastifyReply) => ContentSource | undefined

/**
 * Registers scenarios: named changes of the API's responses (`fixtures/scenarios/*.json`), for development and tests. A request
 * chooses them by the header `X-Scenario`, a page's query `?scenario=` or the cookie `scenario`. Others get the scenarios of
 * the whole server.
 */
export function scenarios(app: FastifyInstance, options: ScenarioOptions): ScenarioSource {
  const { store, handlers, behave, product, fixturesDir } = options
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
    const why = `The scenario ${world.name} answers ${behaviour.status}.`
    if (await behave(behaviour, { request, reply, why })) return reply
    const data = handlers[operation](world.content, request.body as never)
    if (data === undefined) throw new ProblemError(404, `${operation}: the scenario ${world.name} has no such item.`)
    const pictures = `${request.protocol}://${request.host}/images/`
    const text = behaviour.habits ? JSON.stringify({ data: inHabits(operation, data, pictures) }) : textOf(data)
    return reply.type('application/json; charset=utf-8').send(text)
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
      if (behaviour.drop) throw new ContentError(noAnswer)
      if (behaviour.status !== undefined) throw new ContentError(`answered ${behaviour.status}`)
      if (behaviour.cut || behaviour.body === 'html' || behaviour.body === 'malformed')
        throw new ContentError('answered no JSON')
      return { data: handlers[operation](world.content, payload as never), by: 'fixtures' }
    }
    return { ask, isRemote: false, isCostly: () => false, onChange: () => undefined }
  }
}

type Named = { name: string }

/** The largest scenario that can be defined over HTTP, in bytes. */
const mostBytes = 5_000_000
