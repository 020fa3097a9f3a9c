import type { ErrorPayload } from 'vite'
import { fixtureNames } from '#contract/fixture-files'
import { type FixtureViolation, violationLine } from '../../server/content/load'
import { findViolations, fixturesConfig, lineIn, readFixtureFile } from '../fixtures/fixture-files'

/** The violations of the fixtures as an error of Vite's overlay, which links to the first. `undefined` if there are none. */
export async function violationsError(): Promise<ErrorPayload['err'] | undefined> {
  const config = fixturesConfig(process.env)
  const { violations = [] } = (await findViolations(config)) ?? {}
  const [first] = violations
  if (!first) return undefined
  const files = await Promise.all(fixtureNames.map((name) => readFixtureFile(config.fixturesDir, name)))
  const lineOf = ({ file, pointer }: FixtureViolation) => lineIn(files, file, pointer)
  const { path, text = '' } = files.find(({ key }) => `${key}.json` === first.file) ?? {}
  const [line, lines] = [lineOf(first), text.split('\n')]
  return {
    plugin: 'fixtures',
    message: violations
      .map((violation) => violationLine({ ...violation, file: `${violation.file}:${lineOf(violation)}` }))
      .join('\n'),
    stack: '',
    ...(path && { id: path, loc: { file: path, line, column: 1 } }),
    frame: lines
      .slice(Math.max(0, line - 2), line + 1)
      .map((source, index) => `${Math.max(1, line - 1) + index} | ${source.slice(0, 120)}`)
      .join('\n'),
  }
}
