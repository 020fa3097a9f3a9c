import { type ListKey, type Operation, type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'

/** An operation that returns one item of a list of the home data. */
export type ItemOperation = { operation: OperationName; key: ListKey; takesId: boolean }

/** An operation that returns a list's items: all of them, or those with a chosen value of a field. */
export type ListOperation = { operation: OperationName; key: ListKey; choice?: { field: string; values: unknown[] } }

type Properties = Record<string, { enum?: unknown[]; type?: string }>

/**
 * Groups the operations by their response and payload, so that a new operation is checked without more code. `others` take no
 * payload and return no list of the home data. `coursesByCategory` and `homeData` have checks of their own.
 */
export function deriveOperations(product: string) {
  const { payloads } = createSchemas(product)
  const items: ItemOperation[] = []
  const lists: ListOperation[] = []
  const others: OperationName[] = []
  for (const operation of operationNames) {
    const { item, list, method }: Operation = operations[operation]
    const properties: Properties = payloads[operation]?.properties ?? {}
    if (item) items.push({ operation, key: item, takesId: 'id' in properties })
    else if (list) lists.push({ operation, key: list, ...choiceOf(properties) })
    else if (method === 'GET' && operation !== 'homeData') others.push(operation)
  }
  return { items, lists, others }
}

/** Finds the payload field that filters a list, and its possible values. */
function choiceOf(properties: Properties): Pick<ListOperation, 'choice'> {
  for (const [field, { type, enum: values }] of Object.entries(properties)) {
    if (type === 'boolean') return { choice: { field, values: [true, false] } }
    if (values) return { choice: { field, values } }
  }
  return {}
}

/** The payloads that request a list; `undefined` for a list without a filter. */
export function payloadsOf({ choice }: ListOperation): (Record<string, unknown> | undefined)[] {
  return choice ? choice.values.map((value) => ({ [choice.field]: value })) : [undefined]
}
