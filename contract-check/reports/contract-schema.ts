import { type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'

/** The file of the package that holds the contract as JSON Schema. */
export const schemaFile = 'contract.schema.json'

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Makes the JSON Schema of the contract, with the method, path, payload and answer of each operation. */
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
 * Finds the line of `schemaFile`, counted from 1, that defines a response's value at a pointer. The pointer of a drift
 * has `*` for list positions.
 */
export function createLineOf(product: string): (operation: OperationName, pointer: string) => number {
  const contract = JSON.parse(contractSchema(product))
  return (operation, pointer) => {
    let schema: Schema = contract.$defs[operation].properties.answer
    for (const token of pointer.split('/').slice(1)) {
      const child = childOf(schema, token)
      // Uses the line of the nearest ancestor that the contract knows.
      if (!child) break
      schema = child
    }
    // Finds the line by a mark in place of the schema, because a schema does not know where it stands.
    const text = JSON.stringify(contract, (_, value) => (value === schema ? '<here>' : value), 2)
    return text.slice(0, text.indexOf('"<here>"')).split('\n').length
  }
}

/** The subschema of a pointer's next token. */
function childOf({ properties = {}, items, anyOf = [] }: Schema, token: string): Schema | undefined {
  if (Object.hasOwn(properties, token)) return properties[token]
  if (token === '*' && items) return items
  return anyOf.map((branch) => childOf(branch, token)).find((child) => child !== undefined)
}
