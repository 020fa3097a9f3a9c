import { isDeeperThan, isObject } from '#contract/json'
import { nearest } from '#contract/text/nearest'

/** One violation of the contract. `pointer` is an RFC 6901 pointer; `expected` and `found` describe values in words. */
export type Violation = {
  pointer: string
  expected: string
  found: string
  /** The most similar valid value, if any. */
  nearest?: string
}

/** The part of a JSON Schema that decides how the texts of violations are written. */
type Schema = {
  type?: string
  description?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  required?: readonly string[]
  properties?: Record<string, Schema>
}

/** A validator's error in Ajv's format. */
type SchemaError = { keyword: string; schemaPath: string; instancePath: string; params: object }

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** Converts a validator's errors to readable violations. Of several errors at one pointer, only the first becomes a violation. */
export function toViolations(schema: object, value: unknown, errors: readonly SchemaError[]): Violation[] {
  // Leaves out errors of a union's branches, because the union has its own error.
  const unions = errors.filter((error) => error.keyword === 'anyOf')
  // A list has an error of the same union for each wrong item. The set keeps one of them, because a schema has few unions.
  const choices = [...new Set(unions.map((error) => `${error.schemaPath}/anyOf/`))]
  const violations = new Map<string, Violation>()
  const similarName = createSimilarName(value)
  for (const error of errors) {
    if (choices.some((branch) => error.schemaPath.startsWith(branch))) continue
    // The object has an error that names its unknown fields.
    if (error.schemaPath.endsWith('/additionalProperties')) continue
    for (const violation of wordError(schema, value, error, similarName)) {
      if (!violations.has(violation.pointer)) violations.set(violation.pointer, violation)
    }
  }
  return [...violations.values()]
}

function wordError(root: object, value: unknown, error: SchemaError, similarName: SimilarName): Violation[] {
  const schema = resolve(root, error.schemaPath)
  const { instancePath } = error
  if (error.keyword === 'required') {
    const { requiredProperties = [] } = error.params as { requiredProperties?: string[] }
    return requiredProperties.map((name) => ({
      ...violationAt(value, `${instancePath}/${escapePointer(name)}`, schema?.properties?.[name] ?? {}),
      ...similarName(instancePath, name, schema),
    }))
  }
  if (error.keyword === 'additionalProperties') {
    const { additionalProperties: names = [] } = error.params as { additionalProperties?: string[] }
    return names.map((name) => {
      const pointer = `${instancePath}/${escapePointer(name)}`
      const [meant] = nearest(name, Object.keys(schema?.properties ?? {}), 1)
      const violation = { pointer, expected: 'no field of this name', found: describe(at(value, pointer)) }
      return meant === undefined ? violation : { ...violation, nearest: meant }
    })
  }
  if (error.keyword === 'anyOf') {
    const fields = (schema?.anyOf ?? []).flatMap((branch) => branch.required ?? [])
    const [first] = fields
    if (first !== undefined && isObject(at(value, instancePath))) {
      const pointer = `${instancePath}/${escapePointer(first)}`
      const expected = `a value in ${fields.join(' or ')}`
      return [{ pointer, expected, found: describe(at(value, pointer)), ...similarName(instancePath, first, schema) }]
    }
  }
  return [violationAt(value, instancePath, schema ?? {}, error.keyword)]
}

/** Finds an unknown field of an object that was probably meant by a missing one, as `enTitle` by `en_title`. */
type SimilarName = (pointer: string, missing: string, schema?: Schema) => { nearest?: string }

function createSimilarName(value: unknown): SimilarName {
  // Items of a list mostly have the same fields.
  const known = new Map<string, string | undefined>()
  return (pointer, missing, { properties = {} } = {}) => {
    const object = at(value, pointer)
    if (!isObject(object) || Object.hasOwn(object, missing)) return {}
    const unknown = Object.keys(object).filter((name) => !Object.hasOwn(properties, name))
    const key = [missing, ...unknown].join('\n')
    if (!known.has(key)) known.set(key, nearest(missing, unknown, 1)[0])
    const similar = known.get(key)
    return similar === undefined ? {} : { nearest: similar }
  }
}

function violationAt(value: unknown, pointer: string, schema: Schema, broken?: string): Violation {
  const found = at(value, pointer)
  const meant = meantValue(found, schema)
  return {
    pointer,
    expected: expectation(schema, broken),
    found: describe(found),
    ...(meant === undefined ? {} : { nearest: meant }),
  }
}

/** Describes the value that a schema expects, as a noun phrase. Names a maximum only if its keyword is the `broken` one. */
function expectation(schema: Schema, broken?: string): string {
  if (schema.enum) return `one of ${schema.enum.map((entry) => JSON.stringify(entry)).join(', ')}`
  if (schema.anyOf && !schema.type) return schema.anyOf.map((each) => expectation(each)).join(' or ')
  const type = typeNames[schema.type ?? ''] ?? 'a value'
  const bounds = Object.entries(schema).flatMap(([keyword, bound]) => {
    if (keyword === 'minLength') return ['not empty']
    if (keyword === 'minItems') return [`with at least ${bound}`]
    if (keyword === 'minimum') return [`of at least ${bound}`]
    if (keyword === 'maxLength' && keyword === broken) return [`of at most ${bound} characters`]
    if (keyword === 'maxItems' && keyword === broken) return [`with at most ${bound}`]
    return []
  })
  const what = [type, ...bounds].join(', ').replace(', of', ' of').replace(', with', ' with')
  return schema.description ? `${what} (${schema.description})` : what
}

/** The value that was probably meant: the most similar option of an enum, or the number or boolean that a text spells. */
function meantValue(found: unknown, schema: Schema): string | undefined {
  if (typeof found !== 'string') return undefined
  if (schema.enum)
    return nearest(
      found,
      schema.enum.filter((entry) => typeof entry === 'string'),
      1,
    )[0]
  if (schema.type === 'boolean' && /^(true|false)$/i.test(found)) return found.toLowerCase()
  if ((schema.type === 'number' || schema.type === 'integer') && /^\d+$/.test(found)) return found
  return undefined
}

/**
 * Describes a value for a message. A text, number or boolean is described by its type and its JSON, cut at 80 characters. A list is
 * described by its length, and an object only as "an object".
 */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (isObject(value)) return 'an object'
  // Only the beginning of a long text is shown.
  const json = JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value) ?? String(value)
  const cut = json.length > 80 ? `${json.slice(0, 77)}…` : json
  return value === null ? 'null' : `the ${typeof value} ${cut}`
}

/** A violation in words. `root` names the value that an empty pointer means. */
export function violationInWords({ pointer, expected, found, nearest: meant }: Violation, root: string): string {
  const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
  return `${pointer || root}: expected ${expected}, found ${found}${hint}`
}

/** The number of violations in words. */
export function countInWords({ length }: readonly Violation[]): string {
  return length === 1 ? '1 violation' : `${length} violations`
}

/** Returns one violation if a value's lists and objects are nested more than `levels` deep, otherwise an empty list. */
export function depthViolations(levels: number, value: unknown): Violation[] {
  if (!isDeeperThan(levels, value)) return []
  return [{ pointer: '', expected: `lists and objects in each other, ${levels} deep at most`, found: 'deeper ones' }]
}

/** The value at an RFC 6901 pointer, or `undefined` if there is no value. */
export function at(value: unknown, pointer: string): unknown {
  let current = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}

/** Replaces list positions in a pointer by `*`. */
export function generalise(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}

/** Escapes a key as a reference token of an RFC 6901 pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The subschema that a validator's `schemaPath`, such as `#/items/properties/slug`, points to. */
function resolve(root: object, schemaPath: string): Schema | undefined {
  return at(root, schemaPath.replace(/^#/, '')) as Schema | undefined
}
