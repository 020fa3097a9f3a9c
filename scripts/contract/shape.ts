import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { at, toFaults } from '#contract/faults'
import type { Finding } from './findings'
import type { RuleId } from './rules'

/** Compiles a schema into a check that names the rule of each fault. */
export function createShapeCheck(schema: TSchema): (value: unknown) => Finding[] {
  const validator = Compile(schema)
  return (value) => {
    if (validator.Check(value)) return []
    const errors = validator.Errors(value)
    const wrongTypes = new Set(
      errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
    )
    const ruleOf = (pointer: string): RuleId => {
      if (at(value, pointer) === undefined) return 'answer.missing'
      return wrongTypes.has(pointer) ? 'answer.type' : 'answer.value'
    }
    return toFaults(schema, value, errors).map((fault) => ({ ...fault, rule: ruleOf(fault.pointer) }))
  }
}
