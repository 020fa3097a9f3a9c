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
  'cors.picture',
  'cors.http',
] as const satisfies readonly RuleId[]

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
  const tell = (rule: RuleId, request: Request, expected: string, found: string, detail = found) => {
    if (session.isWanted(operation, request))
      session.findings.add(operation, curlLine(request), {}, [finding(rule, '', expected, found, { detail })])
  }
  const call = session.requestOf(operation, payloadOf(session, operation, home))
  if (operation === 'homeData' && isBlockedScheme(call.url, origin)) {
    const expected = 'an address of https, because browsers let a page of https make no call to http'
    tell('cors.http', call, expected, session.options.base)
  }
  const isGet = call.method === 'GET'
  const isOfItem = session.derived.items.some((each) => each.operation === operation)
  const requests = {
    answer: withOrigin(call, origin),
    other: withOrigin(call, unknownOrigin),
    preflight: withOrigin(preflightOf(call), origin),
    refusal: withOrigin(session.requestOf(operation, { slug: unknownSlug }), origin),
  }
  // Makes all calls before it judges them, so that `--list` names all.
  const answer = await send(session, operation, requests.answer)
  const other = isGet && origin !== unknownOrigin ? await send(session, operation, requests.other) : undefined
  const preflight = isGet ? undefined : await session.sendFromPage(operation, requests.preflight)
  const refusal = isOfItem ? await send(session, operation, requests.refusal) : undefined
  if (session.findings.entryOf(operation).reason !== undefined) return

  if (answer && !isAllowed(answer, answer.origin)) {
    // Without this header a browser refuses the response, so the preflight is not judged.
    const rule = answer.status < 400 ? 'cors.origin' : 'cors.error'
    return tell(rule, requests.answer, allowingText(answer.origin), foundOrigin(answer))
  }
  // A redirect has already been reported, as a wrong status.
  if (preflight !== undefined && !(answer && isRedirect(answer))) {
    const violation = preflightViolation(preflight, origin)
    if (violation) tell('cors.preflight', requests.preflight, violation.expected, violation.found, violation.detail)
  }
  if (refusal && !isAllowed(refusal, refusal.origin)) {
    const found = `status ${refusal.status} with ${foundOrigin(refusal)}`
    tell('cors.error', requests.refusal, allowingText(refusal.origin), found)
  }
  const allowed = answer && allowedOrigin(answer)
  const isEcho = other ? allowedOrigin(other) !== allowed : isGet && origin === unknownOrigin && allowed === origin
  if (answer && isEcho && !varies(answer)) {
    const vary = answer.headers.get('vary')
    const found = vary === null ? 'no header vary' : `vary: ${vary}`
    for (const request of other ? [requests.answer, requests.other] : [requests.answer])
      tell('cors.vary', request, 'vary with Origin, because access-control-allow-origin depends on it', found)
  }
}

/** The `Origin` that hides the page's own. */
const opaqueOrigin = 'null'

/** The most redirects that a call follows, each of which must allow the origin as well. */
const maxRedirects = 5

/** A reply, and the `Origin` of the request for it. */
type PageReply = Reply & { origin: string }

/** Sends a request and follows redirects of a GET, as browsers do. */
async function send(session: Session, operation: OperationName, request: Request): Promise<PageReply | undefined> {
  let reply = await session.sendFromPage(operation, request)
  let origin = request.headers.origin ?? ''
  for (let redirects = 0; redirects < maxRedirects; redirects++) {
    if (typeof reply !== 'object' || request.method !== 'GET') break
    const to = reply.headers.get('location')
    if (!isRedirect(reply) || to === null || !URL.canParse(to, reply.url) || !isAllowed(reply, origin)) break
    const url = new URL(to, reply.url)
    // Browsers no longer name the page's origin after a redirect from another origin to a third (Fetch Standard, "redirect-taint").
    if (url.origin !== new URL(reply.url).origin) origin = opaqueOrigin
    reply = await session.sendFromPage(operation, withOrigin({ ...request, url: url.href }, origin), true)
  }
  return typeof reply === 'object' ? { ...reply, origin } : undefined
}

function isRedirect({ status }: Reply): boolean {
  return status >= 300 && status < 400
}

function withOrigin({ headers, ...request }: Request, origin: string): Request {
  return { ...request, headers: { ...headers, origin } }
}

/** A valid payload: the slug of the first item in the home data if the operation answers one item. */
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

function preflightViolation(reply: Reply | string, origin: string) {
  const expected = 'a preflight (OPTIONS) that is answered with a status of 200 to 299'
  if (typeof reply === 'string') return { expected, found: reply }
  const { status, headers } = reply
  const to = headers.get('location')
  if (status < 200 || status > 299)
    return { expected, found: `status ${status}${to === null ? '' : ` to ${to}`}`, detail: `status ${status}` }
  if (!isAllowed(reply, origin))
    return { expected: allowingText(origin), found: `${foundOrigin(reply)}, at the preflight` }
  const names = namesIn(headers.get('access-control-allow-headers'))
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
  if (origin === opaqueOrigin)
    return 'access-control-allow-origin with *, because browsers send Origin: null after a redirect to another host'
  const isGiven = origin !== unknownOrigin
  return `access-control-allow-origin with * or ${isGiven ? origin : "the site's origin (name it by --origin)"}`
}

function foundOrigin(reply: Reply): string {
  const allowed = allowedOrigin(reply)
  return allowed === null ? 'no header access-control-allow-origin' : `access-control-allow-origin: ${allowed}`
}

/** True if caches keep no answer for another origin. */
function varies({ headers }: Reply): boolean {
  const names = namesIn(headers.get('vary'))
  return names.includes('origin') || names.includes('*') || /\bno-store\b/i.test(headers.get('cache-control') ?? '')
}

/** The names in a header's list, in lower case. */
function namesIn(header: string | null): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
}
