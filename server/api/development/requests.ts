import { EventEmitter, once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config'
import { problem, problemType } from '../../http/problem'
import { renderedPage } from './development'
import { describeCall, maxCalls, maxListed, type RecordedCall } from './recorded-call'
import { checkQuery, filters, matchesFilter, type RequestFilter } from './request-filters'
import { failureInWords, readVerification, verify } from './verify'

/** The maximum number of characters that are recorded of a response. */
const maxText = 4_000

/** Records API calls and lists them at `/__requests`. Not used without scenarios, because its hooks slow down requests. */
export function requests(
  app: FastifyInstance,
  { isDevelopment }: Pick<Config, 'isDevelopment'>,
  closing: AbortSignal,
): void {
  const calls: RecordedCall[] = []
  const recorded = new EventEmitter().setMaxListeners(0)
  const answers = new WeakMap<FastifyRequest, string>()
  let count = 0
  const until = (milliseconds: number) => AbortSignal.any([AbortSignal.timeout(milliseconds), closing])
  const nextCall = (signal: AbortSignal) => once(recorded, 'call', { signal }).catch(() => undefined)
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
    const unlisted = calls[maxListed]
    if (unlisted) unlisted.answer = ''
    recorded.emit('call')
  })

  app.get('/__requests', async (request: FastifyRequest<{ Querystring: RequestFilter }>) => {
    const { query } = request
    checkQuery(query, [...Object.keys(filters), 'format', 'atLeast', 'within'])
    const find = () => calls.filter((call) => matchesFilter(call, query))
    const { atLeast, within } = query
    const signal = until(Number(within || 5_000))
    while (find().length < Number(atLeast) && !signal.aborted) await nextCall(signal)
    const found = find()
    const listed = found.slice(0, maxListed)
    return query.format === 'har' ? harOf(listed) : { total: found.length, kept: calls.length, calls: listed }
  })
  app.post('/__requests/verify', async ({ body }, reply) => {
    const verification = readVerification(body)
    const signal = until(verification.within ?? 0)
    let result = verify(calls, verification)
    while (result.mayChange && !signal.aborted) {
      await nextCall(signal)
      result = verify(calls, verification)
    }
    const { failure } = result
    if (!failure) return reply.send({ verified: true })
    const detail = failureInWords(failure).join('\n')
    return reply
      .code(406)
      .type(problemType)
      .send({ ...problem(406, detail), failure })
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

const jsonType = { name: 'content-type', value: 'application/json' }

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
      headers: call.payload === undefined ? [] : [jsonType],
      queryString: Array.from(new URLSearchParams(call.url.split('?')[1]), ([name, value]) => ({ name, value })),
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
      headers: call.type ? [{ name: 'content-type', value: call.type }] : [],
      bodySize: call.bytes,
      content: { size: call.bytes, mimeType: call.type || 'x-unknown', text: call.answer },
    },
    cache: {},
    timings: { send: 0, wait: call.milliseconds, receive: 0 },
  }))
  return { log: { version: '1.2', creator: { name: 'ugarit-ai-institute', version: '1' }, entries } }
}
