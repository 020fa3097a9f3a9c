import fc from 'fast-check'
import { operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { pathForms } from './path-forms'

/** A request that is probably invalid. `raw` is sent literally, instead of all other fields. */
export type BadRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  raw?: string
}

const words = ['', ' ', '0', 'null', '__proto__', 'constructor', 'toString', '%00', '\u0000', '\ud800', '𝒳']
const attacks = ["' OR 1=1--", '<script>alert(1)</script>', '#{7*7}', '../../etc/passwd', '\r\nx-injected: 1']

/** Text of any kind: common edge cases, any Unicode, very long. */
const text = fc.oneof(
  fc.constantFrom(...words, ...attacks),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
)

/** Makes payloads with an operation's fields, of which some are missing, unknown or of a wrong type, and payloads of any kind. */
function payloadOf(fields: readonly string[], slugs: readonly string[]): fc.Arbitrary<unknown> {
  const slug = fc.constantFrom(...slugs)
  const value = fc.oneof(slug, slug, text, fc.boolean(), fc.integer(), fc.double(), fc.jsonValue({ maxDepth: 3 }))
  const known = fc.record(Object.fromEntries(fields.map((name) => [name, value])), { requiredKeys: [] })
  const mixed = fc.tuple(fc.dictionary(text, value, { maxKeys: 3 }), known).map((both) => Object.assign({}, ...both))
  return fc.oneof({ weight: 5, arbitrary: known }, { weight: 2, arbitrary: mixed }, fc.jsonValue({ maxDepth: 6 }))
}

const [json, form] = ['application/json', 'application/x-www-form-urlencoded']
const otherTypes = ['text/plain', 'multipart/form-data', '', ';;', `${json}; charset=utf-16`]

/** Makes a body with its content type. The body may be the payload, cut, nested too deeply, of another type, or arbitrary. */
function bodyOf(payload: fc.Arbitrary<unknown>): fc.Arbitrary<{ body: string; type: string }> {
  const asText = (value: unknown) => (typeof value === 'string' ? value : String(JSON.stringify(value)))
  const asForm = (value: unknown) =>
    String(new URLSearchParams(Object.entries(Object(value)).map(([name, part]) => [name, asText(part)])))
  const written = payload.map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 6, arbitrary: written.map((body) => ({ body, type: json })) },
    { weight: 2, arbitrary: payload.map((value) => ({ body: asForm(value), type: form })) },
    { weight: 2, arbitrary: written.map((body) => ({ body: body.slice(0, body.length * 0.7), type: json })) },
    fc.nat({ max: 400 }).map((depth) => ({ body: '['.repeat(depth), type: json })),
    { weight: 2, arbitrary: fc.record({ body: text, type: fc.constantFrom(json, form, ...otherTypes) }) },
  )
}

const query = fc.oneof(
  fc.constantFrom('', '?', '?show=14', '?show=-1', '?show=1e9', '?w=320', '?w=', '?w=__proto__', '?q=%ff'),
  fc.tuple(text, text).map((pair) => `?${new URLSearchParams([pair])}`.slice(0, 3_000)),
)

/** The names of headers that a server must parse carefully or ignore. */
const headerNames = `accept accept-encoding accept-language if-none-match if-modified-since range origin cookie
  authorization x-request-id x-forwarded-proto x-forwarded-host x-http-method-override via te content-encoding
  access-control-request-method access-control-request-headers upgrade-insecure-requests`.split(/\s+/)

const headers = fc.dictionary(
  fc.constantFrom(...headerNames),
  fc.oneof(
    fc.constantFrom('*', '*/*', 'br;q=0', 'gzip;q=2', ',,,;', 'bytes=9-1,-', '"x", W/"y"', 'null', 'image/avif'),
    fc.string({ maxLength: 200 }),
    fc.integer({ min: 1, max: 2_000 }).map((length) => 'a,'.repeat(length)),
  ),
  { maxKeys: 5 },
)

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']

/**
 * Generates invalid requests of every kind from the contract's schemas. Payload, address, method or headers are invalid, or the
 * bytes are not HTTP.
 */
export function badRequests(
  product: string,
  slugs: readonly string[],
  pages: readonly string[],
): fc.Arbitrary<BadRequest> {
  const { payloads } = createSchemas(product)
  const calls = operationNames.map((name) => {
    const { method: own, path } = operations[name]
    const fields = Object.keys((payloads[name] as { properties?: object } | undefined)?.properties ?? {})
    const method = fc.oneof({ weight: 6, arbitrary: fc.constant<string>(own) }, fc.constantFrom(...methods))
    return fc
      .record({ content: bodyOf(payloadOf(fields, slugs)), headers, query, method })
      .map(({ content: { body, type }, headers, query, method }) => {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const all = { ...headers, ...(hasBody && { 'content-type': type }) }
        return { method, path: path + query, headers: all, ...(hasBody && { body }) }
      })
  })
  const folders = fc.constantFrom('/', '/ar/', '/api/', '/images/', '/assets/', '/courses/', '/docs/')
  const made = fc
    .tuple(folders, text)
    .map(([folder, name]) => folder + encodeURIComponent(name.toWellFormed()).slice(0, 4_000))
  const address = fc.oneof(fc.constantFrom(...pathForms), fc.constantFrom(...pages), made)
  const path = fc.tuple(address, query).map((parts) => parts.join(''))
  const visits = fc.record({ method: fc.constantFrom(...methods), path, headers })
  const noHttp = fc
    .tuple(fc.constantFrom('GET', 'POST', 'BREW', ''), text, fc.string({ unit: 'binary', maxLength: 300 }))
    .map(([method, path, rest]): BadRequest => {
      const raw = `${method} /${path} HTTP/1.1\r\nHost: x\r\n${rest}\r\n\r\n`
      return { method, path, headers: {}, raw }
    })
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...calls) },
    { weight: 6, arbitrary: visits },
    { weight: 1, arbitrary: noHttp },
  )
}
