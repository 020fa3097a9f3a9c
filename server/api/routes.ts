import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { describe, type Fault } from '#contract/faults'
import { nearest } from '#contract/nearest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import type { Content } from '../content/look-ups'
import type { Store } from '../content/store'
import { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { type Representation, represent, sendRepresentation } from '../http/representation'
import { type Handlers, slugSources } from './handlers'
import { originHeaders, type Upstream } from './upstream'

export type ApiOptions = {
  store: Store
  handlers: Handlers
  product: string
  /** Answers in the store's place, when the server passes a real API through. */
  upstream?: Upstream | undefined
  limitCostly: LimitCostly
}

/** The eleven routes: for each operation of the contract, the check of its payload, its handler, and the answer's bytes made once. */
export async function api(
  app: FastifyInstance,
  { store, handlers, product, upstream, limitCostly }: ApiOptions,
): Promise<void> {
  await app.register(formbody)
  // Fastify reads text/plain by default; the contract knows JSON and forms.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // An absent payload is an empty one; only what is there has to be JSON.
    if (body === '') return done(null, undefined)
    parseJson(request, body as string, (error, payload) => done(error && malformed(body as string), payload))
  })

  const { payloads } = createSchemas(product)
  const representations = new WeakMap<object, Representation>()
  const representationOf = (data: object): Representation => {
    const answer = representations.get(data) ?? represent(JSON.stringify({ data }), 'application/json; charset=utf-8')
    representations.set(data, answer)
    return answer
  }

  for (const name of operationNames) {
    const { method, path } = operations[name]
    const schema: TSchema | undefined = payloads[name]
    // The contract's loop: the payload has been checked against this operation's own schema.
    const handle = handlers[name] as (content: Content, payload: unknown) => object | undefined
    const send = (request: FastifyRequest, reply: FastifyReply, data: object | undefined) => {
      if (data === undefined) throw notFound(name, request.body, store.content())
      if (method === 'GET') reply.header('cache-control', 'no-cache')
      return sendRepresentation(request, reply, representationOf(data))
    }
    app.route({
      method,
      url: path,
      ...(schema && { preValidation: readPayload(schema) }),
      handler: upstream
        ? async (request, reply) => {
            await limitCostly(request)
            const answer = await upstream(name, request.body)
            reply.headers(originHeaders(answer))
            return send(request, reply, answer.data)
          }
        : (request, reply) => send(request, reply, handle(store.content(), request.body)),
    })
  }
}

/** Makes the payload of a body, and refuses one that doesn't fit the schema. */
function readPayload(schema: TSchema) {
  const check = createCheck(schema)
  return async (request: FastifyRequest) => {
    if (request.body === undefined) request.body = {}
    else if (isForm(request.headers['content-type'])) request.body = readForm(request.body, schema)
    const faults = check(request.body)
    if (faults.length > 0) throw payloadProblem(faults)
  }
}

/** A body that is no JSON, or JSON with a key such as `__proto__`, which no payload needs. */
function malformed(body: string): ProblemError {
  let found = 'JSON with a forbidden key'
  try {
    JSON.parse(body)
  } catch (error) {
    found = `text that is no JSON: ${(error as Error).message}`
  }
  return payloadProblem([{ pointer: '', expected: 'JSON', found }])
}

function payloadProblem(faults: Fault[]): ProblemError {
  const places = faults.map(
    ({ pointer, expected, found }) => `${pointer || 'the payload'}: expected ${expected}, found ${found}`,
  )
  return new ProblemError(400, `The payload does not fit: ${places.join('; ')}.`, faults)
}

function notFound(name: OperationName, payload: unknown, content: Content): ProblemError {
  const { id, slug } = payload as { id?: number; slug?: string }
  const source = slugSources[name]
  if (id !== undefined || slug === undefined || !source) {
    const fault = { pointer: '/id', expected: 'the id of an item', found: describe(id) }
    return new ProblemError(404, `${name}: nothing has the id ${id}.`, [fault])
  }
  // An upstream may lack what the fixtures hold.
  const meant = nearest(slug, content.bySlug[source].keys()).filter((candidate) => candidate !== slug)
  const fault = {
    pointer: '/slug',
    expected: `a slug of ${source}`,
    found: describe(slug),
    ...(meant.length > 0 && { nearest: meant }),
  }
  const hint = meant.length > 0 ? ` Nearest: ${meant.join(', ')}.` : ''
  return new ProblemError(
    404,
    `${name}: nothing in ${source} has the slug ${JSON.stringify(slug.slice(0, 80))}.${hint}`,
    [fault],
  )
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
}

/** A form's fields are text; where the schema asks for a boolean or a number, `true`, `false` and digits are read as such. */
function readForm(body: unknown, schema: TSchema): unknown {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).map(([field, value]) => {
      const type = Object.hasOwn(properties, field) ? properties[field]?.type : undefined
      if (type === 'boolean' && (value === 'true' || value === 'false')) return [field, value === 'true']
      if (type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value)) return [field, Number(value)]
      return [field, value]
    }),
  )
}
