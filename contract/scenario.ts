import { type Static, Type } from 'typebox'
import { entities, type ListKind } from '#contract/entities'
import { listKinds } from '#contract/fields'
import { type Locale, locales } from '#contract/locales'
import { operationNames } from '#contract/operations'
import { dateSchema } from '#contract/schemas'

const Patch = Type.Object({}, { description: 'A JSON Merge Patch (RFC 7396): null removes a field' })

/** The schema of the changes of a list. The changes are applied in the order of these fields. */
const change = (description: string) =>
  Type.Partial(
    Type.Object({
      none: Type.Boolean({ description: 'Removes all items' }),
      only: Type.Array(Type.String(), { description: 'Keeps the items with these slugs' }),
      first: Type.Integer({ minimum: 0, description: 'Keeps so many items' }),
      items: Type.Record(Type.String(), Type.Union([Patch, Type.Null()]), {
        description: 'A merge patch for each slug; null removes the item, and an unknown slug adds one',
      }),
      each: Patch,
      repeat: Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Repeats the items up to so many, with own slugs',
      }),
    }),
    { additionalProperties: false, description },
  )

const changesOfLists = Object.fromEntries(
  listKinds.map((kind) => [kind, change(`Changes the ${entities[kind].plural}`)]),
) as Record<ListKind, ReturnType<typeof change>>

const Data = Type.Partial(
  Type.Object({
    language: Type.Enum(Object.keys(locales) as Locale[], {
      description:
        'Keeps only the texts of this language. A text that only the other language has is kept, in place of its translation',
    }),
    requiredOnly: Type.Boolean({
      description: 'Keeps only the fields that an item must have, with empty lists of tags',
    }),
    lists: change('Changes courses, blogs, events, news and team'),
    ...changesOfLists,
    goals: Patch,
  }),
  { additionalProperties: false },
)

const Milliseconds = Type.Number({ minimum: 0, maximum: 60_000 })

const Behaviour = Type.Partial(
  Type.Object({
    operation: Type.Enum([...operationNames], { description: 'Only calls of this operation' }),
    slug: Type.String({ description: 'Only calls that ask for this slug' }),
    payload: Type.Object({}, { description: 'Only calls whose payload has these values' }),
    calls: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Only the nth calls; counted by operation and key',
    }),
    every: Type.Integer({ minimum: 1, description: 'Only every nth call' }),
    share: Type.Number({ minimum: 0, maximum: 1, description: 'Only this share of the calls, by chance' }),
    hold: Type.Boolean({ description: 'Waits until POST /__requests/release, for a minute at most' }),
    delay: Type.Union([Milliseconds, Type.Array(Milliseconds, { minItems: 2, maxItems: 2 })], {
      description: 'Milliseconds before the answer, or the least and the most',
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'Answers with this status' }),
    retryAfter: Type.Integer({ minimum: 0, description: 'The seconds of the header Retry-After' }),
    body: Type.Union([Type.Enum(['problem', 'html', 'malformed', 'empty']), Type.Object({})], {
      description:
        'The answer as JSON, or its form: html, malformed (JSON that ends in its middle) and empty (no items, or no fields) also change a 200',
    }),
    contentType: Type.String({ pattern: '^[ -~]+$', description: 'The content type of the answer, in ASCII' }),
    hang: Type.Boolean({ description: 'Never answers' }),
    cut: Type.Boolean({ description: 'Ends the connection in the middle of the answer' }),
    drop: Type.Boolean({ description: 'Closes the connection without an answer' }),
    habits: Type.Boolean({ description: 'Answers in the formats of a database behind PHP' }),
  }),
  { additionalProperties: false, description: 'What becomes of a call' },
)

/** A scenario file: a named change of the server's responses. */
export const Scenario = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    description: Type.String({ minLength: 1, description: 'What the scenario is for, in one line' }),
    ar_description: Type.Optional(Type.String({ minLength: 1, description: 'The same in Arabic, for the studio' })),
    breaksContract: Type.Optional(Type.Boolean({ description: 'Changed content and own bodies are not checked' })),
    now: Type.Optional(dateSchema('The time at which pages and their clocks stand; without a zone that in Damascus')),
    seed: Type.Optional(Type.Integer({ description: 'Repeats the same chance, for share and delay, in each run' })),
    data: Type.Optional(Data),
    onUnhandledRequest: Type.Optional(
      Type.Enum(['bypass', 'error'], {
        description: 'A call that no behaviour fits: error answers 501 and says why, bypass answers it as usual',
      }),
    ),
    behaviour: Type.Optional(Type.Array(Behaviour, { description: 'The first that fits a call decides' })),
  },
  { additionalProperties: false, description: 'A scenario of the fixture server' },
)
export type Scenario = Static<typeof Scenario>
export type NamedScenario = Scenario & { name: string }
export type Change = Static<ReturnType<typeof change>>
export type Behaviour = Static<typeof Behaviour>
