import { STATUS_CODES } from 'node:http'
import type { TSchema } from 'typebox'
import { instituteOf } from '#content/institute'
import { slugSource } from '#contract/answers'
import { entities } from '#contract/entities'
import { isKind, kinds } from '#contract/fields'
import { answeringOf, type OperationName, operationNames, operations } from '#contract/operations'
import { problemSchema } from '#contract/problem'
import { createSchemas } from '#contract/schemas'
import { at } from '#contract/violations'
import type { Config } from '../config'
import type { Content } from '../content/content-index'
import { problem } from '../http/problem'

/** A JSON Schema in an OpenAPI document. A reference to another schema has only `$ref`. */
export type JsonSchema = {
  $ref?: string
  type?: string
  description?: string
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

/** The tag of an operation: the list that it answers from, or the home data. */
function tagOf(name: OperationName): string {
  const { item, list, object } = answeringOf(name)
  return item ?? list ?? object ?? 'homeData'
}

/**
 * Makes an OpenAPI 3.1 document of the contract, with examples from the content. It lists `publicUrl` as a server only if that is
 * https, because on a developer's machine it is an address that others cannot reach.
 */
export function createOpenApi({ product, publicUrl }: Config, content: Content) {
  const { items, payloads, answers } = createSchemas(product)
  const institute = instituteOf(content.site, 'en', product)
  const named = new Map<object, string>(kinds.map((kind) => [items[kind], entities[kind].name]))

  const toOperation = (name: OperationName) => {
    const payload: TSchema | undefined = payloads[name]
    const { asked, answer } = exampleOf(name, content, payload as JsonSchema | undefined)
    const summary = 'From the fixtures; of a list the first item'
    // `JSON.stringify` leaves out a property that is undefined.
    const examplesOf = (value: unknown) => (value === undefined ? undefined : { fixtures: { summary, value } })
    const properties = { data: withReferences(answers[name], named) }
    const envelope = { type: 'object', required: ['data'], properties, additionalProperties: true }
    const body = payload && { schema: withReferences(payload, named), examples: examplesOf(asked) }
    const refused = payload ? [400, ...(slugSource(name) ? [404] : []), 413, 415, 429] : [429]
    return {
      operationId: name,
      summary: operations[name].summary,
      description: operations[name].description,
      tags: [tagOf(name)],
      requestBody: body && {
        required: answeringOf(name).groupedBy === undefined,
        description: 'JSON or a form. Unknown fields are ignored; JSON is not coerced, so a number is no string.',
        content: { 'application/json': body, 'application/x-www-form-urlencoded': body },
      },
      responses: {
        200: {
          description: operations[name].summary,
          content: { 'application/json': { schema: envelope, examples: examplesOf(answer && { data: answer }) } },
        },
        ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])),
      },
    }
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Content of the institute',
      version: '1.0.0',
      summary: 'Read-only operations of a bilingual site: courses, blogs, events, news, team and goals.',
      description:
        'Every answer is `{ "data": ... }`. Entities may carry fields beyond those named here, and every bilingual field may lack one language. Errors are problem documents (RFC 9457) that name the place by a JSON pointer, what was expected and what was found.',
      contact: {
        name: institute.name,
        url: `${publicUrl}/contact-us`,
        ...(institute.email && { email: institute.email }),
      },
      license: { name: 'All rights reserved', url: `${publicUrl}/` },
    },
    servers: [
      { url: '/', description: 'The server that this document comes from' },
      ...(publicUrl.startsWith('https:') ? [{ url: publicUrl, description: 'The public site' }] : []),
    ],
    security: [],
    tags: [...new Set(operationNames.map(tagOf))]
      .sort()
      .map((name) => ({ name, description: isKind(name) ? entities[name].label.en : 'Everything at once' })),
    paths: Object.fromEntries(
      operationNames.map((name) => [
        operations[name].path,
        { [operations[name].method.toLowerCase()]: toOperation(name) },
      ]),
    ),
    components: {
      schemas: {
        ...Object.fromEntries([...named].map(([schema, name]) => [name, withReferences(schema, named, true)])),
        Problem: problemSchema,
      },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          nameOf(Number(status)),
          {
            description,
            content: {
              'application/problem+json': {
                schema: { $ref: '#/components/schemas/Problem' },
                examples: { problem: { summary: description, value: problem(Number(status), description) } },
              },
            },
          },
        ]),
      ),
    },
  }
}

export type OpenApi = ReturnType<typeof createOpenApi>
export type OpenApiOperation = OpenApi['paths'][string][string]

const refusals = {
  400: 'The payload does not fit; `errors` names each place',
  404: 'Nothing has this slug or id; `errors` names the nearest slugs',
  413: 'The payload is larger than 16 KiB',
  415: 'The payload is neither JSON nor a form',
  429: 'Too much costly work asked for from this address; `Retry-After` says when to ask again',
}

/** The name of an error response in the document, such as `NotFound`. */
const nameOf = (status: number) => STATUS_CODES[status]?.replaceAll(' ', '') ?? ''

/**
 * Copies a schema and replaces the named schemas in it by references. Objects allow additional properties explicitly, because
 * linters read a missing `additionalProperties` as false.
 */
function withReferences(schema: unknown, named: Map<object, string>, isDefinition = false): JsonSchema {
  const text = JSON.stringify(schema, (_, value: JsonSchema) => {
    const name = isDefinition && value === schema ? undefined : named.get(value)
    if (name) return { $ref: `#/components/schemas/${name}` }
    return value?.type === 'object' ? { ...value, additionalProperties: true } : value
  })
  return JSON.parse(text) as JsonSchema // a copy of a schema
}

/** An example: a payload of the operation and its response, with lists cut to their first item. Empty if there is no item. */
function exampleOf(name: OperationName, content: Content, payload: JsonSchema | undefined) {
  const [home] = content.homeData
  const source = slugSource(name)
  const slug = source && home[source][0]?.slug
  if (source && slug === undefined) return {}
  const { list, filteredBy } = answeringOf(name)
  const [first]: unknown[] = list ? home[list] : []
  const filters = filteredBy ? Object.entries(payload?.properties ?? {}) : []
  const filter = filters.map(([field, { enum: values = [false] }]) => [field, at(first, `/${field}`) ?? values[0]])
  const asked = source ? { slug } : filteredBy && Object.fromEntries(filter)
  return { asked, answer: firstItems(content.answer(name, asked)) }
}

/** Cuts each list to its first item. Lists inside an item stay whole; a slug marks an item. */
function firstItems(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 1).map(firstItems)
  if (typeof answer !== 'object' || answer === null || 'slug' in answer) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, firstItems(value)]))
}
