import type { FastifyReply, FastifyRequest } from 'fastify'
import { operationAt } from '#contract/operations'
import { shellQuote } from '#contract/text/shell-quote'
import { holdEnds } from './held-calls'

/** One call of the API, as `/__requests` lists it. `number` counts the calls since the start. */
export type RecordedCall = { number: number; answer: string } & ReturnType<typeof describeCall>

/**
 * The maximum number of recorded calls; the oldest is dropped first. Tests in parallel share them, and a verification of one test must not
 * miss its calls because of another.
 */
export const maxCalls = 3_000

/** The maximum number of calls that are listed, and whose answers are recorded. */
export const maxListed = 300

/** The possible sources of a call's response. `refused` is an error without a source, such as a 400 for an invalid payload. */
export const origins = ['fixtures', 'upstream', 'scenario', 'fault', 'refused'] as const

export function describeCall(request: FastifyRequest, reply: FastifyReply) {
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
    // Why the call was held no longer; absent unless a scenario has held it.
    held: holdEnds.find((end) => end === reply.getHeader('x-held')),
    from: origins.find((origin) => origin === told) ?? (isAnswered ? 'fixtures' : 'refused'),
    milliseconds: Math.round(reply.elapsedTime * 100) / 100,
    bytes: Number(reply.getHeader('content-length') ?? 0),
    // Empty for a call without an answer.
    type: String(reply.getHeader('content-type') ?? ''),
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
