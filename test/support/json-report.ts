import { join } from 'node:path'

/** The JSON reporter of a test runner, if `REPORTS` names a folder for its file. `.ci/run` counts the tests by it. */
export function jsonReport(runner: string): ['json', { outputFile: string }][] {
  const { REPORTS } = process.env
  return REPORTS ? [['json', { outputFile: join(REPORTS, `${runner}.json`) }]] : []
}
