import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { tryFile } from '../../command-line/files'
import {
  exitCodes,
  flagLines,
  type Output,
  parseFlags,
  readAddress,
  readCertificate,
  readCount,
  readHeaders,
  readSeconds,
  UsageError,
} from '../../command-line/options'
import { type Baseline, baselineOf, goneEntries, isExpired, isSame, readBaseline, writeBaseline } from '../baseline'
import { type CheckOptions, check, listCalls } from '../check'
import type { Drift } from '../findings'
import { addToHistory } from '../history'
import manifest from '../package/package.json' with { type: 'json' }
import { plural, type Report } from '../report'
import { codeQualityReport, githubAnnotations, sarifReport } from '../reports/code'
import { htmlReport } from '../reports/html'
import { junitReport } from '../reports/junit'
import { markdownReport } from '../reports/markdown'
import { createLiveTable, createPaint, hasColours, textReport } from '../reports/text'
import { readConfig, type Values } from './config'
import { flags } from './flags'

const help = `${manifest.name} URL [options]   (in the site's repository: npm run contract -- URL [options])

Checks the API at URL against the contract, read-only: shapes, consistency, refusals, pictures, links, times.
An error breaks the institute's site or loses data. A visitor survives a warning, such as a refusal that is too lenient,
markup that pages drop, a picture too large, or a back end format that is converted.

${flagLines(flags)}

Exit code: 0 the contract holds (warnings are fine), 1 drift, 2 could not be checked, 64 wrong usage, 70 a fault of the
check itself.
`

const writers = {
  html: htmlReport,
  junit: junitReport,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: markdownReport,
  sarif: sarifReport,
  'code-quality': codeQualityReport,
}
const formats = Object.keys(writers) as (keyof typeof writers)[] // made of exactly these

/** The time between two lines of progress without a terminal, in milliseconds. */
const progressInterval = 10_000

/** Runs the command and returns its exit code: 64 with one line for wrong usage, 70 for a fault of the check itself. */
export async function contractCommand(args: string[], output: Output): Promise<number> {
  try {
    return await main(args, output)
  } catch (error) {
    if (error instanceof UsageError) {
      output.stderr.write(`contract: ${error.message} (--help explains)\n`)
      return exitCodes.usage
    }
    // Prints the stack without the message, which may hold header values in an unknown error.
    const places = String((error as Error).stack)
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
    const said = [`contract: ${(error as Error).name} in ${manifest.name} ${manifest.version}, Node ${process.version}`]
    output.stderr.write(
      `${[...said, ...places, 'This is a fault of the check, not of the API: please report it.'].join('\n')}\n`,
    )
    return exitCodes.crash
  }
}

async function main(args: string[], { stdout, stderr }: Output): Promise<number> {
  const given = parseFlags(args, flags)
  if (given.values.help || given.values.version) {
    stdout.write(given.values.help ? help : `${manifest.version}\n`)
    return exitCodes.holds
  }
  const config = await readConfig(given.values.config)
  const values = { ...(config.values as typeof given.values), ...given.values }
  const [url = config.url, ...more] = given.positionals
  if (url === undefined) throw new UsageError('the address of a server is missing')
  if (more.length > 0) throw new UsageError(`one address at a time; found ${JSON.stringify(more[0])} as well`)
  const headers = readHeaders(values.header ?? [])
  if (values['print-config']) {
    const { 'print-config': _, ...rest } = values
    const shown = { url, ...rest, header: Object.keys(headers), severity: config.severity }
    stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
    return exitCodes.holds
  }
  const isUpdate = values['update-baseline'] === true
  const isPruning = values['prune-baseline'] === true
  const path = values.baseline
  const options: CheckOptions = {
    ...{ url, headers, product: values.product, imageBase: values['image-base'], pictureHosts: values['picture-host'] },
    ...{ only: values.only, skip: values.skip, strict: values.strict, severities: config.severity },
    ...{ against: values.against, failFast: values['fail-fast'] },
    certificate: readCertificate(values.cert, values.key),
    ...(values.sample !== undefined && { sample: readSample(values.sample) }),
    ...(values.concurrency !== undefined && { concurrency: readCount(values.concurrency, '--concurrency', 1, 64) }),
    ...(values.timeout !== undefined && { timeout: readSeconds(values.timeout) }),
    ...(values['max-time'] !== undefined && { maxTime: readSeconds(values['max-time'], '--max-time', 86_400) }),
    ...(values.rate !== undefined && { rate: readCount(values.rate, '--rate', 1, 10_000) }),
  }
  if (values.list) return list(options, { stdout, stderr })
  const files = await prepareFiles(values)
  const rulesUrl = values['rules-url'] === undefined ? undefined : readAddress(values['rules-url'], '--rules-url')
  if (values.json === '-' && values.github)
    throw new UsageError('--json - leaves nothing else on standard output: give --json a file, or leave out --github')
  if (isUpdate && path === undefined) throw new UsageError('--update-baseline needs --baseline FILE')
  if (isPruning && path === undefined) throw new UsageError('--prune-baseline needs --baseline FILE')
  if ((isUpdate || isPruning) && (values.only ?? values.skip) !== undefined)
    throw new UsageError('--update-baseline and --prune-baseline need a whole check, without --only and --skip')
  if (path !== undefined && isUpdate) await tryFile('--baseline', path)
  const isNew = path === undefined || (isUpdate && !existsSync(path))
  const earlier = isNew ? [] : await readBaseline(path)

  const isQuiet = values.quiet === true
  const isPlain = isQuiet || values.json === '-'
  const checked = await run({ ...options, baseline: earlier, acceptAll: isUpdate }, { stdout, stderr }, isPlain)
  const { gone = [], ...rest } = checked.report
  // A report after pruning no longer calls the entries stale.
  const final: Report = isPruning ? rest : checked.report
  if (path !== undefined && isUpdate) await update(path, checked, earlier, stderr)
  if (path !== undefined && isPruning) {
    const left = earlier.filter((entry) => !gone.some((each) => isSame(each, entry)))
    if (gone.length > 0) await writeBaseline('--prune-baseline', path, left)
    for (const { rule, operation, pointer } of gone)
      stderr.write(`contract: removed from the baseline: ${rule} ${operation} ${pointer}\n`)
    stderr.write(`contract: ${path}: ${earlier.length - left.length} entries removed, ${left.length} left\n`)
  }
  for (const { format, path: file } of files) {
    const text = writers[format](final, rulesUrl)
    if (file === '-') stdout.write(text)
    else await writeFile(file, text)
  }
  if (values.history !== undefined) await addToHistory(values.history, final)
  if (values.github) stdout.write(githubAnnotations(final))
  // Omits the table if nothing was checked, because it would hide the line with the reason.
  if (final.unchecked === undefined && !isPlain) stdout.write(textReport(final, createPaint(hasColours(stdout))))
  if (final.unchecked !== undefined) stderr.write(`contract: ${final.unchecked}\n`)
  return exitCodes[final.verdict]
}

/** Runs a check and shows its progress: a table in a terminal, else a line every ten seconds. */
async function run(options: CheckOptions, { stdout, stderr }: Output, isPlain: boolean) {
  const table = stdout.isTTY && !isPlain ? createLiveTable(stdout, createPaint(hasColours(stdout))) : undefined
  let lastLine = performance.now()
  for await (const event of check(options)) {
    if (event.type === 'pause') stderr.write(`contract: waiting ${event.seconds} s: the server answers 429 or 503\n`)
    else if (event.type === 'answer') {
      table?.draw(event.operations)
      if (table || isPlain || performance.now() - lastLine < progressInterval) continue
      lastLine = performance.now()
      const calls = event.operations().reduce((sum, operation) => sum + operation.calls, 0)
      stderr.write(`contract: ${plural(calls, 'call')} so far\n`)
    } else {
      table?.clear()
      return event
    }
  }
  throw new Error('a check ended without a report')
}

async function list(options: CheckOptions, { stdout, stderr }: Output): Promise<number> {
  const { lines, unchecked } = await listCalls(options)
  if (unchecked !== undefined) stderr.write(`contract: ${unchecked}\n`)
  else stdout.write(`${lines.join('\n')}\n`)
  return unchecked === undefined ? exitCodes.holds : exitCodes.unchecked
}

/** Writes the baseline if everything could be checked. */
async function update(
  path: string,
  { report, drifts }: { report: Report; drifts: readonly Drift[] },
  earlier: Baseline,
  stderr: Output['stderr'],
): Promise<void> {
  if (report.unchecked !== undefined) return
  const isWhole = report.summary.unchecked === 0
  const baseline = baselineOf(drifts, earlier)
  if (isWhole) await writeBaseline('--update-baseline', path, baseline)
  const renewed = earlier.filter((entry) => isExpired(entry) && !goneEntries(drifts, earlier).includes(entry)).length
  if (isWhole && renewed > 0) stderr.write(`contract: accepted again after they had expired: ${renewed}\n`)
  const fresh = baseline.filter((entry) => !earlier.some((each) => isSame(each, entry))).length
  stderr.write(
    isWhole
      ? `contract: wrote the baseline ${path}: ${plural(baseline.length, 'kind')} of drift, ${fresh} of them new\n`
      : `contract: the baseline ${path} is not written: not all could be checked\n`,
  )
}

function readSample(text: string): number {
  return (text === 'all' ? 0 : readCount(text, '--sample', 0)) || Number.POSITIVE_INFINITY
}

/** Checks before the first call that the report files can be written. Throws a UsageError if one cannot. */
async function prepareFiles(values: Values) {
  const files = formats.flatMap((format) => {
    const path = values[format]
    if (typeof path !== 'string') return []
    if (path === '-' && format !== 'json') throw new UsageError(`--${format} takes a file; only --json takes -`)
    return [{ format, path: path === '-' ? path : resolve(path) }]
  })
  for (const { format, path } of files) if (path !== '-') await tryFile(`--${format}`, path)
  return files
}
