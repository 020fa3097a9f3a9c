import type { Locale } from '#contract/locales'
import { slugFromTitle, titleIn, uniqueSlug } from '../../scripts/fixtures/slug'
import type { FixtureFault } from '../../server/content/load'
import { isolate, type Message, type Say } from './language'
import type { FieldSchema, Item, Kind, StudioContent } from './server'

/** One field of a form. `locale` is set if another field has the same text in the other language. */
export type Field = {
  name: string
  type: ReturnType<typeof typeOf>
  label: Message
  isRequired: boolean
  locale?: Locale
  options?: string[]
}

/** The rows of a kind's form, in the order of its schema. A row is one field, or a text's English and Arabic field. */
export function rowsOf({ schemas }: StudioContent, kind: Kind): Field[][] {
  const { properties, required } = schemas[kind]
  const rows: Field[][] = []
  for (const [name, schema] of Object.entries(properties)) {
    const locale = localeOf(name, properties)
    const stem = name.endsWith('_news') ? 'news_flag' : locale ? name.replace(/^(?:en|ar)_/, '') : name
    const field: Field = {
      name,
      type: typeOf(name, schema),
      isRequired: required.includes(name),
      label: `field.${stem}` as Message, // a test lists all fields
      ...(locale && { locale }),
      ...(schema.enum && { options: schema.enum }),
    }
    const pair = rows.find(([first]) => first?.label === field.label)
    if (pair) pair.push(field)
    else rows.push([field])
  }
  return rows
}

/** The language of a field by its name. A category has `name` for English and `ar_name` for Arabic. */
function localeOf(name: string, properties: Record<string, unknown>): Locale | undefined {
  if (name.startsWith('ar_')) return 'ar'
  return name.startsWith('en_') || `ar_${name}` in properties ? 'en' : undefined
}

function typeOf(name: string, { type, description = '', pattern = '', enum: options }: FieldSchema) {
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

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** The labels of the texts that an item lacks in `locale`, but has in the other language. */
export function missingIn(locale: Locale, rows: Field[][], item: Item): Message[] {
  return rows.flatMap((pair) => {
    const own = pair.find((field) => field.locale === locale)
    const hasOther = pair.some((field) => field !== own && !isEmpty(item[field.name]))
    return own && isEmpty(item[own.name]) && hasOther ? [own.label] : []
  })
}

/** An item's title in `locale`, or in the other language if it has none. */
export function titleOf(item: Item, locale: Locale): string {
  // A category's English name has no prefix.
  const names = ['en_title', 'en_name', 'name', 'ar_title', 'ar_name']
  const texts = (locale === 'ar' ? names.reverse() : names).map((name) => item[name])
  return String(texts.find((text) => !isEmpty(text)) ?? '')
}

/** The options of a category select: each slug with its title, or with the slug again if there is none. */
export function categoryOptions(categories: readonly Item[], locale: Locale) {
  return categories.map((category) => [String(category.slug), titleOf(category, locale) || String(category.slug)])
}

/** Makes a new item, which has all required fields. Its texts are empty. */
export function newItem(rows: Field[][], categories: readonly Item[]): Item {
  const initial: Record<string, unknown> = { slug: 'new', tags: [], boolean: true, category: categories[0]?.slug ?? '' }
  const fields = rows.flat().filter(({ name, isRequired, locale }) => isRequired || locale || name === 'id')
  const values = fields.map(({ name, type, options }) => [name, initial[name] ?? initial[type] ?? options?.[0] ?? ''])
  return Object.fromEntries(values)
}

/** Returns a copy of the item. If it has an id or a slug, the copy has one that no item of the list has. */
export function asNew(item: Item, list: readonly Item[]): Item {
  const id = Math.max(0, ...list.map((each) => Number(each.id) || 0)) + 1
  const slug = uniqueSlug(String(item.slug), new Set(list.map(({ slug }) => slug)), 'new')
  return { ...item, ...(item.id !== undefined && { id }), ...(item.slug !== undefined && { slug }) }
}

/** Returns the list with one field of an item changed. The slug of an unsaved item follows its title until the slug is edited. */
export function withField(list: Item[], place: number, name: string, value: unknown, saved: Item[]): Item[] {
  const taken = new Set(list.toSpliced(place, 1).map(({ slug }) => slug))
  const slugFor = (item: Item) => uniqueSlug(slugFromTitle(titleIn(item)), taken, 'new')
  const old = list[place] ?? {}
  const next = { ...old, [name]: value }
  const isSaved = saved.some(({ id, slug }) => (old.id === undefined ? slug === old.slug : id === old.id))
  // The slug of a category stays, because courses refer to it. Categories have no `en_title`.
  const follows = name !== 'slug' && 'en_title' in old && old.slug === slugFor(old) && !isSaved
  return list.with(place, follows ? { ...next, slug: slugFor(next) } : next)
}

/** A fault with the kind, item and field that its pointer names. */
export type LocatedFault = FixtureFault & { kind: Kind; place: number; name: string | undefined }

export function locate(fault: FixtureFault): LocatedFault {
  const kind = fault.file.replace('.json', '') as Kind
  const [, ...path] = fault.pointer.split('/')
  const [place = '', name] = kind === 'goals' ? ['0', ...path] : path
  return { ...fault, kind, place: Number.parseInt(place, 10), name }
}

/** Describes a fault by the type and value of its field. Most faults of texts keep the English words of the server's check. */
export function faultText(say: Say, fault: LocatedFault, field: Field, item: Item, list: Item[]): string {
  const { expected, found, nearest } = fault
  const { name, type, isRequired } = field
  const isUnique = name === 'slug' || name === 'id'
  const isTaken = isUnique && list.some((other) => other !== item && other[name] === item[name])
  const need = isRequired && isEmpty(item[name]) ? 'required' : isTaken ? 'taken' : type
  const isWorded = need !== 'text' && need !== 'long' && need !== 'html'
  const text = isWorded ? say(`needs.${need}`) : say('fault', { expected: isolate(expected), found: isolate(found) })
  return nearest === undefined ? text : `${text} ${say('needs.nearest', { nearest: isolate(nearest) })}`
}
