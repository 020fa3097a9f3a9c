import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isObject } from '#contract/json'
import { answeringOf, type OperationName, operationAt } from '#contract/operations'
import type { NamedScenario } from '#contract/scenario'
import { countInWords, describe } from '#contract/violations'
import type { Config } from '../../config'
import type { Content } from '../../content/content-index'
import type { Store } from '../../content/store'
import { ProblemError } from '../../http/problem'
import { ContentError, type ContentSource, noAnswer } from '../content-source'
import { renderedPage } from '../development/development'
import { type HeldCalls, heldCalls } from '../development/held-calls'
import { requests } from '../development/requests'
import { invalid, notFound } from '../refusals'
import { sendData } from '../routes'
import { createBehave, hasWaited } from './behaviour'
import { type ChosenBehaviour, createChooser, unhandled } from './choose-behaviour'
import { chosenBy, namesOf, timeIn } from './chosen'
import { scenariosOfSlug } from './failing-slugs'
import { createFormatWriter } from './legacy-format-writer'
import { changeContent, maxContentText } from './scenario-content'
import { createScenarioFiles } from './scenario-files'

/**
 * Returns what a request's scenarios change for a page: its content source, and the time at which it is made. `undefined` for a
 * request without scenarios. Sets `no-store` where no cache may store the response.
 */
export type ScenariosOfPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => { source: ContentSource | undefined; now: number | undefined } | undefined

/** `held` is unset on a server without scenarios, on which `FAULTS` alone hold no calls. */
export type ScenarioOptions = {
  config: Config
  store: Store
  held: HeldCalls | undefined
  /** Aborted when the server closes. */
  closing: AbortSignal
}

/** The maximum number of cached contents, and of the characters of their JSON texts together. */
const maxContents = 30
const maxCachedText = 2 * maxContentText

/** The largest scenario that can be defined over HTTP, in bytes. */
const maxBytes = 5_000_000

/**
 * Registers scenarios: named changes of the API's responses, for development and tests (`fixtures/scenarios/*.json`). A request
 * chooses scenarios by the header `X-Scenario`, a page's query `?scenario=` or the cookie `scenario`, and its time by `scenario-now`
 * likewise; other requests get the scenarios of the whole server. A failing slug such as `error-503` and the variable `FAULTS` are
 * scenarios too. `FAULTS` applies only if no behaviour of another scenario is chosen for a call.
 */
export function scenarios(
  app: FastifyInstance,
  { config, store, held, closing }: ScenarioOptions,
): ScenariosOfPage | undefined {
  const { product, fixturesDir, shippedDir, faults } = config
  const files = createScenarioFiles(fixturesDir, product, shippedDir)
  const contents = new LRUCache<string, Content>({ max: maxContents, maxSize: maxCachedText })
  const { choose, reset } = createChooser()
  // Registered first, so that its hooks record the answers before a behaviour cuts them.
  if (config.scenarios) requests(app, config, closing)
  if (held) heldCalls(app, held, closing)
  const behave = createBehave(app, held, closing)
  let current = config.scenarios ?? []

  /**
   * The scenarios of a request; those of a failing slug come first. Throws a 400 for an unknown or invalid scenario. No cache may
   * store a response under a scenario, nor one that repeats the key of its request.
   */
  function scenariosOf(request: FastifyRequest, reply: FastifyReply, slug: unknown) {
    const { names: chosen, isByCookie, now: chosenNow, key, cookies } = chosenBy(request)
    const names = chosen ?? current
    const failing = scenariosOfSlug(slug, store.content())
    const scenarios = [...failing, ...(isByCookie ? namedByCookie(names) : files.named(names))]
    const now = chosenNow ?? scenarios.findLast((scenario) => scenario.now)?.now
    const isOwn = chosen !== undefined || now !== undefined || key !== '' || scenarios.length > 0
    const marks = {
      ...(isOwn && { 'cache-control': 'no-store' }),
      ...(names.length > 0 && { 'x-scenario': names.join() }),
      ...(now && { 'x-scenario-now': now }),
    }
    reply.headers(marks)
    return { key, cookies, marks, isFailing: failing.length > 0, scenarios, now: timeIn(now) }
  }

  /** Like `files.named`. A browser keeps its cookie when the scenario is gone, so the error says how to end the choice. */
  function namedByCookie(names: readonly string[]): NamedScenario[] {
    try {
      return files.named(names)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const hint = 'A cookie has chosen it; the query "?scenario=" of any page ends that.'
      throw new ProblemError(error.statusCode, `${error.message} ${hint}`, error.errors)
    }
  }

  function contentUnder(changes: readonly NamedScenario[]): Content {
    const before = store.content()
    if (changes.every(({ data }) => !data)) return before
    const parts = [before.version, changes.map(({ data, breaksContract }) => [data, breaksContract])]
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64')
    const cached = contents.get(key)
    if (cached) return cached
    const { size, ...changed } = changeContent(before.homeData[0], changes, product)
    const content = { ...before, ...changed }
    contents.set(key, content, { size })
    return content
  }

  app.addHook('preHandler', async (request, reply) => {
    const operation = operationAt(request.routeOptions.url)
    if (!operation) return
    const { body: payload } = request
    const under = config.scenarios && scenariosOf(request, reply, (payload as { slug?: unknown } | undefined)?.slug)
    const { key = '', marks: own, isFailing = false, scenarios = [] } = under ?? {}
    if (key) reply.header('x-scenario-key', key)
    const content = contentUnder(scenarios)
    const behaviour = choose(faults ? [...scenarios, faults] : scenarios, { key, operation, payload })
    const marks = {
      ...own,
      ...(behaviour && { 'cache-control': 'no-store' }),
      ...(scenarios.length > 0 && { 'x-answered-by': isFailing ? 'fault' : 'scenario' }),
    }
    if (faults && behaviour?.by === faults.name)
      Object.assign(marks, { 'x-answered-by': 'fault', 'x-answered-because': `FAULTS: ${effectsOf(behaviour)}` })
    if (behaviour?.hold && config.isDevelopment && request.headers[renderedPage] !== undefined) {
      // As in the built server, the page is the app shell, whose own call is held.
      reply.header('x-held', 'page')
      throw new ProblemError(503, `The scenario ${behaviour.by} holds this call of a page.`)
    }
    if (await behave(behaviour, { request, reply, marks, operation, key })) return reply
    const reason = behaviour ? undefined : unhandled(scenarios, { operation, payload })
    if (reason) throw new ProblemError(501, reason)
    if (scenarios.length === 0) return
    const data = dataUnder(content, operation, payload, behaviour)
    if (!data && behaviour?.habits) return reply.send({ data: null })
    if (!data) throw notFound(operation, payload, content)
    const pictures = `${request.protocol}://${request.host}/images/`
    return sendData(request, reply, behaviour?.habits ? createFormatWriter(product, pictures)(operation, data) : data)
  })
  if (!config.scenarios) return undefined
  // Throws if the server starts with an unknown or invalid scenario.
  contentUnder(files.named(current))

  app.get('/__scenarios', async () => {
    const all = [...files.readAll()].sort(([a], [b]) => (a < b ? -1 : 1))
    const list = all.map(([name, { scenario, violations }]) => ({
      name,
      ...(scenario ? { description: scenario.description, ar_description: scenario.ar_description } : { violations }),
    }))
    return { current, scenarios: list }
  })
  // Also tells at once whether the scenarios and the time of a request can be used.
  app.get('/__scenarios/now', async (request, reply) => {
    const { scenarios, now = null } = scenariosOf(request, reply, undefined)
    contentUnder(scenarios)
    return { now }
  })
  app.get<Named>('/__scenarios/:name', async ({ params: { name } }) => files.one(name, 404))
  app.put('/__scenarios/current', async ({ body }) => {
    const { current: asked } = (body ?? {}) as { current?: unknown }
    if (asked === undefined || asked === null) {
      const expected = 'names of scenarios, or an empty list'
      const violation = { pointer: '/current', expected, found: describe(asked) }
      throw invalid("The server's scenarios can't be set", [violation], '/')
    }
    const names = namesOf(String(asked))
    contentUnder(files.named(names))
    current = names
    reset()
    return { current }
  })
  app.put<Named>('/__scenarios/:name', { bodyLimit: maxBytes }, async ({ params: { name }, body }, reply) => {
    const violations = files.define(name, body)
    if (violations.length > 0)
      throw new ProblemError(400, `The scenario ${name} has ${countInWords(violations)}.`, violations)
    return reply.code(204).send()
  })
  app.delete<Named>('/__scenarios/:name', async ({ params: { name } }, reply) => {
    if (files.remove(name)) return reply.code(204).send()
    throw new ProblemError(404, 'DELETE is for scenarios that were defined by PUT while the server runs.')
  })
  app.delete<{ Querystring: { key?: string } }>('/__scenarios/state', async ({ query: { key } }, reply) => {
    reset(key)
    return reply.code(204).send()
  })

  return (request, reply) => {
    const slug = request.url.split('?', 1)[0]?.split('/').at(-1)
    const { key, cookies, scenarios, now } = scenariosOf(request, reply, slug)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    if (scenarios.length === 0) return now === undefined ? undefined : { source: undefined, now }
    const content = contentUnder(scenarios)
    const ask: ContentSource['ask'] = async (operation, payload, timeout = Number.POSITIVE_INFINITY) => {
      const behaviour = choose(scenarios, { key, operation, payload })
      const reason = behaviour ? undefined : unhandled(scenarios, { operation, payload })
      if (reason) {
        request.log.error(reason)
        throw new ContentError(reason)
      }
      const { hold, delay = 0, status, drop, cut, body } = behaviour ?? {}
      if (hold || !(await hasWaited(Math.min(delay, timeout), request, closing)) || delay > timeout)
        throw new ContentError(noAnswer, 'timeout')
      if (status === 404) return { data: undefined, by: 'fixtures' }
      if (status !== undefined) throw new ContentError(`answered ${status}`)
      if (drop || cut || body === 'html' || body === 'malformed') throw new ContentError('answered no JSON')
      const data = dataUnder(content, operation, payload, behaviour)
      if (data && Object.keys(data).length === 0 && !Array.isArray(data))
        throw new ContentError('answered an empty item')
      return { data, by: 'fixtures' }
    }
    return { source: { ask, isRemote: false, isCostly: () => false, onChange: () => undefined }, now }
  }
}

type Named = { Params: { name: string } }

/** The data of a call. If the behaviour empties it, a list has no items, and an item has no fields. */
function dataUnder(content: Content, operation: OperationName, payload: unknown, behaviour?: ChosenBehaviour) {
  if (isObject(behaviour?.body)) return behaviour.body.data as object | undefined
  const data = content.answer(operation, payload)
  if (!data || behaviour?.body !== 'empty') return data
  if (Array.isArray(data)) return []
  const { list, groupedBy } = answeringOf(operation)
  return list && groupedBy ? { ...data, [list]: [] } : {}
}

/** The effects of a behaviour in a few words, for a header. */
function effectsOf({ delay, status, cut, body }: ChosenBehaviour): string {
  return [delay && `waited ${delay} ms`, status && 'error', cut && 'cut', String(body ?? '')].filter(Boolean).join(', ')
}
