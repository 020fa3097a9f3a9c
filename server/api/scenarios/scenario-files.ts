import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { entities, type ListKind } from '#contract/entities'
import { depthFaults, describe, type Fault } from '#contract/faults'
import { listKinds } from '#contract/fields'
import { parseJson } from '#contract/json'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import type { ProblemError } from '../../http/problem'
import { faulty, unknownName } from '../refusals'

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
        ...{ minimum: 1, maximum: 100_000 },
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
    calls: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Only the nth calls; counted by operation and key',
    }),
    every: Type.Integer({ minimum: 1, description: 'Only every nth call' }),
    share: Type.Number({ minimum: 0, maximum: 1, description: 'Only this share of the calls, by chance' }),
    delay: Type.Union([Milliseconds, Type.Array(Milliseconds, { minItems: 2, maxItems: 2 })], {
      description: 'Milliseconds before the answer, or the least and the most',
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'Answers with this status' }),
    retryAfter: Type.Integer({ minimum: 0, description: 'The seconds of the header Retry-After' }),
    body: Type.Enum(['problem', 'html', 'malformed', 'empty'], {
      description:
        'Form of the answer: html, malformed (JSON that ends in its middle) and empty (no items, or no fields) also change a 200',
    }),
    contentType: Type.String({ description: 'The content type of the answer' }),
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
    breaksContract: Type.Optional(Type.Boolean({ description: 'The changed content is not checked' })),
    seed: Type.Optional(Type.Integer({ description: 'Repeats the same chance, for share and delay, in each run' })),
    data: Type.Optional(Data),
    behaviour: Type.Optional(Type.Array(Behaviour, { description: 'The first that fits a call decides' })),
  },
  { additionalProperties: false, description: 'A scenario of the fixture server' },
)
export type Scenario = Static<typeof Scenario>
export type NamedScenario = Scenario & { name: string }
export type Change = Static<ReturnType<typeof change>>
export type Behaviour = Static<typeof Behaviour>

/** The result of parsing a scenario file: the scenario, or its faults. */
export type ScenarioFile = { scenario?: Scenario; faults: Fault[] }

/** The fixtures folder with the shipped scenarios. Scenarios of the same name in `fixturesDir` take precedence. */
const shipped = resolve('fixtures')

/** The maximum number of scenarios that are defined over HTTP at a time, and of the characters of all of them together. */
const mostDefined = 50
const mostText = 20_000_000

/** The maximum nesting depth of a scenario. A deeper one could overflow the stack. */
const mostLevels = 32

/** The maximum number of scenarios that a request can combine. */
const mostNames = 10

/**
 * Reads the scenarios of `fixturesDir` and the shipped ones at each call, so that a saved file takes effect. `define` adds a
 * valid scenario until the server ends, or returns the faults of an invalid one.
 */
export function createScenarioFiles(fixturesDir: string) {
  const check = createCheck(Scenario)
  // One scenario too many removes the least recently used.
  const defined = new LRUCache<string, ScenarioFile>({ max: mostDefined, maxSize: mostText })

  function checked(value: unknown): ScenarioFile {
    const tooDeep = depthFaults(mostLevels, value)
    const faults = tooDeep.length > 0 ? tooDeep : check(value)
    return faults.length > 0 ? { faults } : { scenario: value as Scenario, faults }
  }

  const define = (name: string, value: unknown): Fault[] => {
    const file = checked(parseJson(JSON.stringify(value ?? null)))
    if (file.scenario) defined.set(name, file, { size: JSON.stringify(value).length })
    return file.faults
  }

  /** Reads a scenario file. Returns a fault if the file is unreadable, so that the other scenarios can be used. */
  const read = (path: string): ScenarioFile => {
    try {
      return checked(parseJson(readFileSync(path, 'utf8')))
    } catch (error) {
      const expected = error instanceof SyntaxError ? 'JSON' : 'a readable file'
      return { faults: [{ pointer: '', expected, found: (error as Error).message }] }
    }
  }

  const readAll = (): Map<string, ScenarioFile> => {
    const files = [shipped, fixturesDir].flatMap(scenariosIn)
    return new Map([...files.map((path) => [basename(path, '.json'), read(path)] as const), ...defined.entries()])
  }

  /** Returns the scenarios with these names. Throws a 400 for an unknown name, an invalid scenario or too many. */
  const named = (names: readonly string[]): NamedScenario[] => {
    if (names.length > mostNames) {
      const fault = { pointer: '', expected: `at most ${mostNames} names`, found: describe(names) }
      throw faulty('So many scenarios are not combined', [fault], '/')
    }
    const all = names.length > 0 ? readAll() : new Map<string, ScenarioFile>()
    return names.map((name) => {
      const { scenario, faults = [] } = all.get(name) ?? {}
      if (scenario) return { name, ...scenario }
      if (faults.length > 0) throw unusableScenario(name, faults)
      const expected = `a scenario: ${[...all.keys()].join(', ') || 'there is none'}`
      throw unknownName(400, 'There is no scenario', name, all.keys(), { pointer: '', expected })
    })
  }

  return { readAll, named, define, remove: (name: string) => defined.delete(name) }
}

export function unusableScenario(name: string, faults: Fault[]): ProblemError {
  return faulty(`The scenario ${name} can't be used`, faults, '/')
}

function scenariosIn(folder: string): string[] {
  try {
    const files = readdirSync(join(folder, 'scenarios')).filter((file) => file.endsWith('.json'))
    return files.sort().map((file) => join(folder, 'scenarios', file))
  } catch {
    return [] // the folder is missing
  }
}
