import { join } from 'node:path'

/** Adds a JSON reporter to a test runner if `REPORTS` names a folder. `.ci/run` counts the tests from the reporter's file. */
export function jsonReport(runner: string): ['json', { outputFile: string }][] {
  const { REPORTS } = process.env
  return REPORTS ? [['json', { outputFile: join(REPORTS, `${runner}.json`) }]] : []
}
