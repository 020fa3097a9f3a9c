import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Errors } from 'typebox/value'
import { isObject } from '#contract/json'
import { escapePointer, toViolations, type Violation } from '#contract/violations'

/** The violations of a value, and the pointers at which the value has a wrong type. */
export type Explanation = { violations: Violation[]; wrongTypes: ReadonlySet<string> }

/** The part of a JSON Schema that leads to lists. */
type Schema = TSchema & { items?: Schema; properties?: Record<string, Schema> }

/** A long list that was cut to some items: its pointer, the positions of these items, and how many more items have violations. */
type Cut = { pointer: string; positions: number[]; more: number }

/**
 * Creates a function that explains why a value does not fit the schema. Finding errors takes a hundred times as long as checking,
 * so of a list with more than `maxExplained` items only the first `maxExplained` with violations are explained. Another violation tells
 * how many more there are.
 */
export function createExplain(schema: TSchema, maxExplained = 1_000): (value: unknown) => Explanation {
  const validators = new Map<Schema, Validator>()

  /** Compiles the check of a list's items when it is first needed. */
  function validatorOf(items: Schema): Validator {
    const validator = validators.get(items) ?? Compile(items)
    validators.set(items, validator)
    return validator
  }

  /** Returns the value with its long lists cut, and adds each cut to `cuts`, by its pointer in the returned value. */
  function cutLists({ items, properties }: Schema, value: unknown, pointer: string, cuts: Map<string, Cut>): unknown {
    if (Array.isArray(value) && items) {
      const positions = value.length > maxExplained ? cutList(value, items, pointer, cuts) : [...value.keys()]
      return positions.map((position, index) => cutLists(items, value[position], `${pointer}/${index}`, cuts))
    }
    if (!isObject(value) || !properties) return value
    const lists = Object.entries(properties).filter(([key]) => typeof value[key] === 'object')
    const cut = lists.map(([key, child]) => [
      key,
      cutLists(child, value[key], `${pointer}/${escapePointer(key)}`, cuts),
    ])
    return { ...value, ...Object.fromEntries(cut) }
  }

  function cutList(list: unknown[], items: Schema, pointer: string, cuts: Map<string, Cut>): number[] {
    const validator = validatorOf(items)
    const positions: number[] = []
    let more = 0
    list.forEach((item, position) => {
      if (validator.Check(item)) return
      if (positions.length < maxExplained) positions.push(position)
      else more++
    })
    // Keeps one item of a list without violations, because an empty list could be a violation of its own.
    if (positions.length === 0) positions.push(0)
    cuts.set(pointer, { pointer: '', positions, more })
    return positions
  }

  return (value) => {
    const cuts = new Map<string, Cut>()
    const short = cutLists(schema, value, '', cuts)
    const errors = Errors(schema, short)
    for (const [pointer, cut] of cuts) cut.pointer = originalPointer(pointer, cuts)
    const violations = toViolations(schema, short, errors).map((violation) => ({
      ...violation,
      pointer: originalPointer(violation.pointer, cuts),
    }))
    for (const { pointer, more } of cuts.values())
      if (more > 0)
        violations.push({ pointer, expected: 'items without violations', found: `${more} more with violations` })
    const wrongTypes = errors.filter(({ keyword }) => keyword === 'type')
    return {
      violations,
      wrongTypes: new Set(wrongTypes.map(({ instancePath }) => originalPointer(instancePath, cuts))),
    }
  }
}

/** Converts a pointer in the value with cut lists to the pointer of the same place in the original value. */
function originalPointer(pointer: string, cuts: ReadonlyMap<string, Cut>): string {
  if (cuts.size === 0) return pointer
  let parent = ''
  const [, ...tokens] = pointer.split('/')
  return tokens
    .map((token) => {
      const position = cuts.get(parent)?.positions[Number(token)]
      parent += `/${token}`
      return `/${position ?? token}`
    })
    .join('')
}
