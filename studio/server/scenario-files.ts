import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/entities'
import { isList, kinds } from '#contract/fields'
import type { Scenario } from '#contract/scenario'
import { countInWords } from '#contract/violations'
import { changeContent } from '../../server/api/scenarios/scenario-content'
import { createScenarioFiles, unusableScenario } from '../../server/api/scenarios/scenario-files'
import { digestOf } from '../../server/content/read-fixture'
import { makeFolder, readIfPresent, replaceFile } from '../../server/files'
import { ProblemError } from '../../server/http/problem'
import { type createContentFiles, editText, type StudioOptions } from './content-files'
import { writeProblem } from './new-file'

/** A scenario, and the digest of its file in the folder of the fixtures: empty for a shipped one, which a save copies there. */
export type EditedScenario = { scenario: Scenario; digest: string }

/** Reads and saves the files of scenarios. */
export function createScenarioEditor(
  { fixturesDir, product }: StudioOptions,
  content: ReturnType<typeof createContentFiles>,
) {
  const folder = join(fixturesDir, 'scenarios')
  const pathOf = (name: string) => join(folder, `${name}.json`)
  const bytesOf = (name: string) => readIfPresent(pathOf(name), (path) => readFile(path))

  const read = async (name: string): Promise<EditedScenario> => {
    // Only names of files that are there lead to a path.
    const { scenario, violations = [] } = createScenarioFiles(fixturesDir, product).readAll().get(name) ?? {}
    if (violations.length > 0) throw unusableScenario(name, violations)
    if (!scenario) throw new ProblemError(404, `There is no file of a scenario ${name}.`)
    const bytes = await bytesOf(name)
    return { scenario, digest: bytes ? digestOf(bytes) : '' }
  }

  /** Writes a scenario over its file, unless the file has changed meanwhile or the scenario breaks the contract. */
  const save = async (name: string, { scenario, digest }: EditedScenario): Promise<EditedScenario> => {
    const current = await read(name)
    if (current.digest !== digest) throw new ProblemError(409, `Changed on disk meanwhile: ${name}.json.`)
    const violations = createScenarioFiles(fixturesDir, product).define(name, scenario)
    if (violations.length > 0)
      throw new ProblemError(422, `The scenario ${name} has ${countInWords(violations)}.`, violations)
    if (scenario.data) {
      const files = await content.read()
      const lists = kinds.map((kind) => [kind, isList(kind) ? files[kind].items : files[kind].items[0]])
      changeContent(Object.fromEntries(lists) as HomeData, [{ name, ...scenario }], product)
    }
    const before = digest === '' ? '' : String(await bytesOf(name))
    await makeFolder(folder)
    await replaceFile(pathOf(name), editText(before, scenario)).catch((error: Error) => {
      throw writeProblem('The scenario was not saved', error)
    })
    return read(name)
  }

  return { read, save }
}
