import type { ErrorPayload } from 'vite'
import { kinds } from '#contract/fields'
import { type FixtureViolation, violationLine } from '../../server/content/load'
import { type FixtureFile, findViolations, fixturesConfig, readFixtureFile } from '../fixtures/fixture-files'

/** The violations of the fixtures as an error of Vite's overlay, which links to the first. `undefined` if there are none. */
export async function violationsError(): Promise<ErrorPayload['err'] | undefined> {
  const config = fixturesConfig(process.env)
  const { violations = [] } = (await findViolations(config)) ?? {}
  const [first] = violations
  if (!first) return undefined
  const read = kinds.map(
    async (kind) => [`${kind}.json`, await readFixtureFile(config.fixturesDir, kind)] as [string, FixtureFile],
  )
  const files = new Map(await Promise.all(read))
  const lineOf = ({ file, pointer }: FixtureViolation) => files.get(file)?.lineOf?.(pointer) ?? 1
  const { path, text = '' } = files.get(first.file) ?? {}
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
