import { isKind, isList, referredKind } from '#contract/fields'
import { answeringOf, type OperationName } from '#contract/operations'

/**
 * Names the field that breaks a rule, by its pointer in a response. The name is empty if the whole response breaks the rule, although
 * the pointer may name a part of it.
 */
export function fieldOf(rule: string, operation: OperationName, pointer: string): string {
  return rule === 'answer.envelope' || rule.startsWith('refusal.') ? '' : fieldAt(operation, pointer)
}

/** True for drift of a field of items or of named items, and false for that of whole answers or lists. */
export function isOfItems(field: string, hasSlug: boolean): boolean {
  return field.includes('.') || (field !== '' && hasSlug)
}

/**
 * Names the field at a pointer into a response, such as `courses.count`. A field has the same name in each operation that answers it,
 * and `*` stands for list positions. The name of a whole response is empty.
 */
function fieldAt(operation: OperationName, pointer: string): string {
  const [, data, ...tokens] = pointer.split('/')
  if (data !== 'data') return ''
  const { home, item, object, list, groupedBy } = answeringOf(operation)
  const [first = '', ...rest] = tokens
  if (home) return rest.length === 0 ? operation : fieldName(rest)
  if (item) return fieldName([item, '*', ...tokens])
  if (object) return fieldName([object, ...tokens])
  if (!list) return operation
  if (!groupedBy) return fieldName([list, ...tokens])
  if (first === list) return fieldName([list, ...rest])
  return first === groupedBy ? fieldName([referredKind(list, groupedBy), '*', ...rest]) : operation
}

/** Joins a kind and the pointer's tokens below it. Leaves out the position of an item of which a field follows. */
function fieldName([kind = '', position, ...tokens]: string[]): string {
  const isOfItem = position === '*' && tokens.length > 0 && isKind(kind) && isList(kind)
  const below = isOfItem || position === undefined ? tokens : [position, ...tokens]
  return [kind, ...below].join('.')
}
