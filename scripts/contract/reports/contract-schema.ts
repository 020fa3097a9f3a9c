import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'

/** The file of the package that holds the contract as JSON Schema. */
export const schemaFile = 'contract.schema.json'

/** Finds the line of `schemaFile`, counted from 1, that defines a response's value at a pointer. */
export type LineOf = (operation: OperationName, pointer: string) => number

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** The contract as JSON Schema: per operation its method, path, payload and answer. */
export function contractSchema(product: string): string {
  const { payloads, answers } = createSchemas(product)
  const entries = operationNames.map((name) => {
    const { method, path } = operations[name]
    const answer = { type: 'object', required: ['data'], properties: { data: answers[name] } }
    return [name, { title: `${method} ${path}`, type: 'object', properties: { payload: payloads[name], answer } }]
  })
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${JSON.stringify({ $schema, title: 'The contract', $defs: Object.fromEntries(entries) }, null, 2)}\n`
}

/**
 * Finds the lines of `contractSchema` that responses violate. A pointer is that of a drift, with `*` for positions in lists.
 */
export function createLineOf(product: string): LineOf {
  const text = contractSchema(product)
  const { $defs } = JSON.parse(text) as { $defs: Record<OperationName, { properties: { answer: Schema } }> }
  const tree = parseTree(text)
  return (operation, pointer) => {
    const place: JSONPath = ['$defs', operation, 'properties', 'answer']
    let schema: Schema = $defs[operation].properties.answer
    for (const token of pointer.split('/').slice(1)) {
      const way = wayTo(schema, token)
      // Uses the line of the nearest ancestor that the contract knows.
      if (!way) break
      place.push(...way.path)
      schema = way.schema
    }
    const node = tree && findNodeAtLocation(tree, place)
    return text.slice(0, node?.offset).split('\n').length
  }
}

/** Finds the subschema of a pointer's next token, and the path to it. */
function wayTo(schema: Schema, token: string): { path: JSONPath; schema: Schema } | undefined {
  const { properties = {}, items, anyOf = [] } = schema
  const field = Object.hasOwn(properties, token) ? properties[token] : undefined
  if (field) return { path: ['properties', token], schema: field }
  if (items && token === '*') return { path: ['items'], schema: items }
  for (const [index, branch] of anyOf.entries()) {
    const way = wayTo(branch, token)
    if (way) return { ...way, path: ['anyOf', index, ...way.path] }
  }
  return undefined
}
