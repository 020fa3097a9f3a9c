import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { type Entity, entities, type Field, type FieldType, type Kind, site } from '#contract/entities'
import { createExplain } from '#contract/explain'
import { fieldsIn, isList, isTitle, kinds, referredKind } from '#contract/fields'
import { maxLengthOf, maxTexts } from '#contract/limits/field-limits'
import { type Answering, answeringOf, type OperationName, operationNames } from '#contract/operations'
import type { Violation } from '#contract/violations'

// Reports all errors at once. TypeBox stops at eight by default. `createExplain` bounds the items that are explained.
Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER })

/** Matches a day of the calendar, but none that its month does not have, such as `2026-02-29`. */
const dayOfYear =
  '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])'
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const dateTime = `^(?:\\d{4}-(?:${dayOfYear})|${leapYear}-02-29)(?:[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?$`

/**
 * Matches a slug that can be one segment of an address. Servers and routers decode `%2F` to a slash, some of them twice, and resolve `.`
 * and `..`.
 */
const slugPattern = '^(?!\\.{1,2}$)(?:(?!%2[fF])[^/\\\\])+$'

/** The schema of an ISO 8601 date, with or without a time. */
export const dateSchema = (description: string) =>
  Type.String({ maxLength: maxLengthOf('date'), pattern: dateTime, description })

/** The schema of each type of field. */
const valueSchemas: Record<FieldType, (description: string, field: Pick<Field, 'choices' | 'fields'>) => TSchema> = {
  slug: (description) =>
    Type.String({ minLength: 1, maxLength: maxLengthOf('slug'), pattern: slugPattern, description }),
  id: (description) => Type.Integer({ minimum: 0, description }),
  text: (description) => Type.String({ maxLength: maxLengthOf('text'), description }),
  html: (description) => Type.String({ maxLength: maxLengthOf('html'), description: `${description}, as HTML` }),
  number: (description) => Type.Number({ minimum: 0, description }),
  flag: (description) => Type.Boolean({ description }),
  date: dateSchema,
  link: (description) =>
    Type.String({
      maxLength: maxLengthOf('link'),
      pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/]',
      description: `${description}, an http(s) address`,
    }),
  picture: (description) => Type.String({ maxLength: maxLengthOf('picture'), pattern: '^[^/\\\\]*$', description }),
  texts: (description) =>
    Type.Array(Type.String({ maxLength: maxLengthOf('texts') }), { maxItems: maxTexts, description }),
  email: (description) =>
    Type.String({ maxLength: maxLengthOf('email'), pattern: '^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$', description }),
  phone: (description) =>
    Type.String({ maxLength: maxLengthOf('phone'), pattern: '^\\+\\d(?:[ -]?\\d){6,14}$', description }),
  list: (description, { fields = {} }) =>
    Type.Array(withoutOthers(objectSchema({ fields, about: description }, '')), { maxItems: maxTexts, description }),
  choice: (description, { choices = {} }) => Type.Enum(Object.keys(choices), { description }),
  reference: (description) => Type.String({ minLength: 1, maxLength: maxLengthOf('reference'), description }),
}

/** A title or a name needs one of its two languages. Other bilingual fields may lack both. */
const oneOf = (fields: string[]) => ({
  anyOf: fields.map((field) => ({ required: [field], properties: { [field]: { type: 'string', pattern: '\\S' } } })),
})

/** The schema of an entity's items. It allows unknown fields, because a real API may have more fields. */
function objectSchema({ fields: rows, about }: Pick<Entity, 'fields' | 'about'>, product: string): TObject {
  const fields = fieldsIn(rows, product)
  const properties = fields.map((field) => {
    const language = field.locale === 'ar' ? 'Arabic' : 'English'
    const schema = valueSchemas[field.type](field.about.replace('{language}', language), field)
    return [field.name, field.isRequired && !field.isBilingual ? schema : Type.Optional(schema)]
  })
  const title = fields.filter(isTitle).map(({ name }) => name)
  const options = { ...(title.length > 0 && oneOf(title)), description: about }
  return Type.Object(Object.fromEntries(properties), options)
}

/** The schema of settings. Only people write them, so an unknown field is a mistake. */
function withoutOthers({ type, properties, required, ...options }: TObject, more: TProperties = {}): TObject {
  return Type.Object({ ...more, ...properties }, { ...options, additionalProperties: false })
}

/**
 * Creates the contract's schemas, some of which depend on the product's name. `items` has one schema per kind of content,
 * `fixtures` one per file of content, `site` is that of `fixtures/site.json`, and `payloads` and `answers` have one per operation. An
 * answer is a response without its envelope.
 */
export function createSchemas(product: string) {
  const byKind = <Schema>(schemaOf: (kind: Kind) => Schema) =>
    Object.fromEntries(kinds.map((kind) => [kind, schemaOf(kind)])) as Record<Kind, Schema>
  const items = byKind((kind) => objectSchema(entities[kind], product))
  const fixtures = byKind((kind) => (isList(kind) ? Type.Array(items[kind]) : items[kind]))

  // A request may name any slug. No item has one that is too long, so it answers 404.
  const Slug = Type.String({ minLength: 1, description: entities.courses.fields.slug.about })
  const bySlug = Type.Object({ slug: Slug })
  const byIdOrSlug = Type.Object(
    { id: Type.Optional(Type.Integer()), slug: Type.Optional(Slug) },
    { anyOf: [{ required: ['slug'] }, { required: ['id'] }] },
  )
  const byOperation = <Schema>(schemaOf: (answering: Answering) => Schema) =>
    Object.fromEntries(operationNames.map((name) => [name, schemaOf(answeringOf(name))])) as Record<
      OperationName,
      Schema
    >

  const payloads = byOperation(({ item, takesId, list, filteredBy, groupedBy }): TObject | undefined => {
    if (item) return takesId ? byIdOrSlug : bySlug
    if (list && filteredBy) return Type.Pick(items[list], [filteredBy.replace('{product}', product)])
    if (!list || !groupedBy) return undefined
    return Type.Object({
      slug: Type.Optional(Type.String({ description: `Empty or absent: all ${entities[list].plural}` })),
    })
  })

  const answers = byOperation(({ item, list, groupedBy, object }): TSchema => {
    const one = item ?? object
    if (one) return items[one]
    if (!list) return Type.Array(Type.Object(fixtures), { minItems: 1 })
    if (!groupedBy) return fixtures[list]
    const other = items[referredKind(list, groupedBy)]
    return Type.Object({ [list]: fixtures[list], [groupedBy]: Type.Union([other, Type.Null()]) })
  })

  // Editors find the schema of a file by `$schema`.
  const settings = withoutOthers(objectSchema(site, product), { $schema: Type.Optional(Type.String()) })
  return { items, fixtures, site: settings, payloads, answers }
}

/** The schemas of the fixtures' files of words, which the build reads (`content/synonyms.ts`, `content/tags.ts`). */
export const wordSchemas = {
  synonyms: Type.Object(
    {
      ignored: Type.Array(Type.String({ maxLength: 40, pattern: '^\\S+$' }), {
        maxItems: 1_000,
        description: 'Words that say nothing about what is searched for',
      }),
      synonyms: Type.Array(
        Type.Array(Type.String({ maxLength: 80, pattern: '^\\S+(?: \\S+){0,3}$' }), { minItems: 2, maxItems: 50 }),
        { maxItems: 500, description: 'Words, or phrases of up to four words, that mean the same in a search' },
      ),
    },
    { additionalProperties: false, description: 'The words of the search' },
  ),
  tags: Type.Record(Type.String(), Type.String({ maxLength: 80, pattern: '\\S' }), {
    description: 'The Arabic names of tags, by the tags of courses.json',
  }),
}

/**
 * Compiles a schema into a function that returns all violations of a value, or an empty list if the value is valid. Of a list with more
 * than `maxExplained` items it explains only so many with violations, and tells how many more there are.
 */
export function createCheck(schema: TSchema, maxExplained?: number): (value: unknown) => Violation[] {
  const validator = Compile(schema)
  const explain = createExplain(schema, maxExplained)
  return (value) => (validator.Check(value) ? [] : explain(value).violations)
}
