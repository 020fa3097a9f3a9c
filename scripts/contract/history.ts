import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeMarkup } from '#markup/escape'
import { makeFolder, writeWhole } from '../command-line/files'
import { UsageError } from '../command-line/options'
import { allDrifts, milliseconds, type Report } from './report'

type Run = {
  date: string
  url: string
  verdict: Report['verdict']
  drifts: string[]
  /** Medians in milliseconds by operation. */
  medians: Record<string, number | null>
  /** Median sizes of the responses in bytes by operation. Earlier versions of the check recorded none. */
  sizes?: Record<string, number | null>
}

/** The maximum number of runs that the page shows. */
const mostRuns = 100

/** Appends a report to DIR/history.jsonl and writes DIR/index.html. */
export async function addToHistory(folder: string, report: Report, now = new Date()): Promise<void> {
  const run: Run = {
    ...{ date: now.toISOString(), url: report.url, verdict: report.verdict },
    drifts: allDrifts(report).map(({ rule, operation, pointer }) => [rule, operation, pointer].join(' ')),
    medians: Object.fromEntries(report.operations.map(({ operation, median }) => [operation, median])),
    sizes: Object.fromEntries(report.operations.map(({ operation, bytes }) => [operation, bytes])),
  }
  const path = join(folder, 'history.jsonl')
  try {
    await makeFolder(folder)
    await appendFile(path, `${JSON.stringify(run)}\n`)
  } catch (error) {
    throw new UsageError(`--history can't be written: ${(error as Error).message}`)
  }
  const lines = (await readFile(path, 'utf8')).trim().split('\n').slice(-mostRuns)
  await writeWhole('--history', join(folder, 'index.html'), historyPage(lines.flatMap(readRun)))
}

/** A killed run may have left half a line. */
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
    const gone = last === newest ? 'still there' : `last seen ${last?.date}`
    return `<tr><th scope="row">${escapeMarkup(drift)}</th><td>${having[0]?.date}</td><td>${gone}</td></tr>`
  })
  const rowsOf = (cellOf: (run: Run, operation: string) => string) =>
    Object.keys(newest?.medians ?? {}).map((operation) => {
      const cells = runs.slice(-10).map((run) => `<td>${cellOf(run, operation)}</td>`)
      return `<tr><th scope="row">${operation}</th>${cells.join('')}</tr>`
    })
  const times = rowsOf(({ medians }, operation) => milliseconds(medians[operation] ?? null))
  const sizes = rowsOf(({ sizes }, operation) => sizes?.[operation]?.toLocaleString('en') ?? '–')
  const dates = runs.slice(-10).map(({ date, verdict }) => `<th scope="col">${date.slice(0, 16)} ${verdict}</th>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Contract history</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}h1{overflow-wrap:anywhere}td,th{padding:.2rem .8rem;text-align:start}div{overflow-x:auto}</style></head>
<body><main><h1>Contract history of ${escapeMarkup(newest?.url ?? '')}</h1>
<div tabindex="0" role="region" aria-label="Drift"><table><caption>Drift</caption><thead><tr><th scope="col">Drift</th><th scope="col">First seen</th><th scope="col">State</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>
<div tabindex="0" role="region" aria-label="Medians"><table><caption>Median times of the last ten runs</caption><thead><tr><th scope="col">Operation</th>${dates.join('')}</tr></thead><tbody>${times.join('\n')}</tbody></table></div>
<div tabindex="0" role="region" aria-label="Sizes"><table><caption>Median sizes of the last ten runs, in bytes</caption><thead><tr><th scope="col">Operation</th>${dates.join('')}</tr></thead><tbody>${sizes.join('\n')}</tbody></table></div>
</main></body></html>
`
}
