import { type TSchema, Type } from 'typebox'
import { operationNames } from '#contract/operations'

/** The version of the JSON report, which `Report` in `package/index.d.ts` types. */
export const reportVersion = 4

const text = (description?: string) => Type.String({ ...(description && { description }) })
const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) })
const measured = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: `${description}; null if nothing was measured`,
  })
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
const severity = Type.Enum(['error', 'warning'])
const operation = Type.Enum([...operationNames])
const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description })

export const driftSchema = Type.Object({
  severity,
  rule: text('An id of RULES.md'),
  field: text('As courses.count, with * for positions in lists; empty if whole answers break the rule'),
  operations: Type.Array(operation, { minItems: 1, description: 'The operations that answered with this drift' }),
  pointer: text('Where the field is in the answer of the first operation, with * for positions in lists'),
  expected: text(),
  found: text('In the first item'),
  nearest: optional(text('The most similar valid value')),
  format: optional(text('The legacy format that was found and converted')),
  items: count('Different items with this drift, or answers if the field is of no item'),
  example: text('The pointer of the first item'),
  slug: optional(text('The slug of the first item')),
  curl: text('Repeats the first call with this drift'),
  calls: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'A curl line for each call with this drift, by operation, at most 500 of each',
  }),
  isKnown: optional(Type.Literal(true, { description: 'The baseline accepts this drift' })),
  expired: optional(day('The last day on which the baseline accepted this drift')),
  expires: optional(day('The last day on which the baseline accepts this drift')),
  reason: optional(text('The reason in the baseline')),
})

export const operationSchema = Type.Object({
  operation,
  method: Type.Enum(['GET', 'POST']),
  path: text(),
  status: Type.Enum(['passed', 'drift', 'unchecked', 'skipped']),
  warnings: count('New causes of the severity warning'),
  calls: count('Answered calls'),
  median: measured('Milliseconds'),
  p95: measured('Milliseconds'),
  bytes: measured('Median size of the answers'),
  acceptsForm: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'True if a payload may also be a form; null if no form was sent',
  }),
  extraFields: Type.Array(Type.String(), { description: 'Pointers of fields beyond the contract' }),
  notes: Type.Array(Type.String()),
  reason: optional(text('The reason why the operation could not be checked')),
  curl: optional(text('Repeats the failed call')),
  isStopped: optional(Type.Literal(true, { description: 'An option stopped the check before all calls were made' })),
})

const typesOnOneSide = Type.Union([Type.String(), Type.Null()])

export const differenceSchema = Type.Object({
  against: text(),
  shapes: Type.Array(Type.Object({ entity: text(), field: text(), before: typesOnOneSide, after: typesOnOneSide })),
  content: Type.Array(
    Type.Object({
      entity: text(),
      slug: text(),
      change: Type.Enum(['added', 'removed', 'changed']),
      fields: Type.Array(Type.Object({ field: text(), before: text(), after: text() })),
    }),
  ),
  reordered: Type.Array(Type.String()),
})

export const baselineEntrySchema = Type.Object(
  {
    rule: text(),
    field: text(),
    operations: Type.Array(operation, { minItems: 1 }),
    expires: optional(day('a day, YYYY-MM-DD')),
    reason: optional(text()),
  },
  { additionalProperties: false },
)

/** The JSON Schema of the JSON report. Later reports of the same version may have more members. */
export const reportSchema = Type.Object({
  version: Type.Literal(reportVersion),
  madeBy: text('Name and version of the check'),
  madeAt: text('When the check ended, by ISO 8601'),
  url: text(),
  product: text(),
  verdict: Type.Enum(['holds', 'drift', 'unchecked']),
  isStrict: Type.Boolean({ description: 'Warnings count as well' }),
  summary: Type.Object({
    passed: count('Operations'),
    drift: count('Operations'),
    unchecked: count('Operations'),
    warnings: count('New causes of the severity warning'),
    known: count('Causes that the baseline accepts'),
    calls: count(),
    pictures: count(),
    elapsed: count('Milliseconds'),
  }),
  operations: Type.Array(operationSchema),
  drifts: Type.Array(driftSchema, { description: 'Drift of the severity error' }),
  warnings: Type.Array(driftSchema, { description: 'Drift of the severity warning' }),
  difference: optional(differenceSchema),
  unchecked: optional(text('The reason, if nothing could be checked')),
  gone: optional(Type.Array(baselineEntrySchema, { description: 'Baseline entries that no longer occur' })),
})
