import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareWith, readCounterpart, walkContent } from './against'
import { readBaseline, writeBaseline } from './baseline'
import { tryFile } from './files'
import { asUsageError, exitCodes, readCount, readServerOptions, serverFlags, UsageError } from './options'
import { makeReport, plural, type Report } from './report'
import { htmlReport } from './reports/html'
import { junitReport } from './reports/junit'
import { markdownReport } from './reports/markdown'
import { createLiveTable, createPaint, textReport } from './reports/text'
import { walk } from './walk'

/** Checks any server against the contract, read-only: `npm run contract -- URL`. */
const help = `npm run contract -- URL [options]

Checks the API at URL against the contract, read-only: shapes, consistency, refusals, pictures, links, times.
An error breaks this client or loses data. A warning is what a visitor survives, as a refusal that is too lenient, markup that
pages drop, a picture too large, or a habit of back ends that is read all the same.

  --product SLUG      the product, as in /{product}_news (default ugarit)
  --image-base URL    where pictures are (default URL/images/)
  --header "N: V"     a header to send with each call; may be repeated
  --strict            warnings count like errors
  --baseline FILE     accepts the drift that FILE has, for as many items: only what is new counts
  --update-baseline   writes the drift that is found to that FILE
  --against OTHER     also tells what differs from another server or a folder of fixtures
  --sample N          items of each kind to ask for alone (default 50; all or 0: every one)
  --concurrency N     calls at a time (default 6)
  --timeout SECONDS   the longest a call may take (default 10)
  --html FILE         report to look at
  --junit FILE        report for CI
  --json FILE         report for programs
  --markdown FILE     report for a pull request
  --help              this text

Exit code: 0 the contract holds (warnings are fine), 1 drift, 2 could not be checked, 64 wrong usage.
`

const writers = {
  html: htmlReport,
  junit: junitReport,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: markdownReport,
}
const formats = Object.keys(writers) as (keyof typeof writers)[]

/** Where a command writes: the process, or a test's own. */
export type Output = {
  stdout: { write: (text: string) => unknown; isTTY?: boolean; columns?: number }
  stderr: { write: (text: string) => unknown; isTTY?: boolean }
}

/** Runs the command and gives its exit code; wrong usage is one line and 64. */
export async function contractCommand(args: string[], output: Output): Promise<number> {
  try {
    return await main(args, output)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    output.stderr.write(`contract: ${error.message} (--help explains)\n`)
    return exitCodes.usage
  }
}

async function main(args: string[], { stdout, stderr }: Output): Promise<number> {
  const { values, positionals } = parse(args)
  if (values.help) {
    stdout.write(help)
    return exitCodes.holds
  }
  const options = readServerOptions(positionals, values)
  const sample = readSample(values.sample)
  const files = await prepareFiles(values)
  const { strict: isStrict = false, baseline: path } = values
  const isUpdate = values['update-baseline'] === true
  if (isUpdate && path === undefined) throw new UsageError('--update-baseline needs --baseline FILE')
  if (path !== undefined && isUpdate) await tryFile('--baseline', path)
  let baseline = path === undefined || isUpdate ? [] : await readBaseline(path)
  const counterpart = values.against === undefined ? undefined : await readCounterpart(values.against, options)

  const isTerminal = stdout.isTTY === true
  const paint = createPaint(isTerminal && !process.env.NO_COLOR)
  const table = isTerminal ? createLiveTable(stdout, paint) : undefined
  const onPause = (seconds: number) => stderr.write(`contract: waiting ${seconds} s: the server limits calls (429)\n`)
  const watching = { onPause, ...(table && { onProgress: table.draw }) }
  // Samples that were asked for by number are waited for, whatever the server's limit.
  const asked = { sample, isPatient: values.sample !== undefined, withImages: true, ...watching }
  const { found, content } = counterpart
    ? await walkContent(options, { withImages: true, ...watching })
    : { found: await walk({ ...options, ...asked }), content: undefined }
  const difference = counterpart && found.unchecked === undefined ? await compareWith(counterpart, content) : undefined
  table?.clear()

  if (isUpdate && path !== undefined && found.unchecked === undefined) {
    const isWhole = found.operations.every(({ reason }) => reason === undefined)
    if (isWhole) baseline = await writeBaseline(path, found.drifts)
    const what = isWhole
      ? `has ${plural(baseline.length, 'kind')} of drift`
      : 'is not written: not all could be checked'
    stderr.write(`contract: the baseline ${path} ${what}\n`)
  }
  const report = makeReport(found, { difference, isStrict, baseline })
  for (const { format, path } of files) await writeFile(path, writers[format](report))
  // Where nothing was checked, a table of eleven times nothing would hide the one line that matters.
  if (found.unchecked === undefined) stdout.write(textReport(report, paint))
  if (report.unchecked !== undefined) stderr.write(`contract: ${report.unchecked}\n`)
  return exitCodes[report.verdict]
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...serverFlags,
        strict: { type: 'boolean' },
        baseline: { type: 'string' },
        'update-baseline': { type: 'boolean' },
        against: { type: 'string' },
        sample: { type: 'string' },
        html: { type: 'string' },
        junit: { type: 'string' },
        json: { type: 'string' },
        markdown: { type: 'string' },
      },
    })
  } catch (error) {
    throw asUsageError(error)
  }
}

function readSample(text = '50'): number {
  return (text === 'all' ? 0 : readCount(text, '--sample', 0)) || Number.POSITIVE_INFINITY
}

/** The files to write, tried before anything is asked: a report that can't be written is a fault of the command line. */
async function prepareFiles(values: { [Format in keyof typeof writers]?: string | undefined }) {
  const files = formats.flatMap((format) => {
    const path = values[format]
    return path === undefined ? [] : [{ format, path: resolve(path) }]
  })
  for (const { format, path } of files) await tryFile(`--${format}`, path)
  return files
}
