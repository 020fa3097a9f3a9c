import type { FieldType, Kind } from '#contract/entities'
import { fieldsOf, isKind, isList, referredKind } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { answeringOf, type OperationName } from '#contract/operations'

/** The formats that a database behind PHP may give to each type of field (`contract/legacy-formats.ts` reads them). */
const formats: { [Type in FieldType]?: (value: unknown, pictures: string) => unknown } = {
  id: String,
  number: String,
  flag: (value) => (value ? 1 : '0'),
  date: (value) => String(value).replace('T', ' '),
  link: (url) => ({ title: '', url, target: '' }),
  picture: (value, pictures) => (value === '' ? null : pictures + encodeURIComponent(String(value))),
  text: (value) => String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  texts: (value) => {
    if (!Array.isArray(value) || value.length === 0) return null
    return value.length % 2 ? JSON.stringify(value) : value.join(', ')
  },
}

/** Returns a function that rewrites the data of an operation to these formats. `pictures` is the address of the images folder. */
export function createFormatWriter(product: string, pictures: string) {
  const itemOf = (kind: Kind, item: unknown): unknown => {
    if (!isObject(item)) return item
    const copy: JsonObject = { ...item }
    for (const { name, type, isBilingual, isRequired } of fieldsOf(kind, product)) {
      if (item[name] === undefined && (isBilingual || !isRequired)) {
        copy[name] = type === 'date' ? '0000-00-00 00:00:00' : null
        continue
      }
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
    const { item, object, list, filteredBy, groupedBy } = answeringOf(operation)
    const single = item ?? object
    if (single) return [itemOf(single, data)]
    if (!list) return homeOf((data as [object])[0])
    if (!groupedBy) {
      const items = listOf(list, data)
      // PHP's `array_filter` keeps the keys of the list that it filters.
      if (filteredBy)
        return items.length > 0 ? Object.fromEntries(items.map((each, index) => [index + 3, each])) : items
      return { current_page: 1, data: items, last_page: 1, total: items.length }
    }
    const { [list]: items, [groupedBy]: group } = data as JsonObject
    const written = fieldOf(referredKind(list, groupedBy), group, false)
    return { ...data, [list]: fieldOf(list, items, true), [groupedBy]: written }
  }
}
