import type { FieldType, Kind } from '#contract/entities'
import { fieldsOf, hasFields, type ItemField, isKind, isList, kinds, referredKind } from '#contract/fields'
import { isAbsoluteUrl } from '#contract/images'
import { isObject, objectsIn, relatedFields } from '#contract/json'
import type { FormatId } from '#contract/legacy-formats'
import { answeringOf, asksForOne, type OperationName } from '#contract/operations'
import { isEmptyGroup, isNothing } from '#contract/response'
import { readListWithKeys, readTags } from '#contract/tags'
import { readBoolean, readDate, readNumber } from '#contract/text/legacy-values'

/** A value in a back end's format. `pointer` is its RFC 6901 pointer in the data. `legacyFormats` has the names of the formats. */
export type FormatUse = { id: FormatId; pointer: string; value: unknown }

export type FormatOptions = {
  product: string
  /** The address of the API, against which the path of a picture is resolved. Without it, paths are not converted. */
  base?: string | undefined
  /** Called for each value that is converted. */
  tell?: (use: FormatUse) => void
}

export type ExactOptions = FormatOptions & {
  /** Returns the file name for a picture's address. */
  pictureName: (address: string) => string
}

/**
 * Converts a value. Returns the value unchanged if it does not have the format, or if its meaning is uncertain, and `undefined` if the
 * field or the item is absent.
 */
type ReadFormat = (value: unknown, options: FormatOptions & Partial<ExactOptions>) => unknown

/** The formats whose values pages show correctly as they are. */
type ExactId = 'date' | 'entity' | 'picture'

/** How the other formats are read. */
const formatReaders = {
  number: (value) => readNumber(value) ?? value,
  boolean: (value) => readBoolean(value) ?? value,
  // PHP's JSON_NUMERIC_CHECK makes a number of every text of digits.
  text: (value) => (Number.isFinite(value) ? String(value) : value),
  reference: (value) => (isObject(value) ? (relatedFields(value).slug ?? value) : value),
  tags: (value) => readTags(value) ?? value,
  // Forms in browsers send null and undefined as words, and back ends store them.
  nothing: (value) => (value === null || ['', 'null', 'undefined'].includes(value as string) ? undefined : value),
  // MySQL's zero date, the same date after PHP has calculated with it, and the zero date of .NET and Go.
  'zero-date': (value) =>
    typeof value === 'string' && /^(?:0000-00-00|-0001-11-30|0001-01-01)/.test(value) ? undefined : value,
  // People type addresses without "https://", and WordPress's Advanced Custom Fields send an object.
  link: (value) => {
    const address = isObject(value) ? value.url : value
    if (typeof address !== 'string') return value
    return address.trim().replace(/^(?:\/\/)?(?=(?:[^\s/:@.?#]+\.)+\p{L}{2,}(?:[/?#]|$))/u, 'https://')
  },
  // WordPress's Advanced Custom Fields send false.
  'no-picture': (value) => (value === null || value === false || (isObject(value) && value.data === null) ? '' : value),
  missing: (value) => (isNothing(value) ? undefined : value),
  nested: (value) => {
    if (!isObject(value) || hasFields(value)) return value
    const { error, errors, attributes, ...members } = value
    // JSON:API names related items beside the attributes.
    const inside = attributes ? [attributes] : Object.values(members)
    const [item, ...others] = objectsIn(inside).filter((member) => hasFields(member))
    return item && others.length === 0 ? { ...(value.id !== undefined && { id: value.id }), ...item } : value
  },
  one: (value) => (Array.isArray(value) && value.length === 1 && isObject(value[0]) ? value[0] : value),
  'empty-list': (value) => (value === null ? [] : value),
  keys: (value) => readListWithKeys(value) ?? value,
  pages: (value) => {
    if (!isObject(value)) return value
    const { data, results, rows, items, content, _embedded } = value
    const page = data ?? results ?? rows ?? items ?? content
    if (typeof page === 'object' && page !== null) return page
    // Other back ends call it docs or records, or by the name of the items, as HAL does in `_embedded`.
    const [list, ...others] = Object.values(_embedded ?? value).filter(Array.isArray)
    const isPage = list?.every(isObject) && others.length === 0 && !value.errors && !hasFields(value)
    return isPage ? list : value
  },
  home: (value) => (isObject(value) && Object.keys(value).some(isKind) ? [value] : value),
  'other-date': (value) => readDate(value) ?? value,
  'picture-path': (value, { base = '', pictureName = String }) => {
    const path = isObject(value) ? relatedFields(value).url : value
    if (isAbsoluteUrl(path)) return isObject(value) ? pictureName(path) : value
    const [origin, scheme] = /^(https?:)\/\/[^/]+/i.exec(base) ?? []
    if (!origin || typeof path !== 'string' || !path.startsWith('/')) return value
    return pictureName((path.startsWith('//') ? scheme : origin) + path)
  },
} satisfies Record<Exclude<FormatId, ExactId>, ReadFormat>

/** How tools read the values that pages show as they are. */
const exactReaders = {
  date: (value) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::[\d.]+)?)$/, '$1T$2') : value,
  // Decodes an entity only if pages show the same text either way. `&amp;lt;` stays, because `&lt;` would be shown as `<`.
  entity: (value) =>
    typeof value === 'string'
      ? value.replace(/&(?:amp(?!;#?\w+;)|quot|apos|#0?39);/g, (text) => characters[text] ?? "'")
      : value,
  picture: (value, { pictureName }) => (isAbsoluteUrl(value) && pictureName ? pictureName(value) : value),
} satisfies Record<ExactId, ReadFormat>

type FormatReaders = { [Id in FormatId]?: ReadFormat }

/** The formats that are read in each type of field. */
const formats: { [Type in FieldType]?: FormatId[] } = {
  id: ['number'],
  number: ['number'],
  flag: ['boolean'],
  texts: ['empty-list', 'keys', 'tags'],
  date: ['zero-date', 'other-date', 'date'],
  slug: ['text'],
  reference: ['reference', 'text'],
  html: ['text'],
  text: ['text', 'entity'],
  link: ['link'],
  picture: ['no-picture', 'picture-path', 'picture'],
}

const characters: Record<string, string> = { '&amp;': '&', '&quot;': '"' }

/** Converts a value. Returns the same object if nothing changes. */
type Reader = (value: unknown, pointer: string) => unknown

const unread: Reader = (value) => value

type DataReader = (operation: OperationName, data: unknown, payload?: unknown) => unknown

/**
 * Creates a function that converts a response's data (without the envelope) to the contract's format. It returns `undefined` if the
 * data says that there is no such item. Leaves values that pages understand.
 */
export function createFormatReader(options: FormatOptions): DataReader {
  return createReader(options, formatReaders)
}

/** Creates the same function for tools, which converts every value. Visitors' scripts lack its code. */
export function createExactReader(options: ExactOptions): DataReader {
  return createReader(options, { ...formatReaders, ...exactReaders })
}

function createReader(options: FormatOptions, readers: FormatReaders): DataReader {
  const reads = (...ids: FormatId[]): Reader => {
    const used = ids.flatMap((id) => (readers[id] ? [{ id, read: readers[id] }] : []))
    if (used.length === 0) return unread
    return (value, pointer) => {
      let result = value
      for (const { id, read } of used) {
        const before = result
        result = read(before, options)
        if (result !== before) options.tell?.({ id, pointer, value: before })
      }
      return result
    }
  }
  const nothing = reads('nothing')
  const missing = reads('missing')
  const nested = reads('nested')
  const one = reads('keys', 'one')
  // Without `empty-list`, because a response that is `null` in place of a list is invalid.
  const unpacked = reads('pages', 'keys')
  const list = inTurn(reads('empty-list'), unpacked)
  const listOf = (entity: Reader): Reader => inTurn(list, each(entity))
  const fieldOf = ({ type, isBilingual, isRequired }: ItemField): Reader => {
    const format = reads(...(formats[type] ?? []))
    if (isRequired && !isBilingual) return format
    // The contract allows an empty text, and a title may be "null".
    const isText = type === 'text' || type === 'html'
    return inTurn((value, pointer) => (isText && value !== null ? value : nothing(value, pointer)), format)
  }
  const items = Object.fromEntries(
    kinds.map((kind) => {
      const fields = fieldsOf(kind, options.product).map((field) => [field.name, fieldOf(field)])
      return [kind, inTurn(nested, object(Object.fromEntries(fields)))]
    }),
  ) as Record<Kind, Reader>
  const home = object(
    Object.fromEntries(kinds.map((kind) => [kind, isList(kind) ? listOf(items[kind]) : inTurn(one, items[kind])])),
  )
  const homeData = inTurn(reads('keys', 'home'), each(home))
  return (operation, data, payload) => {
    const { item, object: only, list: kind, groupedBy } = answeringOf(operation)
    const single = item ?? only
    if (single) return inTurn(missing, one, items[single])(data, '')
    if (!kind) return homeData(data, '')
    if (!groupedBy) return inTurn(unpacked, each(items[kind]))(data, '')
    const noGroup: Reader = (value, pointer) => (value === null ? null : (missing(value, pointer) ?? null))
    const group = inTurn(noGroup, one, items[referredKind(kind, groupedBy)])
    const read = inTurn(missing, object({ [kind]: listOf(items[kind]), [groupedBy]: group }))(data, '')
    return asksForOne(payload) && isEmptyGroup(operation, read) ? missing(null, '') : read
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
      // Skips absent fields, because no format converts `undefined`.
      if (value[field] === undefined) continue
      const after = read(value[field], `${pointer}/${field}`)
      if (after === value[field]) continue
      if (copy === value) copy = { ...value }
      if (after === undefined) delete copy[field]
      else copy[field] = after
    }
    return copy
  }
}
