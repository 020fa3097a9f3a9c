import type { FieldType, Kind } from '#contract/entities'
import { fieldsOf, isList, kinds, referredKind } from '#contract/fields'
import { isAddress } from '#contract/images'
import { isObject, parseJson } from '#contract/json'
import type { Answers } from '#contract/operations'
import { answeringOf, type OperationName } from '#contract/operations'

/** A value in a back end's format, which is called a habit. `pointer` is its RFC 6901 pointer, `expected` the contract's format. */
export type HabitUse = { id: HabitId; habit: string; pointer: string; expected: string; value: unknown }

export type HabitOptions = {
  product: string
  /** Called for each value that is converted. */
  tell?: (use: HabitUse) => void
  /**
   * Returns the file name for a picture's address. Only tools that need every value in the contract's format pass this function.
   * Without it, values that pages understand (`isUnderstood`) are not converted.
   */
  pictureName?: (address: string) => string
}

type Habit = {
  name: string
  expected: string
  /** Converts a value. Returns the value unchanged if it does not have the habit, or if its meaning is uncertain. */
  read: (value: unknown, options: HabitOptions) => unknown
  /** True if pages show the unconverted value correctly. */
  isUnderstood?: true
}

/**
 * A habit is a back end's format for a value that differs from the contract's. Most come from SQL databases behind PHP or Node.
 */
export const habits = {
  number: {
    name: 'a number as text',
    expected: 'a number',
    read: (value) => (typeof value === 'string' && /^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value),
  },
  boolean: {
    name: 'true or false as text or as 0 and 1',
    expected: 'true or false',
    read: (value) => booleans.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value,
  },
  tags: {
    name: 'tags as one text',
    expected: 'a list of texts',
    read: (value) => {
      if (typeof value !== 'string') return value
      if (!/^\s*\[/.test(value)) return withoutBlanks(value.split(/[,،]/))
      try {
        const list = parseJson(value) as unknown[]
        return list.every((tag) => typeof tag === 'string') ? withoutBlanks(list) : value
      } catch {
        return value
      }
    },
  },
  one: {
    name: 'one item as a list of one',
    expected: 'an object',
    read: (value) => (Array.isArray(value) && value.length === 1 && isObject(value[0]) ? value[0] : value),
  },
  'empty-list': {
    name: 'null for an empty list',
    expected: 'a list',
    read: (value) => (value === null ? [] : value),
  },
  date: {
    name: 'a date with a space and without a zone',
    expected: 'an ISO 8601 date and time with a T between them',
    read: (value) =>
      typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::[\d.]+)?)$/, '$1T$2') : value,
    isUnderstood: true,
  },
  // Decodes an entity only if pages show the same text either way. `&amp;lt;` stays, because `&lt;` would be shown as `<`.
  entity: {
    name: 'HTML entities in plain text',
    expected: 'text without entities',
    read: (value) =>
      typeof value === 'string'
        ? value.replace(/&(?:amp(?!;#?\w+;)|quot|apos|#0?39);/g, (text) => characters[text] ?? "'")
        : value,
    isUnderstood: true,
  },
  picture: {
    name: 'the address of a picture',
    expected: 'a file name in the images folder',
    read: (value, { pictureName }) => (isAddress(value) && pictureName ? pictureName(value) : value),
    isUnderstood: true,
  },
} satisfies Record<string, Habit>

export type HabitId = keyof typeof habits

/** The formats that are read in each type of field. */
const formats: { [Type in FieldType]?: HabitId[] } = {
  id: ['number'],
  number: ['number'],
  flag: ['boolean'],
  texts: ['empty-list', 'tags'],
  date: ['date'],
  text: ['entity'],
  picture: ['picture'],
}

const booleans = new Map<unknown, boolean>([
  ...['1', 1, 'true'].map((value) => [value, true] as const),
  ...['0', 0, 'false'].map((value) => [value, false] as const),
])

const characters: Record<string, string> = { '&amp;': '&', '&quot;': '"' }

function withoutBlanks(list: string[]): string[] {
  return list.map((text) => text.trim()).filter(Boolean)
}

/** Converts a value. Returns the same object if nothing changes. */
type Reader = (value: unknown, pointer: string) => unknown

const unread: Reader = (value) => value

/** Creates a function that converts a response's data (without the envelope) to the contract's format. */
export function createHabitReader(options: HabitOptions): (operation: OperationName, data: unknown) => unknown {
  const reads = (...ids: HabitId[]): Reader => {
    const rows = ids.map((id): Habit & { id: HabitId } => ({ id, ...habits[id] }))
    const used = rows.filter(({ isUnderstood }) => !isUnderstood || options.pictureName)
    if (used.length === 0) return unread
    return (value, pointer) => {
      let result = value
      for (const { id, name, expected, read } of used) {
        const before = result
        result = read(before, options)
        if (result !== before) options.tell?.({ id, habit: name, pointer, expected, value: before })
      }
      return result
    }
  }
  const [one, list] = [reads('one'), reads('empty-list')]
  const listOf = (entity: Reader): Reader => inTurn(list, each(entity))
  const items = Object.fromEntries(
    kinds.map((kind) => {
      const fields = fieldsOf(kind, options.product).map(({ name, type }) => [name, reads(...(formats[type] ?? []))])
      return [kind, object(Object.fromEntries(fields))]
    }),
  ) as Record<Kind, Reader>
  const home = object(
    Object.fromEntries(kinds.map((kind) => [kind, isList(kind) ? listOf(items[kind]) : inTurn(one, items[kind])])),
  )
  return (operation, data) => {
    const { item, object: only, list: kind, groupedBy } = answeringOf(operation)
    const single = item ?? only
    if (single) return inTurn(one, items[single])(data, '')
    if (!kind) return each(home)(data, '')
    // Does not convert a `null` in place of a whole list, because such a response is invalid.
    if (!groupedBy) return each(items[kind])(data, '')
    const group = inTurn(one, items[referredKind(kind, groupedBy)])
    return object({ [kind]: listOf(items[kind]), [groupedBy]: group })(data, '')
  }
}

function inTurn(...readers: Reader[]): Reader {
  return (value, pointer) => readers.reduce((before, read) => read(before, pointer), value)
}

function each(read: Reader): Reader {
  if (read === unread) return unread
  return (value, pointer) => {
    if (!Array.isArray(value)) return value
    let isSame = true
    const list = value.map((entry, index) => {
      const after = read(entry, `${pointer}/${index}`)
      isSame &&= after === entry
      return after
    })
    return isSame ? value : list
  }
}

function object(fields: Record<string, Reader>): Reader {
  const entries = Object.entries(fields).filter(([, read]) => read !== unread)
  if (entries.length === 0) return unread
  return (value, pointer) => {
    if (!isObject(value)) return value
    let copy = value
    for (const [field, read] of entries) {
      // Skips absent fields, because no habit converts `undefined`.
      if (value[field] === undefined) continue
      const after = read(value[field], `${pointer}/${field}`)
      if (after === value[field]) continue
      if (copy === value) copy = { ...value }
      copy[field] = after
    }
    return copy
  }
}

/** Checks only that pages can be made from the data. The contract check (`scripts/`) checks every field. */
export function isUsable<Name extends OperationName>(name: Name, data: unknown): data is Answers[Name] {
  const { home, list, groupedBy } = answeringOf(name)
  if (home) return Array.isArray(data) && isObject(data[0])
  if (list && groupedBy) return isObject(data) && Array.isArray(data[list])
  return list ? Array.isArray(data) : isObject(data) && Object.keys(data).length > 0
}
