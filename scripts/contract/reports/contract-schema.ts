import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'

/** The file of the package that holds the contract as JSON Schema. */
export const schemaFile = 'contract.schema.json'

/** Where a fault is in `schemaFile`: the line, counted from 1, that says what the answer must be. */
export type LineOf = (operation: OperationName, pointer: string) => number

type Schema = { properties?: Record<string, Schema>; items?: Schema }

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

/** Finds the lines of `contractSchema` that answers broke; a pointer is a drift's, with `*` for positions in lists. */
export function createLineOf(product: string): LineOf {
  const text = contractSchema(product)
  const { $defs } = JSON.parse(text) as { $defs: Record<OperationName, { properties: { answer: Schema } }> }
  const tree = parseTree(text)
  return (operation, pointer) => {
    const place = ['$defs', operation, 'properties', 'answer']
    let schema: Schema = $defs[operation].properties.answer
    for (const token of pointer.split('/').slice(1)) {
      const field = schema.properties?.[token]
      const next = field ?? schema.items
      // The line of the owner of a field that the contract does not know, or that one of several schemas has.
      if (!next) break
      place.push(...(field ? ['properties', token] : ['items']))
      schema = next
    }
    const node = tree && findNodeAtLocation(tree, place)
    return text.slice(0, node?.offset).split('\n').length
  }
}
