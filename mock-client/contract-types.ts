import { defaultProduct, operationNames } from '#contract/operations'
import { Scenario } from '#contract/scenario'
import { createSchemas } from '#contract/schemas'

/** The part of a JSON Schema that decides its type. */
type Schema = {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  required?: readonly string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

/** The TypeScript declarations of the contract: its operations with their payloads and answers, and scenarios. */
export function contractTypes(): string {
  const { payloads, answers } = createSchemas(defaultProduct)
  const tableOf = (schemas: Record<string, Schema | undefined>) =>
    `{\n${operationNames.map((name) => `  ${name}: ${schemas[name] ? typeOf(schemas[name]) : 'undefined'}`).join('\n')}\n}`
  const types = {
    OperationName: operationNames.map((name) => JSON.stringify(name)).join(' | '),
    Payloads: tableOf(payloads),
    Answers: tableOf(answers),
    Scenario: typeOf(Scenario as object),
  }
  const lines = Object.entries(types).map(([name, text]) => `export type ${name} = ${text}\n`)
  return ['/* Written by npm run contract:build from the contract. */\n', ...lines].join('\n')
}

function typeOf(schema: Schema): string {
  const { type, properties, required = [], items, patternProperties } = schema
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf && !type) return schema.anyOf.map(typeOf).join(' | ')
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type ?? 'unknown'
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `{ [key: string]: ${typeOf(values)} }`
  if (!properties || Object.keys(properties).length === 0) return '{ [key: string]: unknown }'
  const fields = Object.entries(properties).map(
    ([name, field]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  return `{ ${fields.join('; ')} }`
}
