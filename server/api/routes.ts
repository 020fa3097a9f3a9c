import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { depthViolations, type Violation } from '#contract/violations'
import type { Store } from '../content/store'
import type { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { type Representation, represent, sendRepresentation } from '../http/representation'
import { type ContentSource, originHeaders } from './content-source'
import type { HomeVersions } from './home-versions'
import { askOrRefuse, invalid, notFound } from './refusals'

export type ApiOptions = {
  source: ContentSource
  /** A 404 suggests similar slugs from its content. */
  store: Store
  product: string
  limitCostly: LimitCostly
  homeVersions: HomeVersions
}

/** Registers the API's routes. Each route checks its payload, asks the content source, and sends a cached representation. */
export async function api(
  app: FastifyInstance,
  { source, store, product, limitCostly, homeVersions }: ApiOptions,
): Promise<void> {
  await app.register(formbody)
  // Fastify parses text/plain by default, but the API accepts only JSON and forms.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // An empty body counts as an empty payload.
    if (body === '') return done(null, undefined)
    parseJson(request, body as string, (error, payload) => done(error && malformed(body as string), payload))
  })

  const { payloads } = createSchemas(product)
  for (const name of operationNames) {
    const { method, path } = operations[name]
    const schema: TSchema | undefined = payloads[name]
    app.route({
      method,
      url: path,
      ...(schema && { preValidation: readPayload(schema) }),
      handler: async (request, reply) => {
        if (source.isCostly(name, request.body)) await limitCostly(request)
        const answer = await askOrRefuse(source, name, request.body)
        if (source.isRemote) reply.headers(originHeaders(answer))
        if (!answer.data) throw notFound(name, request.body, store.content())
        if (method === 'GET') reply.header('cache-control', 'no-cache')
        if (name === 'homeData') homeVersions.keep(representationOf(answer.data).body)
        return sendData(request, reply, answer.data)
      },
    })
  }
}

const representations = new WeakMap<object, Representation>()

/** The representation of an operation's response, which is made only once for each data object. */
export function representationOf(data: object): Representation {
  const made = representations.get(data) ?? represent(JSON.stringify({ data }), 'application/json; charset=utf-8')
  representations.set(data, made)
  return made
}

/** Sends an operation's data. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: object) {
  return sendRepresentation(request, reply, representationOf(data))
}

/** The maximum nesting depth of a payload. A deeper one could overflow the stack in `JSON.stringify`. */
const maxLevels = 32

/** Returns a hook that reads the payload from the body. The hook throws a 400 if the payload does not fit the schema. */
function readPayload(schema: TSchema) {
  const check = createCheck(schema)
  return async (request: FastifyRequest) => {
    if (request.body === undefined) request.body = {}
    else if (isForm(request.headers['content-type'])) request.body = readForm(request.body, schema)
    const tooDeep = depthViolations(maxLevels, request.body)
    const violations = tooDeep.length > 0 ? tooDeep : check(request.body)
    if (violations.length > 0) throw payloadProblem(violations)
  }
}

/** The 400 for invalid JSON or a forbidden key such as `__proto__`. */
function malformed(body: string): ProblemError {
  let found = 'JSON with a forbidden key'
  try {
    JSON.parse(body)
  } catch (error) {
    found = `text that is no JSON: ${(error as Error).message}`
  }
  return payloadProblem([{ pointer: '', expected: 'JSON', found }])
}

function payloadProblem(violations: Violation[]): ProblemError {
  return invalid('The payload does not fit', violations, 'the payload')
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
}

/** Converts a form's strings to booleans and numbers where the schema expects them. */
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
