import { isUtf8 } from 'node:buffer'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { createExplain } from '#contract/explain'
import { isObject } from '#contract/json'
import { createJsonLimits } from '#contract/limits/json-limits'
import { charsetOf, decodeText } from '#contract/text/charset'
import { at, escapePointer } from '#contract/violations'
import type { Redaction } from '../server/http-client/redaction'
import type { Reply } from './caller'
import { type Finding, finding } from './findings'
import type { RuleId } from './rules'

/** A parsed response: its JSON body, the envelope's `data`, and the findings in both. */
export type Answer = { status: number; body: unknown; data: unknown; findings: Finding[] }

/** Converts the envelope's data into the contract's own form and checks it. */
type ReadData = (data: unknown) => { data: unknown; findings: Finding[] }

/** Checks a reply against the contract: status 200, JSON in its charset, an envelope with valid `data`. */
export function readAnswer({ status, headers, body: bytes }: Reply, redaction: Redaction, read: ReadData): Answer {
  const contentType = headers.get('content-type') ?? ''
  const { body, found } = parse(bytes, contentType, redaction)
  // The site reads an answer of another success too, such as the 201 that NestJS gives every POST. A 204 has no content.
  const isOtherSuccess = status > 200 && status < 300 && status !== 204
  const answer = { status: isOtherSuccess ? 200 : status, body, data: isObject(body) ? body.data : undefined }
  if (answer.status !== 200) {
    const to = headers.get('location')
    const found = `status ${status}`
    const findings = [finding('answer.status', '', 'status 200', to ? `${found} to ${to}` : found, { detail: found })]
    return { ...answer, findings }
  }
  if (found !== undefined) {
    // Texts that are no JSON for different reasons have one cause.
    const [detail = ''] = found.split(':')
    return { ...answer, findings: [finding('answer.json', '', 'JSON in UTF-8', found, { detail })] }
  }
  const success = isOtherSuccess ? [finding('answer.success', '', 'status 200', `status ${status}`)] : []
  const findings = [...success, ...contentTypeFindings(contentType)]
  const envelope = envelopeFinding(body)
  if (envelope) return { ...answer, findings: [...findings, envelope] }
  const { data, findings: more } = read(answer.data)
  const inData = more.map((each) => ({ ...each, pointer: `/data${each.pointer}` }))
  return { ...answer, data, findings: [...findings, ...inData] }
}

function contentTypeFindings(contentType: string): Finding[] {
  const type = contentType ? JSON.stringify(contentType) : 'no content type'
  const isJson = /^application\/(?:[\w.-]+\+)?json(?:$|[\s;])/i.test(contentType)
  return [
    ...(isJson ? [] : [finding('answer.content-type', '', 'content type application/json', type, { detail: type })]),
    ...(/^utf-?8$/i.test(charsetOf(contentType))
      ? []
      : [finding('answer.charset', '', 'the charset UTF-8, or none', type, { detail: type })]),
  ]
}

function envelopeFinding(body: unknown): Finding | undefined {
  if (!isObject(body)) {
    const found = Array.isArray(body) ? `a bare list of ${body.length}` : JSON.stringify(body)
    const detail = Array.isArray(body) ? 'a bare list' : 'no object'
    return finding('answer.envelope', '', 'an object with the member "data"', found, { detail })
  }
  if (Object.hasOwn(body, 'data')) return undefined
  const members = Object.keys(body).slice(0, 5).join(', ') || 'no members'
  return finding('answer.envelope', '/data', 'the member "data"', `an object with ${members}`)
}

/** Compiles a schema into a check that names the rule of each violation. */
export function createShapeCheck(schema: TSchema): (value: unknown) => Finding[] {
  const validator = Compile(schema)
  const explain = createExplain(schema)
  return (value) => {
    if (validator.Check(value)) return []
    const { violations, wrongTypes } = explain(value)
    const ruleOf = (pointer: string): RuleId => {
      if (at(value, pointer) === undefined) return 'answer.missing'
      return wrongTypes.has(pointer) ? 'answer.type' : 'answer.value'
    }
    return violations.map((violation) => ({ ...violation, rule: ruleOf(violation.pointer) }))
  }
}

/** The part of a JSON Schema that names fields. */
type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: readonly Shape[] }

/** Calls `tell` for each field that the schema lacks, with the field's pointer, in which `*` stands for list positions. */
export function eachExtraField(schema: object, value: unknown, tell: (pointer: string) => void, pointer = ''): void {
  const shape = schema as Shape
  if (Array.isArray(value)) {
    if (shape.items) for (const entry of value) eachExtraField(shape.items, entry, tell, `${pointer}/*`)
  } else if (isObject(value)) {
    const properties = shape.properties ?? shape.anyOf?.find((branch) => branch.properties)?.properties
    if (!properties) return
    for (const [key, child] of Object.entries(value)) {
      const fieldPointer = `${pointer}/${escapePointer(key)}`
      if (!Object.hasOwn(properties, key)) tell(fieldPointer)
      else eachExtraField(properties[key] ?? {}, child, tell, fieldPointer)
    }
  }
}

/** The beginning of a message that PHP prints into the answer, as HTML or as text. */
const phpMessage =
  /^\s*(?:<br \/>\s*<b>|<div[^>]*>\s*<h4>\s*)?(?:PHP )?(Warning|Notice|Deprecated|Fatal error|Parse error|A PHP Error)\b(?:<\/b>)?(?::| was encountered)([^<\n]*)/

function parse(bytes: Buffer, contentType: string, redaction: Redaction): { body?: unknown; found?: string } {
  let text: string
  try {
    text = decodeText(bytes, contentType)
  } catch (error) {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    return { found: isGzip ? 'gzip that content-encoding does not name' : (error as Error).message }
  }
  // The limits read UTF-8.
  const limit = /^\s*[[{]/.test(text) ? createJsonLimits()(isUtf8(bytes) ? bytes : Buffer.from(text)) : undefined
  if (limit !== undefined) return { found: limit }
  try {
    return { body: JSON.parse(text) as unknown }
  } catch (error) {
    if (text.trim() === '') return { found: 'an empty answer' }
    // The message may quote a part of a secret, which `hide` would not find. So a text with a secret gets no message.
    const isSafe = redaction.hide(text) === text
    const [, kind, words = ''] = phpMessage.exec(text.slice(0, 1_000)) ?? []
    if (kind) return { found: `a message of PHP${isSafe ? `: ${kind}: ${words.trim()}` : ''}`.slice(0, 160) }
    if (/html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text)) return { found: 'HTML' }
    return { found: `text that is no JSON${isSafe ? `: ${(error as Error).message}` : ''}`.slice(0, 160) }
  }
}

/** Picks up to `count` entries at even distances, from the first to the last; only the first if `count` is 1. */
export function spread<Entry>(entries: readonly Entry[], count: number): Entry[] {
  if (entries.length <= count) return [...entries]
  const step = count === 1 ? 0 : (entries.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => entries[Math.round(index * step)] as Entry) // within the list
}
