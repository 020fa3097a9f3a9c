import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { splitCredentials } from '../../server/http-client/access'
import { type Baseline, entriesBeyond, isExpired, readBaseline, writeBaseline } from '../baseline'
import { type CheckEvent, type CheckOptions, check, listCalls } from '../check'
import { addToHistory } from '../history'
import manifest from '../package/package.json' with { type: 'json' }
import { codeQualityReport, githubAnnotations, sarifReport } from '../reports/code'
import { htmlReport } from '../reports/html'
import { junitReport } from '../reports/junit'
import { markdownReport } from '../reports/markdown'
import { createPaint, textReport } from '../reports/text'
import { causeOf, plural } from '../reports/words'
import { flags, readConfig, type Values } from './config'
import { json, tryFile } from './files'
import {
  exitCodes,
  type Output,
  readAddress,
  readCount,
  readSeconds,
  readServerAddress,
  readServerOptions,
  UsageError,
} from './options'
import { createProgress, followCheck } from './progress'
import { callsOfFindings, readFailed, readReport, saveFailed } from './replay'
import { CommandError, runCommand } from './run-command'

const command = {
  name: 'contract',
  flags,
  hasArguments: true,
  before: `Checks the API at URL against the contract, read-only: shapes, consistency, refusals, pictures, links, times.
An error breaks the contract in a way that visitors can notice. The site handles a warning, such as a refusal that is too
lenient, markup that pages drop, a picture too large, or a legacy format that is converted.
`,
  after: `Exit code: 0 the contract holds (warnings are fine), 1 drift, 2 could not be checked, 64 wrong usage, 70 a bug in the
check itself.
`,
}

const usage = `${manifest.name} URL [options]   (in the site's repository: npm run contract -- URL [options])`

const writers = {
  html: htmlReport,
  junit: junitReport,
  json,
  markdown: markdownReport,
  sarif: sarifReport,
  'code-quality': codeQualityReport,
}

const formats = Object.keys(writers) as (keyof typeof writers)[] // the keys of `writers`

type Checked = Extract<CheckEvent, { type: 'report' }>

/**
 * Runs the command and returns its exit code: 64 with one line for wrong usage, 70 for a bug in the check itself. `called` tells in the
 * help text how it is called, and its lines on standard error begin with `name`.
 */
export async function contractCommand(
  args: string[],
  output: Output,
  { called = usage, name = command.name }: { called?: string; name?: string } = {},
): Promise<number> {
  try {
    const explained = { ...command, name, before: `${called}\n\n${command.before}` }
    return await runCommand(explained, args, output, (values, positionals) => main(name, values, positionals, output))
  } catch (error) {
    const { name: kind, stack = '' } = error as Error
    // Leaves out the message of an unknown error, because it may hold header values.
    const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
    const said = [`${name}: ${kind} in ${manifest.name} ${manifest.version}, Node ${process.version}`, ...frames]
    output.stderr.write(`${said.join('\n')}\nThis is a bug in the check, not of the API: please report it.\n`)
    return exitCodes.crash
  }
}

async function main(name: string, given: Values, positionals: readonly string[], output: Output): Promise<number> {
  const { stdout, stderr } = output
  if (given.version) {
    stdout.write(`${manifest.version}\n`)
    return exitCodes.holds
  }
  const config = await readConfig(given.config)
  const values: Values = { ...config.values, ...given }
  const saved = values.replay === undefined ? undefined : await readReport(values.replay)
  const { address, headers } = splitCredentials(readServerAddress(positionals, saved?.url ?? config.url))
  const url = readAddress(address, 'the address')
  checkChoice(values)
  const calls = values.failed ? await readFailed(url) : saved && callsOfFindings(saved, url)
  const own = readOptions(values)
  const options = { ...own, url, severities: config.severity, calls, headers: { ...headers, ...own.headers } }
  if (values['print-config']) {
    const { 'print-config': _, ...rest } = values
    stdout.write(
      json({
        ...rest,
        url,
        header: Object.keys(options.headers),
        severity: config.severity,
      }),
    )
    return exitCodes.holds
  }
  if (values.list) {
    const { lines, unchecked } = await listCalls(options)
    if (unchecked !== undefined) throw new CommandError(exitCodes.unchecked, unchecked)
    stdout.write(`${lines.join('\n')}\n`)
    return exitCodes.holds
  }

  if (calls && Object.keys(calls).length === 0) {
    stderr.write(`${name}: ${saved ? `${values.replay} has no findings` : 'nothing failed in the last check'}\n`)
    return exitCodes.holds
  }
  await checkFiles(values)
  const rulesUrl = values['rules-url'] === undefined ? undefined : readAddress(values['rules-url'], '--rules-url')
  const { baseline: path, 'update-baseline': isUpdate = false } = values
  const earlier = path === undefined || (isUpdate && !existsSync(path)) ? [] : await readBaseline(path)

  const isPlain = values.quiet === true || values.json === '-'
  const progress = createProgress(name, output, isPlain)
  const checked = await followCheck(check({ ...options, baseline: earlier, acceptAll: isUpdate }), progress)
  await saveFailed(checked.report)
  const found = [...checked.report.drifts, ...checked.report.warnings]
  const gone = saved ? entriesBeyond([...saved.drifts, ...saved.warnings], found) : []
  if (!isPlain && checked.report.verdict !== 'unchecked')
    for (const drift of gone) progress.say(`no longer found: ${causeOf(drift)}`)
  if (path !== undefined) await saveBaseline(path, values, checked, earlier, progress.say)
  const { gone: _, ...rest } = checked.report
  // `--prune-baseline` has just removed the entries whose drift is gone, so the report leaves them out.
  const report = values['prune-baseline'] ? rest : checked.report
  for (const format of formats) {
    const file = values[format]
    if (file === '-') stdout.write(json(report))
    else if (file !== undefined) await writeFile(file, writers[format](report, rulesUrl))
  }
  if (values.history !== undefined) await addToHistory(values.history, report)
  if (values.github) stdout.write(githubAnnotations(report))
  if (report.unchecked !== undefined) stderr.write(`${name}: ${report.unchecked}\n`)
  // Omits the table if nothing was checked, because it would hide the line with the reason.
  const isSaid = report.unchecked !== undefined && report.summary.passed + report.summary.drift === 0
  if (!isPlain && !isSaid) stdout.write(textReport(report, createPaint(stdout)))
  return exitCodes[report.verdict]
}

/** Reads the values that become options of the library. Throws a UsageError for an invalid value. */
function readOptions(values: Values) {
  const sample = values.sample === 'all' ? 0 : readCount(values.sample, '--sample', 0)
  return {
    ...readServerOptions(values),
    only: values.only,
    skip: values.skip,
    strict: values.strict,
    against: values.against,
    origin: values.origin,
    failFast: values['fail-fast'],
    sample: sample === 0 ? Number.POSITIVE_INFINITY : sample,
    maxTime: readSeconds(values['max-time'], '--max-time', 86_400),
    rate: readCount(values.rate, '--rate', 1, 10_000),
  } satisfies Omit<CheckOptions, 'url'>
}

/** Writes the baseline if `--update-baseline` or `--prune-baseline` is given, and prints what has changed. */
async function saveBaseline(
  path: string,
  { 'update-baseline': isUpdate, 'prune-baseline': isPruning }: Values,
  { report, baseline }: Checked,
  earlier: Baseline,
  say: (line: string) => void,
): Promise<void> {
  if (isUpdate && report.unchecked === undefined) {
    if (report.operations.some(({ reason }) => reason !== undefined))
      return say(`the baseline ${path} is not written: not all could be checked`)
    await writeBaseline('--update-baseline', path, baseline)
    const expired = earlier.filter(isExpired)
    const renewed = expired.length - entriesBeyond(expired, baseline).length
    if (renewed > 0) say(`accepted again after they had expired: ${renewed}`)
    const fresh = entriesBeyond(baseline, earlier).length
    say(`wrote the baseline ${path}: ${plural(baseline.length, 'kind')} of drift, ${fresh} of them new`)
  } else if (isPruning) {
    const { gone = [] } = report
    const left = entriesBeyond(earlier, gone)
    if (gone.length > 0) await writeBaseline('--prune-baseline', path, left)
    for (const entry of gone) say(`removed from the baseline: ${causeOf(entry)}`)
    say(`${path}: ${earlier.length - left.length} entries removed, ${left.length} left`)
  }
}

/** Throws a UsageError if options conflict that choose what is checked. */
function checkChoice(values: Values): void {
  if (values.failed && values.replay !== undefined) throw new UsageError('--failed and --replay exclude each other')
  const part = (['only', 'skip', 'failed', 'replay'] as const).filter((name) => values[name] !== undefined)
  const changing = (['update-baseline', 'prune-baseline'] as const).find((name) => values[name])
  if (changing && values.baseline === undefined) throw new UsageError(`--${changing} needs --baseline FILE`)
  if (changing && part.length > 0)
    throw new UsageError(`--update-baseline and --prune-baseline need a whole check, without --${part[0]}`)
  if (values.against !== undefined && (values.failed || values.replay !== undefined))
    throw new UsageError('--against needs a whole check, without --failed and --replay')
}

/** Throws a UsageError, before any call, if options conflict or a file cannot be written. */
async function checkFiles(values: Values): Promise<void> {
  if (values.json === '-' && values.github)
    throw new UsageError('--json - leaves nothing else on standard output: give --json a file, or leave out --github')
  for (const format of formats) {
    const file = values[format]
    if (file === '-' && format !== 'json') throw new UsageError(`--${format} takes a file; only --json takes -`)
    if (file !== undefined && file !== '-') await tryFile(`--${format}`, file)
  }
  if (values.baseline !== undefined && values['update-baseline']) await tryFile('--baseline', values.baseline)
}
