import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCheck } from '#contract/schemas'
import { json } from '../../scripts/command-line/json-files'
import { Scenario } from '../../server/api/scenarios/scenario-files'
import { ProblemError } from '../../server/http/problem'

const check = createCheck(Scenario)

/** Writes a new scenario file. Never replaces an existing one. */
export function createScenarioFile(fixturesDir: string, name: string, scenario: unknown): { name: string } {
  const faults = check(scenario)
  if (faults.length > 0) throw new ProblemError(422, `The scenario ${name} has ${faults.length} faults.`, faults)
  const folder = join(fixturesDir, 'scenarios')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), json(scenario), { flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new ProblemError(409, `There is a scenario ${name} already.`)
    throw new ProblemError(507, `The scenario was not saved: ${message}.`)
  }
  return { name }
}
