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

const words = [
  '',
  ' ',
  '0',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
]
const hostile = [
  "' OR 1=1--",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  '\r\nx-injected: 1',
  'ا'.repeat(300),
  '𝒳',
]

/** Text of any kind: common edge cases, any Unicode, very long. */
const text = fc.oneof(
  fc.constantFrom(...words, ...hostile),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
)

/** A payload near an operation's: its members with values of any type, missing members and unknown members. */
function nearPayload(names: readonly string[], slugs: readonly string[]): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.oneof(fc.constantFrom(...slugs), text) },
    { weight: 1, arbitrary: fc.oneof(fc.boolean(), fc.integer(), fc.maxSafeInteger(), fc.double()) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  )
  const members = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  const more = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  return fc.oneof(
    { weight: 5, arbitrary: members },
    { weight: 2, arbitrary: fc.tuple(members, more).map(([known, unknown]) => ({ ...unknown, ...known })) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
  )
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const types = [
  json,
  form,
  `${json}; charset=utf-8`,
  `${json}; charset=utf-16`,
  'text/plain',
  'multipart/form-data',
  '',
  ';;',
  'x/y',
]

/** A body with the payload: correct, truncated, of another type, or arbitrary. */
function bodyOf(payload: fc.Arbitrary<unknown>): fc.Arbitrary<{ body: string; type: string }> {
  const asForm = (value: unknown) =>
    Object.entries(Object(value))
      .map(
        ([key, each]) =>
          `${escapeSafely(key)}=${escapeSafely(typeof each === 'string' ? each : (JSON.stringify(each) ?? ''))}`,
      )
      .join('&')
  return fc.oneof(
    { weight: 6, arbitrary: payload.map((value) => ({ body: JSON.stringify(value), type: json })) },
    { weight: 2, arbitrary: payload.map((value) => ({ body: asForm(value), type: form })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(payload, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([value, share]) => ({ body: cut(JSON.stringify(value), share), type: json })),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 400 }).map((depth) => ({ body: '['.repeat(depth), type: json })),
    },
    { weight: 2, arbitrary: fc.tuple(text, fc.constantFrom(...types)).map(([body, type]) => ({ body, type })) },
  )
}

const query = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?show=14',
    '?show=-1',
    '?show=1e9',
    '?w=320',
    '?w=',
    '?w=__proto__',
    '?q=%ff',
    '?__proto__=1',
  ),
  fc.tuple(text, text).map(([key, value]) => `?${escapeSafely(key)}=${escapeSafely(value).slice(0, 3_000)}`),
)

/** Headers that a server must parse carefully or ignore. */
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'if-modified-since',
    'range',
    'origin',
    'cookie',
    'authorization',
    'x-request-id',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-http-method-override',
    'via',
    'te',
    'access-control-request-method',
    'access-control-request-headers',
    'content-encoding',
    'upgrade-insecure-requests',
  ),
  fc.oneof(
    fc.constantFrom(
      '*',
      '*/*',
      'br;q=0',
      'gzip;q=2',
      ',,,;',
      'bytes=0-',
      'bytes=9-1,-',
      '"x", W/"y"',
      'null',
      'image/avif',
    ),
    fc.string({ maxLength: 200 }),
    fc.integer({ min: 1, max: 2_000 }).map((length) => 'a,'.repeat(length)),
  ),
  { maxKeys: 5 },
)

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']

/**
 * Invalid requests of every kind, generated from the contract's schemas: payloads, addresses, methods, headers, and bytes that are
 * not HTTP.
 */
export function badRequests(
  product: string,
  slugs: readonly string[],
  pages: readonly string[],
): fc.Arbitrary<BadRequest> {
  const { payloads } = createSchemas(product)
  const calls = operationNames.map((name) => {
    const { method, path } = operations[name]
    const members = Object.keys((payloads[name] as { properties?: object } | undefined)?.properties ?? {})
    const content = bodyOf(nearPayload(members, slugs))
    return fc
      .record({
        content,
        more: headers,
        query,
        other: fc.oneof(
          { weight: 6, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom(...methods) },
        ),
      })
      .map(({ content: { body, type }, more, query: search, other }) => ({
        method: other,
        path: path + search,
        headers: { ...more, ...(other !== 'GET' && other !== 'HEAD' && { 'content-type': type }) },
        ...(other !== 'GET' && other !== 'HEAD' && { body }),
      }))
  })
  const address = fc.oneof(
    fc.constantFrom(...pathForms),
    fc.constantFrom(...pages),
    fc
      .tuple(fc.constantFrom('/', '/ar/', '/api/', '/images/', '/assets/', '/courses/', '/docs/'), text)
      .map(([folder, name]) => folder + escapeSafely(name).slice(0, 4_000)),
  )
  const visits = fc
    .record({
      method: fc.constantFrom(...methods),
      path: fc.tuple(address, query).map(([path, search]) => path + search),
      headers,
    })
    .map((visit): BadRequest => visit)
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

/** Replaces lone surrogates, on which encodeURIComponent throws, by U+FFFD. */
function escapeSafely(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString())
}

function cut(whole: string, share: number): string {
  return whole.slice(0, Math.floor(whole.length * share))
}
