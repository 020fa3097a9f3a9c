import type { ItemField } from '#contract/fields'
import { fieldOfOtherProduct } from '#contract/fixture-files'
import { at, type Violation } from '#contract/violations'

/** Replaces the violations of items that have a field of another product by one, which says how to rename the field. */
export function underProduct(violations: Violation[], value: unknown, fields: ItemField[]): Violation[] {
  const other = fieldOfOtherProduct(value, fields)
  if (!other) return violations
  const { name, found, count, product } = other
  const items = count === 1 ? '1 item' : `${count} items`
  const violation = {
    pointer: '',
    expected: `${name}, which PRODUCT names`,
    found: `${found} in ${items}: rename it by npm run fixtures -- --fix, or set PRODUCT=${product}`,
  }
  const isMissing = ({ pointer }: Violation) =>
    pointer.endsWith(`/${name}`) && at(value, pointer.replace(name, found)) !== undefined
  return [violation, ...violations.filter((each) => !isMissing(each))]
}
