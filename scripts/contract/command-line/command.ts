import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runCommand } from '../../command-line/command'
import { tryFile } from '../../command-line/files'
import { json } from '../../command-line/json-files'
import {
  exitCodes,
  type Output,
  readAddress,
  readCount,
  readSeconds,
  readServerAddress,
  readServerOptions,
  UsageError,
} from '../../command-line/options'
import { createProgress, followCheck } from '../../command-line/progress'
import { type Baseline, baselineOf, entriesBeyond, isExpired, readBaseline, writeBaseline } from '../baseline'
import { type CheckEvent, type CheckOptions, check, listCalls } from '../check'
import { addToHistory } from '../history'
import manifest from '../package/package.json' with { type: 'json' }
import { codeQualityReport, githubAnnotations, sarifReport } from '../reports/code'
import { htmlReport } from '../reports/html'
import { junitReport } from '../reports/junit'
import { markdownReport } from '../reports/markdown'
import { createPaint, hasColours, textReport } from '../reports/text'
import { plural } from '../reports/words'
import { readConfig, type Values } from './config'
import { flags } from './flags'

const command = {
  ...{ name: 'contract', flags, hasArguments: true },
  before: `${manifest.name} URL [options]   (in the site's repository: npm run contract -- URL [options])

Checks the API at URL against the contract, read-only: shapes, consistency, refusals, pictures, links, times.
An error breaks the institute's site or loses data. A visitor survives a warning, such as a refusal that is too lenient,
markup that pages drop, a picture too large, or a back end format that is converted.
`,
  after: `Exit code: 0 the contract holds (warnings are fine), 1 drift, 2 could not be checked, 64 wrong usage, 70 a fault of the
check itself.
`,
}

const writers = {
  html: htmlReport,
  junit: junitReport,
  json,
  markdown: markdownReport,
  sarif: sarifReport,
  'code-quality': codeQualityReport,
}

type Checked = Extract<CheckEvent, { type: 'report' }>

/** Runs the command and returns its exit code: 64 with one line for wrong usage, 70 for a fault of the check itself. */
export async function contractCommand(args: string[], output: Output): Promise<number> {
  try {
    return await runCommand(command, args, output, (values, positionals) => main(values, positionals, output))
  } catch (error) {
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

async function main(given: Values, positionals: readonly string[], output: Output): Promise<number> {
  const { stdout, stderr } = output
  if (given.version) {
    stdout.write(`${manifest.version}\n`)
    return exitCodes.holds
  }
  const config = await readConfig(given.config)
  const values: Values = { ...config.values, ...given }
  const url = readServerAddress(positionals, config.url)
  const options = { url, severities: config.severity, ...readOptions(values) }
  if (values['print-config']) {
    const { 'print-config': _, ...rest } = values
    stdout.write(json({ url, ...rest, header: Object.keys(options.headers), severity: config.severity }))
    return exitCodes.holds
  }
  if (values.list) return list(options, output)

  const files = await prepareFiles(values)
  const rulesUrl = values['rules-url'] === undefined ? undefined : readAddress(values['rules-url'], '--rules-url')
  const { baseline: path, 'update-baseline': isUpdate = false } = values
  const earlier = path === undefined || (isUpdate && !existsSync(path)) ? [] : await readBaseline(path)

  const isPlain = values.quiet === true || values.json === '-'
  const progress = createProgress('contract', output, isPlain)
  const checked = await followCheck(check({ ...options, baseline: earlier, acceptAll: isUpdate }), progress)
  if (path !== undefined) await saveBaseline(path, values, checked, earlier, progress.say)
  const { gone, ...rest } = checked.report
  // `--prune-baseline` has just removed the entries whose drift is gone, so the report leaves them out.
  const report = values['prune-baseline'] ? rest : checked.report
  for (const { format, file } of files) {
    const text = writers[format](report, rulesUrl)
    if (file === '-') stdout.write(text)
    else await writeFile(file, text)
  }
  if (values.history !== undefined) await addToHistory(values.history, report)
  if (values.github) stdout.write(githubAnnotations(report))
  // Omits the table if nothing was checked, because it would hide the line with the reason.
  if (report.unchecked !== undefined) stderr.write(`contract: ${report.unchecked}\n`)
  else if (!isPlain) stdout.write(textReport(report, createPaint(hasColours(stdout))))
  return exitCodes[report.verdict]
}

/** Reads the values that become options of the library. Throws a UsageError for one that is not valid. */
function readOptions(values: Values) {
  const readSample = (text: string) => (text === 'all' ? 0 : readCount(text, '--sample', 0)) || Number.POSITIVE_INFINITY
  const { sample, 'max-time': maxTime, rate } = values
  return {
    ...readServerOptions(values),
    ...{ only: values.only, skip: values.skip, strict: values.strict },
    ...{ against: values.against, failFast: values['fail-fast'] },
    sample: sample === undefined ? undefined : readSample(sample),
    maxTime: readSeconds(maxTime, '--max-time', 86_400),
    rate: readCount(rate, '--rate', 1, 10_000),
  } satisfies Omit<CheckOptions, 'url'>
}

async function list(options: CheckOptions, { stdout, stderr }: Output): Promise<number> {
  const { lines, unchecked } = await listCalls(options)
  if (unchecked !== undefined) stderr.write(`contract: ${unchecked}\n`)
  else stdout.write(`${lines.join('\n')}\n`)
  return unchecked === undefined ? exitCodes.holds : exitCodes.unchecked
}

/** Writes the baseline as `--update-baseline` or `--prune-baseline` ask, and says what has changed. */
async function saveBaseline(
  path: string,
  { 'update-baseline': isUpdate, 'prune-baseline': isPruning }: Values,
  { report, drifts }: Checked,
  earlier: Baseline,
  say: (line: string) => void,
): Promise<void> {
  if (isUpdate && report.unchecked === undefined) {
    if (report.summary.unchecked > 0) return say(`the baseline ${path} is not written: not all could be checked`)
    const baseline = baselineOf(drifts, earlier)
    await writeBaseline('--update-baseline', path, baseline)
    const gone = entriesBeyond(earlier, drifts)
    const renewed = earlier.filter((entry) => isExpired(entry) && !gone.includes(entry)).length
    if (renewed > 0) say(`accepted again after they had expired: ${renewed}`)
    const fresh = entriesBeyond(baseline, earlier).length
    say(`wrote the baseline ${path}: ${plural(baseline.length, 'kind')} of drift, ${fresh} of them new`)
  } else if (isPruning) {
    const { gone = [] } = report
    const left = entriesBeyond(earlier, gone)
    if (gone.length > 0) await writeBaseline('--prune-baseline', path, left)
    for (const { rule, operation, pointer } of gone) say(`removed from the baseline: ${rule} ${operation} ${pointer}`)
    say(`${path}: ${earlier.length - left.length} entries removed, ${left.length} left`)
  }
}

/** Returns the report files to write. Throws a UsageError, before any call, if options conflict or a file cannot be written. */
async function prepareFiles(values: Values) {
  const { baseline, 'update-baseline': isUpdate, 'prune-baseline': isPruning } = values
  if (values.json === '-' && values.github)
    throw new UsageError('--json - leaves nothing else on standard output: give --json a file, or leave out --github')
  if (isUpdate && baseline === undefined) throw new UsageError('--update-baseline needs --baseline FILE')
  if (isPruning && baseline === undefined) throw new UsageError('--prune-baseline needs --baseline FILE')
  if ((isUpdate || isPruning) && (values.only ?? values.skip) !== undefined)
    throw new UsageError('--update-baseline and --prune-baseline need a whole check, without --only and --skip')
  const formats = Object.keys(writers) as (keyof typeof writers)[] // the keys of `writers`
  const files = formats.flatMap((format) => {
    const file = values[format]
    if (file === '-' && format !== 'json') throw new UsageError(`--${format} takes a file; only --json takes -`)
    return file === undefined ? [] : [{ format, file: file === '-' ? file : resolve(file) }]
  })
  for (const { format, file } of files) if (file !== '-') await tryFile(`--${format}`, file)
  if (baseline !== undefined && isUpdate) await tryFile('--baseline', baseline)
  return files
}
