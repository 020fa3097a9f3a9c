import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { operationAt, operationNames } from '#contract/operations'
import { escapeMarkup } from '#markup/escape'
import { serveAsset, toolPage } from '../tool-page'
import { localOnly } from './local-only'

/** One call of the API, as `/__requests` shows it. `number` counts the calls since the start. */
export type RecordedCall = { number: number } & ReturnType<typeof describeCall> & ReturnType<typeof readBody>

/** Calls kept; the oldest goes first. */
const mostCalls = 300

/** The source of a call's response; `refused` is a refusal of the call itself. */
const origins = ['fixtures', 'upstream', 'fault', 'refused'] as const

/** Characters of an answer kept. */
const mostText = 4_000

/** Records the calls of the API and shows them at `/__requests`, for development: hooks on every request have their price. */
export function requests(app: FastifyInstance): void {
  localOnly(app)
  const calls: RecordedCall[] = []
  const texts = new WeakMap<FastifyRequest, { answer: string; bytes: number }>()
  let count = 0
  const isApi = ({ url }: FastifyRequest) => /^\/api(?:[/?]|$)/.test(url)

  app.addHook('onSend', async (request, reply, body) => {
    if (isApi(request)) texts.set(request, readBody(body, String(reply.getHeader('content-encoding') ?? '')))
    return body
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!isApi(request)) return
    calls.unshift({
      number: ++count,
      ...describeCall(request, reply),
      ...(texts.get(request) ?? { answer: '', bytes: 0 }),
    })
    if (calls.length > mostCalls) calls.length = mostCalls
  })

  app.get('/__requests', (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply) => {
    const filter = readFilter(request.query)
    const found = calls.filter((call) => matches(call, filter))
    const isPage = request.query.format !== 'json' && /text\/html/i.test(request.headers.accept ?? '')
    reply.headers({ 'cache-control': 'no-store', vary: 'Accept' })
    if (!isPage) return reply.send({ total: calls.length, calls: found })
    return reply.type('text/html; charset=utf-8').send(requestsPage(found, calls.length, filter))
  })
  serveAsset(app, '/__requests/requests.js', 'requests.js')
}

/** The bytes of the body as sent, compressed where it was, and its text, cut. */
function readBody(body: unknown, encoding: string) {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return { answer: '', bytes: 0 }
  const sent = Buffer.from(body as Buffer)
  const plain = encoding === 'br' ? brotliDecompressSync(sent) : encoding === 'gzip' ? gunzipSync(sent) : sent
  // Four bytes are the most that a character takes, so this never cuts less than is kept.
  const text = plain.subarray(0, mostText * 4).toString()
  return { bytes: sent.length, answer: text.length > mostText ? `${text.slice(0, mostText)}…` : text }
}

function describeCall(request: FastifyRequest, reply: FastifyReply) {
  const { method, url, body } = request
  const operation = operationAt(url.split('?', 1)[0]) ?? null
  const status = reply.statusCode
  const told = String(reply.getHeader('x-answered-by') ?? '')
  const isAnswered = status < 400 || (operation && status === 404)
  return {
    at: new Date().toISOString(),
    // `null` for addresses below `/api` that are no operation.
    operation,
    method,
    url: url.slice(0, 500),
    // As it was understood; absent for GET and for what could not be read.
    payload: body ?? undefined,
    status,
    from: origins.find((origin) => origin === told) ?? (isAnswered ? 'fixtures' : 'refused'),
    milliseconds: Math.round(reply.elapsedTime * 100) / 100,
    curl: curlLine(method, `${request.protocol}://${request.host}${url}`, body),
  }
}

function curlLine(method: string, url: string, payload: unknown): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  if (method === 'GET') return `curl ${quote(url)}`
  if (method === 'HEAD') return `curl --head ${quote(url)}`
  if (method !== 'POST') return `curl -X ${method} ${quote(url)}`
  return `curl ${quote(url)} -H 'content-type: application/json' -d ${quote(JSON.stringify(payload ?? {}))}`
}

type Filter = Record<'q' | 'operation' | 'status' | 'from', string>

function readFilter(query: Record<string, unknown>): Filter {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return { q: text(query.q), operation: text(query.operation), status: text(query.status), from: text(query.from) }
}

/** True when a call has all that the filter asks; `status` is a number or a class such as `4xx`. */
function matches(call: RecordedCall, { q, operation, status, from }: Filter): boolean {
  const isStatus = status === '' || new RegExp(`^${status.replace(/\D/g, '.')}$`).test(String(call.status))
  if (!isStatus || (operation && call.operation !== operation) || (from && call.from !== from)) return false
  const text = `${call.url} ${JSON.stringify(call.payload ?? '')} ${call.answer}`
  return q === '' || text.toLowerCase().includes(q.toLowerCase())
}

function requestsPage(calls: RecordedCall[], total: number, filter: Filter): string {
  const select = (name: 'operation' | 'status' | 'from', label: string, values: readonly string[]) =>
    `<label>${label}<select name="${name}"><option value="">any</option>${values.map((value) => `<option${value === filter[name] ? ' selected' : ''}>${value}</option>`).join('')}</select></label>`
  return toolPage({
    title: 'Calls of the API',
    script: '/__requests/requests.js',
    header: `<p class="mark">Development</p><nav aria-label="Tools"><a href="/__requests">All calls</a> <a href="/__requests?format=json">JSON</a> <a href="/docs">API docs</a></nav>`,
    main: `<h1>Calls of the API</h1>
<form class="filter" action="/__requests" method="get" role="search">
<label>Text<input name="q" value="${escapeMarkup(filter.q)}" autocomplete="off"></label>
${select('operation', 'Operation', operationNames)}
${select('status', 'Status', ['2xx', '3xx', '4xx', '5xx'])}
${select('from', 'From', origins)}
<button type="submit">Filter</button>
</form>
<p id="said" role="status"></p>
<div id="calls" data-newest="${calls[0]?.number ?? 0}">
<p>${calls.length} of ${total} calls, the newest first; the last ${mostCalls} are kept.</p>
<div class="scroll" role="region" aria-label="Calls" tabindex="0"><table>
<thead><tr>${['Time', 'Operation', 'Payload', 'Status', 'From', 'ms', 'Bytes', 'Answer'].map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>${calls.map(callRow).join('\n')}</tbody>
</table></div>
</div>`,
  })
}

function callRow(call: RecordedCall): string {
  const payload = call.payload === undefined ? '' : JSON.stringify(call.payload)
  const title = call.operation ?? `${call.method} ${call.url}`
  return `<tr><td><time datetime="${call.at}">${call.at.slice(11, 23)}</time></td>
<td>${escapeMarkup(title)}</td><td><code>${escapeMarkup(payload.slice(0, 200))}</code></td>
<td class="${call.status < 400 ? 'good' : 'bad'}">${call.status}</td><td>${call.from}</td>
<td>${call.milliseconds}</td><td>${call.bytes}</td>
<td><details><summary>${escapeMarkup(call.answer.slice(0, 40) || 'empty')}</summary><pre tabindex="0">${escapeMarkup(call.answer)}</pre><pre>${escapeMarkup(call.curl)}</pre></details>
<button type="button" data-curl="${escapeMarkup(call.curl)}">Copy as curl</button></td></tr>`
}
