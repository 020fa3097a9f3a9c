import type { FieldType, Kind } from '#contract/entities'
import { fieldsOf, isKind, isList, referredKind } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { answeringOf, type OperationName } from '#contract/operations'

/** The formats that a database behind PHP may give to each type of field (`contract/habits.ts` reads them). */
const formats: { [Type in FieldType]?: (value: unknown, pictures: string) => unknown } = {
  id: String,
  number: String,
  flag: (value) => (value ? 1 : '0'),
  date: (value) => String(value).replace('T', ' '),
  picture: (value, pictures) => pictures + encodeURIComponent(String(value)),
  text: (value) => String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  texts: (value) => {
    if (!Array.isArray(value) || value.length === 0) return null
    return value.length % 2 ? JSON.stringify(value) : value.join(', ')
  },
}

/** Returns a function that rewrites the data of an operation to these formats. `pictures` is the address of the images folder. */
export function createHabitWriter(product: string, pictures: string) {
  const itemOf = (kind: Kind, item: unknown): unknown => {
    if (!isObject(item)) return item
    const copy: JsonObject = { ...item }
    for (const { name, type } of fieldsOf(kind, product)) {
      const write = formats[type]
      if (write && item[name] !== undefined && item[name] !== null) copy[name] = write(item[name], pictures)
    }
    return copy
  }
  const listOf = (kind: Kind, list: unknown): unknown[] => (list as unknown[]).map((item) => itemOf(kind, item))
  // An empty list becomes null in a field, but not as a whole response.
  const fieldOf = (kind: Kind, value: unknown, isMany: boolean): unknown => {
    if (isMany) return Array.isArray(value) && value.length > 0 ? listOf(kind, value) : null
    return isObject(value) ? [itemOf(kind, value)] : value
  }
  const homeOf = (home: object) =>
    Object.fromEntries(
      Object.entries(home).map(([key, value]) => [key, isKind(key) ? fieldOf(key, value, isList(key)) : value]),
    )
  return (operation: OperationName, data: object): object => {
    const { item, object, list, groupedBy } = answeringOf(operation)
    const single = item ?? object
    if (single) return [itemOf(single, data)]
    if (!list) return (data as object[]).map(homeOf)
    if (!groupedBy) return listOf(list, data)
    const { [list]: items, [groupedBy]: group } = data as JsonObject
    const written = fieldOf(referredKind(list, groupedBy), group, false)
    return { ...data, [list]: fieldOf(list, items, true), [groupedBy]: written }
  }
}
