import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isObject, parseJson } from '#contract/json'
import { defaultProduct } from '#contract/operations'
import { type Behaviour, type NamedScenario, Scenario } from '#contract/scenario'
import { createCheck, createSchemas } from '#contract/schemas'
import { depthViolations, describe, type Violation } from '#contract/violations'
import { parseFixture } from '../../content/read-fixture'
import type { ProblemError } from '../../http/problem'
import { invalid, unknownName } from '../refusals'
import { nameViolations } from './chosen'

/** The result of parsing a scenario file: the scenario, or its violations. */
export type ScenarioFile = { scenario?: Scenario; violations: Violation[] }

/** The maximum number of scenarios that are defined over HTTP at a time, and of the characters of all of them together. */
const maxDefined = 50
const maxText = 20_000_000

/** The maximum nesting depth of a scenario. A deeper one could overflow the stack. */
const maxLevels = 32

/** The maximum number of scenarios that a request can combine. */
const maxNames = 10

/**
 * Reads the scenarios of `fixturesDir`, and the shipped ones with other names, at each call, so that a saved file takes effect. `define`
 * adds a valid scenario until the server ends, or returns the violations of an invalid one.
 */
export function createScenarioFiles(fixturesDir: string, product = defaultProduct, shippedDir = resolve('fixtures')) {
  const check = createCheck(Scenario)
  const { answers } = createSchemas(product)
  // One scenario too many removes the least recently used.
  const defined = new LRUCache<string, ScenarioFile>({ max: maxDefined, maxSize: maxText })

  function checked(name: string, value: unknown): ScenarioFile {
    const worst = [...nameViolations(name), ...depthViolations(maxLevels, value)]
    const violations = worst.length > 0 ? worst : check(value)
    if (violations.length > 0) return { violations }
    const scenario = value as Scenario
    const inBodies = scenario.breaksContract ? [] : (scenario.behaviour ?? []).flatMap(bodyViolations)
    return inBodies.length > 0 ? { violations: inBodies } : { scenario, violations: [] }
  }

  /** The violations of a body that a scenario gives in full. A body with an error status may be anything. */
  function bodyViolations({ operation, status, body }: Behaviour, index: number): Violation[] {
    if (!isObject(body) || status !== undefined) return []
    if (operation === undefined) {
      const expected = 'the operation that the body answers, or breaksContract'
      return [{ pointer: `/behaviour/${index}/operation`, expected, found: 'nothing' }]
    }
    return createCheck(answers[operation])(body.data).map((violation) => ({
      ...violation,
      pointer: `/behaviour/${index}/body/data${violation.pointer}`,
    }))
  }

  const define = (name: string, value: unknown): Violation[] => {
    const text = JSON.stringify(value ?? null)
    const file = checked(name, parseJson(text))
    if (file.scenario) defined.set(name, file, { size: text.length })
    return file.violations
  }

  /** Reads a scenario file. Returns a violation if the file is unreadable, so that the other scenarios can be used. */
  const read = (path: string): ScenarioFile => {
    try {
      const stats = statSync(path)
      // A pipe or a device may never end.
      if (!stats.isFile() || stats.size > maxText)
        throw new Error(`${basename(path)} is no regular file of at most ${maxText} bytes`)
      const { value, violation } = parseFixture(readFileSync(path))
      return violation ? { violations: [violation] } : checked(basename(path, '.json'), value)
    } catch (error) {
      return { violations: [{ pointer: '', expected: 'a readable file', found: (error as Error).message }] }
    }
  }

  const readAll = (): Map<string, ScenarioFile> => {
    const files = [shippedDir, fixturesDir].flatMap(scenariosIn)
    return new Map([...files.map((path) => [basename(path, '.json'), read(path)] as const), ...defined.entries()])
  }

  /** Returns the scenario with this name. Throws a 400 for an invalid one, and `status` for an unknown name. */
  const one = (name: string, status: 400 | 404, all = readAll()): Scenario => {
    const { scenario, violations = [] } = all.get(name) ?? {}
    if (scenario) return scenario
    if (violations.length > 0) throw unusableScenario(name, violations)
    const expected = `a scenario: ${[...all.keys()].join(', ') || 'there is none'}`
    throw unknownName(status, 'There is no scenario', name, all.keys(), { pointer: '', expected })
  }

  /** Returns the scenarios with these names. Throws a 400 for an unknown name, an invalid scenario or too many. */
  const named = (names: readonly string[]): NamedScenario[] => {
    if (names.length > maxNames) {
      const violation = { pointer: '', expected: `at most ${maxNames} names`, found: describe(names) }
      throw invalid('So many scenarios are not combined', [violation], '/')
    }
    const all = names.length > 0 ? readAll() : new Map<string, ScenarioFile>()
    return names.map((name) => ({ name, ...one(name, 400, all) }))
  }

  return { readAll, one, named, define, remove: (name: string) => defined.delete(name) }
}

export function unusableScenario(name: string, violations: Violation[]): ProblemError {
  return invalid(`The scenario ${name} can't be used`, violations, '/')
}

function scenariosIn(folder: string): string[] {
  try {
    const files = readdirSync(join(folder, 'scenarios')).filter((file) => file.endsWith('.json'))
    return files.sort().map((file) => join(folder, 'scenarios', file))
  } catch {
    return [] // the folder is missing
  }
}
