import { EventEmitter, once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isObject } from '#contract/json'
import { operationAt, operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { shellQuote } from '#contract/text/shell-quote'
import { describe } from '#contract/violations'
import type { Config } from '../../config'
import { invalid, unknownName } from '../refusals'
import { renderedPage } from './development'

/** One call of the API, as `/__requests` lists it. `number` counts the calls since the start. */
export type RecordedCall = { number: number; answer: string } & ReturnType<typeof describeCall>

type RequestFilter = Record<string, unknown>

/** The maximum number of recorded calls; the oldest is dropped first. */
const maxCalls = 300

/** The possible sources of a call's response. `refused` is an error without a source, such as a 400 for an invalid payload. */
const origins = ['fixtures', 'upstream', 'scenario', 'fault', 'refused'] as const

/** The maximum number of characters that are recorded of a response. */
const maxText = 4_000

/** Records API calls and lists them at `/__requests`. Not used without scenarios, because its hooks slow down requests. */
export function requests(app: FastifyInstance, { isDevelopment }: Pick<Config, 'isDevelopment'>): void {
  const calls: RecordedCall[] = []
  const recorded = new EventEmitter().setMaxListeners(0)
  const answers = new WeakMap<FastifyRequest, string>()
  let count = 0
  const isApi = ({ url }: FastifyRequest) => /^\/api(?:[/?]|$)/.test(url)

  // Turns off compression, because recorded answers must be readable. Compressing long answers would also take seconds.
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) delete request.headers['accept-encoding']
  })
  app.addHook('onSend', async (request, _, body) => {
    if (isApi(request)) answers.set(request, shortBody(body))
    return body
  })
  app.addHook('onResponse', async (request, reply) => {
    // The reads of a page that Vite renders are no calls of the API, as in the built server.
    const isOfPage = isDevelopment && request.headers[renderedPage] !== undefined
    if (!isApi(request) || isOfPage) return
    calls.unshift({ number: ++count, ...describeCall(request, reply), answer: answers.get(request) ?? '' })
    if (calls.length > maxCalls) calls.length = maxCalls
    recorded.emit('call')
  })

  app.get('/__requests', async (request: FastifyRequest<{ Querystring: RequestFilter }>) => {
    const { query } = request
    checkQuery(query, [...Object.keys(filters), 'format', 'atLeast', 'within'])
    const find = () => calls.filter((call) => matchesFilter(call, query))
    const { atLeast, within } = query
    const signal = AbortSignal.timeout(Number(within || 5_000))
    while (find().length < Number(atLeast) && !signal.aborted)
      await once(recorded, 'call', { signal }).catch(() => undefined)
    const found = find()
    return query.format === 'har' ? harOf(found) : { total: found.length, kept: calls.length, calls: found }
  })
  app.delete('/__requests', ({ query }: FastifyRequest<{ Querystring: RequestFilter }>, reply) => {
    checkQuery(query, Object.keys(filters))
    calls.splice(0, calls.length, ...calls.filter((call) => !matchesFilter(call, query)))
    return reply.code(204).send()
  })
}

/** The text of a body, cut to `maxText`. */
function shortBody(body: unknown): string {
  // A UTF-8 character has at most four bytes, so this leaves at least `maxText` characters.
  const text = Buffer.isBuffer(body) ? body.toString('utf8', 0, maxText * 4) : typeof body === 'string' ? body : ''
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}

function describeCall(request: FastifyRequest, reply: FastifyReply) {
  const { method, url, body } = request
  const operation = operationAt(url.split('?', 1)[0]) ?? null
  const status = reply.statusCode
  const told = String(reply.getHeader('x-answered-by') ?? '')
  const isAnswered = status < 400 || (operation && status === 404)
  return {
    at: new Date().toISOString(),
    // `null` for addresses below `/api` that belong to no operation.
    operation,
    method,
    url: url.slice(0, 500),
    address: `${request.protocol}://${request.host}${url.slice(0, 500)}`,
    // The parsed payload; absent for GET and for an unreadable body.
    payload: body ?? undefined,
    status,
    // The scenarios of the call, their time, and the key that keeps the calls of tests apart (docs/mocking.md).
    scenario: String(reply.getHeader('x-scenario') ?? ''),
    now: String(reply.getHeader('x-scenario-now') ?? ''),
    key: String(reply.getHeader('x-scenario-key') ?? ''),
    from: origins.find((origin) => origin === told) ?? (isAnswered ? 'fixtures' : 'refused'),
    milliseconds: Math.round(reply.elapsedTime * 100) / 100,
    bytes: Number(reply.getHeader('content-length') ?? 0),
    curl: curlLine(request, reply),
  }
}

/** The command that repeats a call, in the same scenarios and under the same key. */
function curlLine({ method, protocol, host, url, body, headers }: FastifyRequest, reply: FastifyReply): string {
  const sent = ['x-scenario', 'x-scenario-now', 'x-scenario-key'].flatMap((name) => {
    const value = headers[name] ?? reply.getHeader(name)
    // curl sends a header without a value only if its name ends with a semicolon.
    return value === undefined ? [] : ['-H', shellQuote(value === '' ? `${name};` : `${name}: ${value}`)]
  })
  if (method === 'POST')
    sent.push('-H', shellQuote('content-type: application/json'), '-d', shellQuote(JSON.stringify(body ?? {})))
  const verb = { GET: [], POST: [], HEAD: ['--head'] }[method] ?? ['-X', method]
  return ['curl', ...verb, shellQuote(`${protocol}://${host}${url}`), ...sent].join(' ')
}

/** The filters of the query, by parameter. `status` is a number or a class such as `4xx`, `since` a call's number or a time. */
const filters: Record<string, (call: RecordedCall, value: string) => boolean> = {
  q: ({ url, payload = '', answer }, text) =>
    `${url} ${JSON.stringify(payload)} ${answer}`.toLowerCase().includes(text.toLowerCase()),
  operation: (call, name) => call.operation === name,
  slug: ({ payload }, slug) => isObject(payload) && payload.slug === slug,
  status: (call, text) => new RegExp(`^${text.replace(/\D/g, '.')}$`).test(String(call.status)),
  from: (call, origin) => call.from === origin,
  scenario: (call, names) => call.scenario === names,
  key: (call, key) => call.key === key,
  since: ({ number, at }, since) =>
    /^\d+$/.test(since) ? number > Number(since) : !(Date.parse(at) < Date.parse(since)),
}

const Text = Type.String()
const Count = Type.String({ pattern: '^\\d{1,5}$', description: 'a number of at most five digits' })

const check = createCheck(
  Type.Partial(
    Type.Object({
      q: Text,
      slug: Text,
      scenario: Text,
      key: Text,
      atLeast: Count,
      within: Count,
      operation: Type.Enum([...operationNames]),
      from: Type.Enum([...origins]),
      format: Type.Enum(['json', 'har']),
      status: Type.String({ pattern: '^[1-5](\\d\\d|[xX]{2})$', description: 'a status such as 503 or 5xx' }),
      since: Type.String(),
    }),
  ),
)

/** Throws a 400 for a misspelt name or value. Otherwise a test that expects no calls could pass because of a typing error. */
function checkQuery(query: RequestFilter, names: string[]): void {
  const unknown = Object.keys(query).find((name) => !names.includes(name))
  const expected = `one of ${names.join(', ')}`
  if (unknown !== undefined) throw unknownName(400, 'There is no parameter', unknown, names, { pointer: '', expected })
  const violations = check(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')))
  const { since = '' } = query
  // The pattern of a schema cannot check whether a date exists.
  if (typeof since === 'string' && since !== '' && Number.isNaN(/^\d+$/.test(since) ? 0 : Date.parse(since)))
    violations.push({ pointer: '/since', expected: "a call's number or an ISO time", found: describe(since) })
  if (violations.length > 0) throw invalid('The query does not fit', violations, '/')
}

function matchesFilter(call: RecordedCall, query: RequestFilter): boolean {
  return Object.entries(filters).every(([name, fits]) => {
    const { [name]: value } = query
    return typeof value !== 'string' || value === '' || fits(call, value)
  })
}

/** The calls, oldest first, as an HTTP Archive (HAR 1.2), which the developer tools of browsers can open. */
function harOf(calls: RecordedCall[]) {
  const entries = calls.toReversed().map((call) => ({
    startedDateTime: call.at,
    time: call.milliseconds,
    request: {
      method: call.method,
      url: call.address,
      httpVersion: 'HTTP/1.1',
      headersSize: -1,
      bodySize: -1,
      cookies: [],
      headers: [],
      queryString: [],
      ...(call.payload !== undefined && {
        postData: { mimeType: 'application/json', params: [], text: JSON.stringify(call.payload) },
      }),
    },
    response: {
      status: call.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      redirectURL: '',
      headersSize: -1,
      cookies: [],
      headers: [],
      bodySize: call.bytes,
      content: { size: call.bytes, mimeType: 'application/json', text: call.answer },
    },
    cache: {},
    timings: { send: 0, wait: call.milliseconds, receive: 0 },
  }))
  return { log: { version: '1.2', creator: { name: 'ugarit-ai-institute', version: '1' }, entries } }
}
