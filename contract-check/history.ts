import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../server/files'
import { cannotWrite, writeInOneStep } from './command-line/files'
import type { Report } from './report'
import { htmlPage } from './reports/html'
import { allDrifts, causeOf, milliseconds } from './reports/words'

type Run = {
  date: string
  url: string
  verdict: Report['verdict']
  drifts: string[]
  /** The median time of each operation in milliseconds. */
  medians: Record<string, number | null>
  /** The median size of each operation's responses in bytes. Earlier versions of the check recorded no sizes. */
  sizes?: Record<string, number | null>
}

/** The maximum number of runs that the page shows. */
const maxRuns = 100

/** Appends a summary of the report to DIR/history.jsonl, and writes DIR/index.html with the latest runs. */
export async function addToHistory(folder: string, report: Report): Promise<void> {
  const run: Run = {
    date: report.madeAt,
    url: report.url,
    verdict: report.verdict,
    drifts: [...new Set(allDrifts(report).map(causeOf))],
    medians: Object.fromEntries(report.operations.map(({ operation, median }) => [operation, median])),
    sizes: Object.fromEntries(report.operations.map(({ operation, bytes }) => [operation, bytes])),
  }
  const path = join(folder, 'history.jsonl')
  await makeFolder(folder).catch(cannotWrite('--history'))
  const before = await readFile(path, 'utf8').catch(() => '')
  const line = `${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify(run)}\n`
  await appendFile(path, line).catch(cannotWrite('--history'))
  const lines = (before + line).trim().split('\n').slice(-maxRuns)
  await writeInOneStep('--history', join(folder, 'index.html'), historyPage(lines.flatMap(readRun)))
}

/** Reads a line as a run. Returns no run for an incomplete line, which a killed check may have left. */
function readRun(line: string): Run[] {
  try {
    return [JSON.parse(line) as Run]
  } catch {
    return []
  }
}

function historyPage(runs: readonly Run[]): string {
  const drifts = [...new Set(runs.flatMap((run) => run.drifts))].sort()
  const newest = runs.at(-1)
  const rows = drifts.map((drift) => {
    const having = runs.filter((run) => run.drifts.includes(drift))
    const last = having.at(-1)
    return [drift, String(having[0]?.date), last === newest ? 'still there' : `last seen ${last?.date}`]
  })
  const shown = runs.slice(-10)
  const head = ['Operation', ...shown.map(({ date, verdict }) => `${date.slice(0, 16)} ${verdict}`)]
  const rowsOf = (cellOf: (run: Run, operation: string) => string) =>
    Object.keys(newest?.medians ?? {}).map((operation) => [operation, ...shown.map((run) => cellOf(run, operation))])
  const times = rowsOf(({ medians }, operation) => milliseconds(medians[operation] ?? null))
  const sizes = rowsOf(({ sizes }, operation) => sizes?.[operation]?.toLocaleString('en') ?? '–')
  return htmlPage(`Contract history of ${newest?.url ?? ''}`, [
    { caption: 'Drift', head: ['Drift', 'First seen', 'State'], rows },
    { caption: 'Median times of the last ten runs', head, rows: times },
    { caption: 'Median sizes of the last ten runs, in bytes', head, rows: sizes },
  ])
}
