import type { Entity } from '#contract/entities'
import { fieldsIn, type ItemField } from '#contract/fields'
import { fieldOfOtherProduct } from '#contract/fixture-files'
import { isObject } from '#contract/json'
import { nearest } from '#contract/text/nearest'
import { at, escapePointer, type Violation } from '#contract/violations'

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

/**
 * Finds the names in `site.json` that are no settings. Only people write this file, so such a name is a mistake; other files may have more
 * fields, because an API may.
 */
export function unknownNames(rows: Entity['fields'], value: unknown, pointer = ''): Violation[] {
  if (!isObject(value)) return []
  const fields = fieldsIn(rows, '')
  const names = fields.map(({ name }) => name)
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `${pointer}/${escapePointer(name)}`
    const field = fields.find((each) => each.name === name)
    if (field?.fields && Array.isArray(inner)) {
      const { fields: rowsOfItems } = field
      return inner.flatMap((item, index) => unknownNames(rowsOfItems, item, `${own}/${index}`))
    }
    // Editors find the schema of a file by this name.
    if (field || (pointer === '' && name === '$schema')) return []
    const [meant] = nearest(name, names, 1)
    const violation = { pointer: own, expected: 'the name of a setting', found: `the name ${JSON.stringify(name)}` }
    return [meant === undefined ? violation : { ...violation, nearest: meant }]
  })
}
