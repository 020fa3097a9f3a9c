import type { SlugKind } from '#contract/entities'
import { referredKind, slugKinds } from '#contract/fields'
import { answeringOf, type OperationName, operationNames } from '#contract/operations'
import { createSchemas } from '#contract/schemas'

/** An operation that returns one item of a list of the home data. */
export type ItemOperation = { operation: OperationName; key: SlugKind; takesId: boolean }

/** An operation that returns a list's items: all of them, or those with a chosen value of a field. */
export type ListOperation = { operation: OperationName; key: SlugKind; choice?: { field: string; values: unknown[] } }

/** An operation that returns the items that refer to an item of the list `of` by a field, and that item. */
export type GroupOperation = { operation: OperationName; key: SlugKind; field: string; of: SlugKind }

type Properties = Record<string, { enum?: unknown[]; type?: string }>

/**
 * Groups the operations by their response and payload, so that a new operation is checked without more code. `others` answer
 * something that is not compared: an object, or a list whose items have no slugs.
 */
export function deriveOperations(product: string) {
  const { payloads } = createSchemas(product)
  const items: ItemOperation[] = []
  const lists: ListOperation[] = []
  const groups: GroupOperation[] = []
  const others: OperationName[] = []
  for (const operation of operationNames) {
    const { home, item, takesId = false, list, groupedBy } = answeringOf(operation)
    const properties: Properties = payloads[operation]?.properties ?? {}
    const key = slugKinds.find((kind) => kind === list)
    if (item) items.push({ operation, key: item, takesId })
    else if (key && groupedBy) groups.push({ operation, key, field: groupedBy, of: referredKind(key, groupedBy) })
    else if (key) lists.push({ operation, key, ...choiceOf(properties) })
    else if (!home) others.push(operation)
  }
  return { items, lists, groups, others }
}

/** Finds the payload field that filters a list, and its possible values. */
function choiceOf(properties: Properties): Pick<ListOperation, 'choice'> {
  for (const [field, { type, enum: values }] of Object.entries(properties)) {
    if (type === 'boolean') return { choice: { field, values: [true, false] } }
    if (values) return { choice: { field, values } }
  }
  return {}
}
