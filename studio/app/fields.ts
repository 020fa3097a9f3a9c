import type { Locale } from '#contract/locales'
import type { Message } from './messages'
import type { FieldSchema, Item, Kind, StudioContent } from './server'

export type FieldType =
  | 'text'
  | 'long'
  | 'html'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'tags'
  | 'category'
  | 'picture'
  | 'url'
  | 'date'

/** One field of a form. For a text in one language, `locale` is set and the pair is the same text in the other language. */
export type Field = {
  name: string
  type: FieldType
  label: Message
  isRequired: boolean
  locale?: Locale
  options?: string[]
}

/** A row of a form: a field, or the two languages of one. */
export type Row = { label: Message; fields: Field[] }

/** The rows of a kind's form, in the order of its schema. */
export function rowsOf({ schemas }: StudioContent, kind: Kind): Row[] {
  const { properties, required = [] } = schemas[kind].items ?? schemas[kind]
  const rows = new Map<string, Row>()
  for (const [name, schema] of Object.entries(properties)) {
    const locale = localeOf(name, properties)
    const stem = locale ? name.replace(/^(?:en|ar)_/, '') : name
    const label: Message = name.endsWith('_news') ? 'field.news_flag' : (`field.${stem}` as Message) // a test lists all fields
    const field: Field = {
      ...{ name, label, type: typeOf(name, schema), isRequired: required.includes(name) },
      ...(locale && { locale }),
      ...(schema.enum && { options: schema.enum }),
    }
    const row = rows.get(stem) ?? { label, fields: [] }
    row.fields.push(field)
    rows.set(stem, row)
  }
  return [...rows.values()]
}

/** The language of a field by its name. A category has `name` for English and `ar_name` for Arabic. */
function localeOf(name: string, properties: Record<string, unknown>): Locale | undefined {
  if (name.startsWith('ar_')) return 'ar'
  return name.startsWith('en_') || `ar_${name}` in properties ? 'en' : undefined
}

function typeOf(name: string, { type, description = '', pattern = '', enum: options }: FieldSchema): FieldType {
  if (options) return 'choice'
  if (name === 'image') return 'picture'
  if (name === 'category') return 'category'
  if (name === 'date') return 'date'
  if (type === 'boolean') return 'boolean'
  if (type === 'array') return 'tags'
  if (type === 'number' || type === 'integer') return 'number'
  if (/as HTML|who_we_are|mission/.test(description + name)) return 'html'
  if (pattern.includes('tT')) return 'url'
  return /_(?:description|bio)$/.test(name) ? 'long' : 'text'
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** The labels of the texts that an item has in the other language only. */
export function missingIn(locale: Locale, rows: Row[], item: Item): Message[] {
  return rows.flatMap(({ label, fields }) => {
    const own = fields.find((field) => field.locale === locale)
    const other = fields.find((field) => field.locale && field.locale !== locale)
    return own && other && isEmpty(item[own.name]) && !isEmpty(item[other.name]) ? [label] : []
  })
}

/** An item's title in a language, or in the other one. */
export function titleOf(item: Item, locale: Locale): string {
  // A category's English name has no prefix.
  const english = ['en_title', 'en_name', 'name']
  const arabic = ['ar_title', 'ar_name']
  const names = locale === 'ar' ? [...arabic, ...english] : [...english, ...arabic]
  const field = names.find((name) => !isEmpty(item[name]))
  return field ? String(item[field]) : ''
}

/** A new item of a kind: empty texts, and a slug of its own. */
export function newItem(rows: Row[], list: readonly Item[], categories: readonly Item[]): Item {
  return Object.fromEntries(
    rows.flatMap(({ fields }) =>
      fields.flatMap(({ name, type, isRequired, locale, options }): [string, unknown][] => {
        if (name === 'slug') return [[name, freeSlug('new', list)]]
        if (name === 'id') return [[name, Math.max(0, ...list.map(({ id }) => Number(id) || 0)) + 1]]
        if (type === 'category') return [[name, categories[0]?.slug ?? '']]
        if (!isRequired && !locale) return []
        return [[name, { choice: options?.[0], tags: [], boolean: true, number: 0 }[type as string] ?? '']]
      }),
    ),
  )
}

export function freeSlug(base: string, list: readonly Item[]): string {
  const taken = new Set(list.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
  return slug
}
