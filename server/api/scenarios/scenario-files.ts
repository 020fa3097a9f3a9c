import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import type { Fault } from '#contract/faults'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { contentChanges } from './rewrites'

const MergePatch = Type.Object({}, { description: 'A JSON Merge Patch (RFC 7396): null removes a field' })

const Pointer = Type.String({ pattern: '^(/.*)?$', description: 'A JSON Pointer (RFC 6901) such as /tags/0' })

export const JsonPatch = Type.Array(
  Type.Union([
    Type.Object({ op: Type.Enum(['add', 'replace', 'test']), path: Pointer, value: Type.Unknown() }),
    Type.Object({ op: Type.Literal('remove'), path: Pointer }),
    Type.Object({ op: Type.Enum(['move', 'copy']), from: Pointer, path: Pointer }),
  ]),
  { description: 'A JSON Patch (RFC 6902): a list of operations' },
)

const Patch = Type.Union([MergePatch, JsonPatch])

/** The changes of a scenario, applied in this order. */
const Change = Type.Object(
  {
    none: Type.Optional(Type.Boolean({ description: 'Removes all items' })),
    only: Type.Optional(Type.Array(Type.String(), { description: 'Keeps the items with these slugs' })),
    first: Type.Optional(Type.Integer({ minimum: 0, description: 'Keeps so many items' })),
    items: Type.Optional(
      Type.Record(Type.String(), Type.Union([MergePatch, JsonPatch, Type.Null()]), {
        description: 'A merge patch or JSON Patch for each slug; null removes the item, and an unknown slug adds one',
      }),
    ),
    each: Type.Optional(Patch),
    rewrite: Type.Optional(Type.Enum(Object.keys(contentChanges), { description: 'Rewrites the texts of each item' })),
    repeat: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Repeats the items up to so many, with own slugs' }),
    ),
  },
  { additionalProperties: false, description: 'Changes one kind of content' },
)

const Milliseconds = Type.Number({ minimum: 0, maximum: 60_000 })

const Behaviour = Type.Object(
  {
    operation: Type.Optional(Type.Enum([...operationNames], { description: 'Only calls of this operation' })),
    slug: Type.Optional(Type.String({ description: 'Only calls that ask for this slug' })),
    calls: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), { description: 'Only the nth calls; counted by operation and key' }),
    ),
    every: Type.Optional(Type.Integer({ minimum: 1, description: 'Only every nth call' })),
    share: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Only this share of the calls, by chance' }),
    ),
    delay: Type.Optional(
      Type.Union([Milliseconds, Type.Array(Milliseconds, { minItems: 2, maxItems: 2 })], {
        description: 'Milliseconds before the answer, or the least and the most',
      }),
    ),
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599, description: 'Answers with this status' })),
    retryAfter: Type.Optional(Type.Integer({ minimum: 0, description: 'The seconds of the header Retry-After' })),
    body: Type.Optional(
      Type.Enum(['problem', 'html', 'malformed'], {
        description: 'Form of the answer: html and malformed (JSON that ends in its middle) also change a 200',
      }),
    ),
    contentType: Type.Optional(Type.String({ description: 'The content type of the answer' })),
    hang: Type.Optional(Type.Boolean({ description: 'Never answers' })),
    cut: Type.Optional(Type.Boolean({ description: 'Ends the connection in the middle of the answer' })),
    drop: Type.Optional(Type.Boolean({ description: 'Closes the connection without an answer' })),
    habits: Type.Optional(Type.Boolean({ description: 'Answers in the formats of a database behind PHP' })),
  },
  { additionalProperties: false, description: 'What becomes of a call' },
)

const change = (description: string) => Type.Optional(Type.Object(Change.properties, { ...Change, description }))

/** A scenario file: a named change of the server's responses. */
export const Scenario = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    description: Type.String({ minLength: 1, description: 'What the scenario is for, in one line' }),
    breaksContract: Type.Optional(Type.Boolean({ description: 'The changed content is not checked' })),
    data: Type.Optional(
      Type.Object(
        {
          lists: change('Changes courses, blogs, events, news and team'),
          courses: change('Changes the courses'),
          courses_categories: change('Changes the categories of courses'),
          blogs: change('Changes the blog posts'),
          events: change('Changes the events'),
          news: change('Changes the news'),
          team: change('Changes the team'),
          goals: Type.Optional(Patch),
        },
        { additionalProperties: false },
      ),
    ),
    behaviour: Type.Optional(Type.Array(Behaviour, { description: 'The first that fits a call decides' })),
  },
  { additionalProperties: false, description: 'A scenario of the fixture server' },
)
export type Scenario = Static<typeof Scenario>
export type Patch = Static<typeof Patch>
export type Change = Static<typeof Change>
export type Behaviour = Static<typeof Behaviour>

/** A parsed scenario file: the scenario or its faults. `state` changes with the file. */
export type ScenarioFile = { name: string; state: string; scenario?: Scenario; faults: Fault[] }

/** The folder of the shipped scenarios. Those of another fixtures folder take precedence. */
const shipped = resolve('fixtures')

/** The maximum number of scenarios defined over HTTP. The oldest is removed first. */
const mostDefined = 50

/**
 * Reads the files of `DIR/scenarios`, and the shipped ones. Files are read again when they have changed. `define` adds a scenario
 * until the server ends and returns its faults.
 */
export function createScenarioFiles(fixturesDir: string) {
  const check = createCheck(Scenario)
  let known = new Map<string, ScenarioFile>()
  const defined = new Map<string, ScenarioFile>()
  let definitions = 0

  const define = (name: string, value: unknown): Fault[] => {
    const faults = check(value)
    if (faults.length > 0) return faults
    defined.delete(name)
    defined.set(name, { name, state: `defined ${++definitions}`, scenario: value as Scenario, faults })
    const [oldest = ''] = defined.keys()
    if (defined.size > mostDefined) defined.delete(oldest)
    return faults
  }

  const readAll = () => {
    const files = new Map<string, ScenarioFile>()
    for (const path of [shipped, fixturesDir].flatMap(scenariosIn)) {
      const name = basename(path, '.json')
      const { mtimeMs, size } = statSync(path)
      const state = `${path} ${mtimeMs} ${size}`
      const before = known.get(name)
      files.set(name, before?.state === state ? before : { name, state, ...read(path, check) })
    }
    known = files
    return new Map([...files, ...defined])
  }

  return { readAll, define, remove: (name: string) => defined.delete(name) }
}

function scenariosIn(folder: string): string[] {
  try {
    const files = readdirSync(join(folder, 'scenarios')).filter((file) => file.endsWith('.json'))
    return files.sort().map((file) => join(folder, 'scenarios', file))
  } catch {
    return [] // no folder, no scenarios
  }
}

function read(path: string, check: (value: unknown) => Fault[]): { scenario?: Scenario; faults: Fault[] } {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { faults: [{ pointer: '', expected: 'JSON', found: (error as Error).message }] }
  }
  const faults = check(value)
  return faults.length > 0 ? { faults } : { scenario: value as Scenario, faults }
}
