import { type OperationName, operationNames } from '#contract/operations'
import type { Reply, Request } from './caller'
import { curlLine } from './curl'
import { finding } from './findings'
import type { Home, Task } from './items'
import { firstSlug, unknownSlug } from './probes'
import type { RuleId } from './rules'
import type { Session } from './session'

/** An origin that no API knows. It stands for the site's if that is not given. */
export const unknownOrigin = 'https://another-site.example'

export const corsRules = [
  'cors.origin',
  'cors.preflight',
  'cors.error',
  'cors.vary',
  'cors.http',
] as const satisfies readonly RuleId[]

/** A request and its reply, or the reason why there is none. */
type Sent = { request: Request; reply: Reply | string }

/**
 * Makes tasks that call each operation as a browser does for a page of another origin (Fetch Standard, "CORS protocol"): with
 * `Origin`, with a preflight before a POST, and with an unknown slug, because browsers hide errors that do not allow the origin as well.
 */
export function corsTasks(session: Session, home: Home): Task[] {
  const { base, origin, isChosen, severities } = session.options
  if (origin === undefined || origin === new URL(base).origin) return []
  if (corsRules.every((rule) => severities[rule] === 'off')) return []
  return operationNames
    .filter(isChosen)
    .map((operation): Task => ({ operation, run: () => checkOperation(session, origin, operation, home) }))
}

async function checkOperation(session: Session, origin: string, operation: OperationName, home: Home): Promise<void> {
  const tell = (rule: RuleId, { request }: Pick<Sent, 'request'>, expected: string, found: string, detail = found) =>
    session.findings.add(operation, curlLine(request), {}, [finding(rule, '', expected, found, { detail })])
  const call = session.requestOf(operation, payloadOf(session, operation, home))
  if (operation === 'homeData' && isBlockedScheme(call.url, origin)) {
    const expected = 'an address of https, because browsers let a page of https make no call to http'
    tell('cors.http', { request: call }, expected, session.options.base)
  }
  const isPost = call.method === 'POST'
  // Makes all calls before it judges them, so that `--list` names all.
  const answer = await send(session, operation, call, origin)
  const preflight = isPost ? await send(session, operation, preflightOf(call), origin) : undefined
  const other = isPost || origin === unknownOrigin ? answer : await send(session, operation, call, unknownOrigin)
  const isOfItem = session.derived.items.some((each) => each.operation === operation)
  const unknown = session.requestOf(operation, { slug: unknownSlug })
  const refusal = isOfItem ? await send(session, operation, unknown, origin) : undefined
  if (!answer || typeof answer.reply === 'string') return

  const allowed = allowedOrigin(answer.reply)
  if (!isAllowed(answer.reply, origin)) {
    // Without this header nothing else matters.
    const rule = answer.reply.status < 400 ? 'cors.origin' : 'cors.error'
    return tell(rule, answer, allowingText(origin), foundOrigin(answer.reply))
  }
  const isRedirect = answer.reply.status >= 300 && answer.reply.status < 400
  // An error of the status names the redirect already.
  if (preflight && !isRedirect) {
    const violation = preflightViolation(preflight.reply, origin)
    if (violation) tell('cors.preflight', preflight, violation.expected, violation.found, violation.detail)
  }
  if (refusal && typeof refusal.reply !== 'string' && !isAllowed(refusal.reply, origin))
    tell(
      'cors.error',
      refusal,
      allowingText(origin),
      `status ${refusal.reply.status} with ${foundOrigin(refusal.reply)}`,
    )
  if (isPost || !other || typeof other.reply === 'string') return
  const dependsOnOrigin = allowed !== '*' && (origin === unknownOrigin || allowedOrigin(other.reply) !== allowed)
  if (dependsOnOrigin && !varies(answer.reply)) {
    const vary = answer.reply.headers.get('vary')
    const found = vary === null ? 'no header vary' : `vary: ${vary}`
    tell('cors.vary', answer, 'vary with Origin, because access-control-allow-origin depends on it', found)
  }
}

/** A valid payload, for which an item of the home data is needed if the operation answers one. */
function payloadOf({ derived }: Session, operation: OperationName, home: Home) {
  const item = derived.items.find((each) => each.operation === operation)
  if (item) return { slug: firstSlug(home[item.key]) ?? unknownSlug }
  const { choice } = derived.lists.find((each) => each.operation === operation) ?? {}
  return choice ? { [choice.field]: choice.values[0] } : {}
}

/** The preflight that browsers send before this call: without its headers and its body, but with their names. */
function preflightOf({ url }: Request): Request {
  const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  return { method: 'OPTIONS', url, headers }
}

async function send(
  session: Session,
  operation: OperationName,
  { headers, ...call }: Request,
  origin: string,
): Promise<Sent | undefined> {
  const request = { ...call, headers: { ...headers, origin } }
  const reply = await session.sendFromPage(operation, request)
  return reply === undefined ? undefined : { request, reply }
}

function preflightViolation(reply: Reply | string, origin: string) {
  const expected = 'a preflight (OPTIONS) that is answered with a status of 200 to 299'
  if (typeof reply === 'string') return { expected, found: reply }
  const { status, headers } = reply
  const to = headers.get('location')
  if (status < 200 || status > 299)
    return { expected, found: `status ${status}${to === null ? '' : ` to ${to}`}`, detail: `status ${status}` }
  if (!isAllowed(reply, origin))
    return { expected: allowingText(origin), found: `${foundOrigin(reply)}, at the preflight` }
  const names = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/)
  if (names.includes('content-type') || names.includes('*')) return undefined
  const found = headers.get('access-control-allow-headers')
  return {
    expected: 'access-control-allow-headers with content-type',
    found: found === null ? 'no header access-control-allow-headers' : `access-control-allow-headers: ${found}`,
  }
}

/** True for an address of http that pages of https cannot call. Browsers allow http on the machine itself (Secure Contexts, 3.1). */
export function isBlockedScheme(address: string, origin: string): boolean {
  const { protocol, hostname } = new URL(address)
  const isLocal = /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
  return protocol === 'http:' && origin.startsWith('https:') && !isLocal
}

function allowedOrigin({ headers }: Reply): string | null {
  return headers.get('access-control-allow-origin')
}

/** True if pages of the origin may read the answer. `*` is enough, because the client sends no credentials. */
function isAllowed(reply: Reply, origin: string): boolean {
  const allowed = allowedOrigin(reply)
  return allowed === '*' || allowed === origin
}

function allowingText(origin: string): string {
  const isGiven = origin !== unknownOrigin
  return `access-control-allow-origin with * or ${isGiven ? origin : "the site's origin (name it by --origin)"}`
}

function foundOrigin(reply: Reply): string {
  const allowed = allowedOrigin(reply)
  return allowed === null ? 'no header access-control-allow-origin' : `access-control-allow-origin: ${allowed}`
}

/** True if caches keep no answer for another origin. */
function varies({ headers }: Reply): boolean {
  const names = (headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/)
  return names.includes('origin') || names.includes('*') || /\bno-store\b/i.test(headers.get('cache-control') ?? '')
}
