import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { isObject } from '#contract/json'
import type { OperationName } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import type { Violation } from '#contract/violations'
import { makeFolder, replaceFile } from '../../server/files'
import { withAddress } from '../curl'
import { counts } from '../findings'
import manifest from '../package/package.json' with { type: 'json' }
import type { Calls, Drift, Report } from '../report'
import { reportSchema, reportVersion } from '../reports/report-schema'
import { json, readJson } from './files'
import { UsageError } from './options'

const checkReport = createCheck(reportSchema)

/** The schema of the file for `--failed`: the calls that failed in the last check of an address. */
const failedSchema = Type.Object({
  version: Type.Literal(reportVersion),
  calls: Type.Record(Type.String(), Type.Union([Type.Literal('all'), Type.Array(Type.String())])),
})

const checkFailed = createCheck(failedSchema)

/** Reads the JSON report of `--replay`. Throws a UsageError for any other file. */
export async function readReport(path: string): Promise<Report> {
  const content = await readJson('--replay', path, '; --json FILE writes a report')
  const version = isObject(content) ? content.version : undefined
  if (typeof version === 'number' && version !== reportVersion)
    throw new UsageError(
      `--replay: ${path} is a report of version ${version}; this check reads version ${reportVersion}`,
    )
  const [violation] = checkReport(content)
  if (!violation) return content as Report
  throw new UsageError(`--replay: ${path} is no report: ${violationText(violation)}`)
}

function violationText({ pointer, expected, found }: Violation): string {
  return `${pointer || '/'}: expected ${expected}, found ${found}`
}

/** The calls of a report's findings, to another address if `url` differs from the report's. */
export function callsOfFindings(report: Report, url: string, findings = [...report.drifts, ...report.warnings]): Calls {
  const calls: Record<string, string[]> = {}
  for (const [operation, lines] of findings.flatMap((drift: Drift) => Object.entries(drift.calls)))
    calls[operation] = [...(calls[operation] ?? []), ...lines.map((line) => withAddress(line, report.url, url))]
  return calls
}

/** The calls of what failed: drift that counts, and all calls of operations that could not be checked. */
export function failedCalls(report: Report): Calls {
  const failing = [...report.drifts, ...report.warnings].filter((drift) => counts(drift, report.isStrict))
  const unchecked = report.operations.filter(({ status }) => status === 'unchecked')
  const all = unchecked.map(({ operation }): [OperationName, 'all'] => [operation, 'all'])
  return { ...callsOfFindings(report, report.url, failing), ...Object.fromEntries(all) }
}

/** Keeps what failed for `--failed`. A folder that cannot be written only means that `--failed` knows of no check. */
export async function saveFailed(report: Report): Promise<void> {
  const path = failedFile(report.url)
  const save = async () => {
    await makeFolder(dirname(path))
    await replaceFile(path, json({ version: reportVersion, calls: failedCalls(report) }))
  }
  await save().catch(() => undefined)
}

/** Reads what failed in the last check of an address. Throws a UsageError if none is known, or if the file is broken. */
export async function readFailed(url: string): Promise<Calls> {
  const path = failedFile(url)
  const again = '; a check without --failed writes it anew'
  const content = existsSync(path) ? await readJson('--failed', path, again) : undefined
  const isOther = isObject(content) && typeof content.version === 'number' && content.version !== reportVersion
  if (content === undefined || isOther)
    throw new UsageError(`--failed: no check of ${url} is known on this machine: run one without --failed first`)
  const [violation] = checkFailed(content)
  if (!violation) return (content as { calls: Calls }).calls
  throw new UsageError(`--failed: ${path} is no list of failed calls: ${violationText(violation)}${again}`)
}

/** The file of an address in the user's folder for caches. */
function failedFile(url: string): string {
  const folder = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(folder, manifest.name, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`)
}
