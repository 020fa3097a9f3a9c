import { unlinkSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { FixtureError, openStore } from '../../server/content/store'
import { makeFolder } from '../command-line/files'
import {
  exitCodes,
  type Flags,
  flagLines,
  helpFlag,
  type Output,
  parseFlags,
  readServerOptions,
  serverFlags,
  UsageError,
} from '../command-line/options'
import { type CheckEvent, check } from '../contract/check'
import { isError } from '../contract/findings'
import { createPaint, driftLines } from '../contract/reports/text'
import { plural } from '../contract/reports/words'
import { assembleFixtures, assembleImages, goneImages } from './assemble'
import { type Downloads, downloadPictures } from './download'
import { fixtureTexts } from './fixture-text'
import { createProgress } from './progress'
import { replaceFolder } from './replace'
import { BusyError, claimStage, type Stage } from './stage'

const flags = {
  out: { value: 'DIR', text: 'where to (default: this project)' },
  ...serverFlags,
  prune: { text: 'deletes pictures that nothing names any more' },
  lenient: { text: 'records also what the API gets wrong, errors included' },
  ...helpFlag,
} as const satisfies Flags

/** Records a server's content as fixtures and pictures: `npm run record -- URL --out DIR`. */
const help = `npm run record -- URL [options]

Fetches all content of the API at URL, checks it by the contract, and replaces DIR/fixtures and DIR/images with it. Errors
stop it, warnings don't: habits of back ends, as numbers that are text, are written in the contract's own form.

${flagLines(flags)}

Killed at any moment, the old content is whole; run again to go on. Exit code: 0 recorded, 1 drift (nothing replaced),
2 could not be read, 64 wrong usage.
`

/** Runs the command and returns its exit code: 64 with one line for wrong usage. */
export async function recordCommand(args: string[], output: Output): Promise<number> {
  try {
    return await main(args, output)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    output.stderr.write(`record: ${error.message} (--help explains)\n`)
    return exitCodes.usage
  }
}

async function main(args: string[], output: Output): Promise<number> {
  const { values, positionals } = parseFlags(args, flags)
  if (values.help) {
    output.stdout.write(help)
    return exitCodes.holds
  }
  const server = readServerOptions(positionals, values)
  const pictureHosts = (values['picture-host'] ?? []).map(readHost)
  if (values.out === '') throw new UsageError('--out takes a folder; found ""')
  const out = resolve(values.out ?? join(import.meta.dirname, '../..'))
  let stage: Stage
  let made: string[]
  try {
    made = await makeFolder(out)
    stage = claimStage(out, server.base)
  } catch (error) {
    if (error instanceof BusyError) return sayOn(output)(exitCodes.unchecked, error.message)
    throw new UsageError(`--out can't be written: ${(error as Error).message}`)
  }
  const ignoreSignals = removeOnSignal(stage)
  const choices = { isLenient: values.lenient === true, isPruning: values.prune === true, pictureHosts }
  try {
    return await record({ server, out, stage, output, ...choices })
  } finally {
    ignoreSignals()
    stage.remove()
    // Removes the folders that were created and are still empty, because rmdir leaves all others.
    for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined)
  }
}

type RecordOptions = {
  server: ReturnType<typeof readServerOptions>
  out: string
  stage: Stage
  isLenient: boolean
  isPruning: boolean
  pictureHosts: string[]
  output: Output
}

async function record({
  server,
  out,
  stage,
  isLenient,
  isPruning,
  pictureHosts,
  output,
}: RecordOptions): Promise<number> {
  const { stdout, stderr } = output
  const say = sayOn(output)
  const progress = createProgress(stderr)
  const imagesDir = join(out, 'images')
  let downloads: Downloads = { named: new Set(), staged: new Set(), missing: [] }
  const { base, ...options } = server
  const events = check({ ...options, url: base, pictureHosts }, async (session, home) => {
    downloads = await downloadPictures({
      ...{ session, home, stage, imagesDir, isLenient, pictureHosts },
      onProgress: (done, all) => progress(() => `pictures: ${done} of ${all}`),
    })
    return downloads.named.size
  })
  let end: Extract<CheckEvent, { type: 'report' }> | undefined
  for await (const event of events) {
    if (event.type === 'pause') stderr.write(`record: waiting ${event.seconds} s: the server limits calls (429)\n`)
    else if (event.type === 'answer') progress(() => `checking: ${plural(sum(event.operations()), 'call')}`)
    else end = event
  }
  progress.end()
  if (!end?.read) {
    return say(exitCodes.unchecked, end?.report.unchecked ?? `${server.base}: homeData answered no content to record`)
  }
  const { named, staged, missing } = downloads
  const { drifts, report } = end
  const { home, content } = end.read
  const unreached = report.operations.filter(({ reason }) => reason !== undefined)
  const paint = createPaint(stderr.isTTY === true && !process.env.NO_COLOR)
  for (const drift of drifts) stderr.write(`${driftLines(drift, paint).join('\n')}\n\n`)
  for (const { operation, reason } of unreached) stderr.write(`record: ${operation}: ${reason}\n`)
  for (const line of missing) stderr.write(`record: a body shows a picture that isn't there: ${line}\n`)
  for (const key of Object.keys(home).filter((name) => !Object.hasOwn(content, name))) {
    stderr.write(`record: homeData's "${key}" has no fixture file and isn't recorded\n`)
  }
  const errors = drifts.filter(isError)
  if (!isLenient && errors.length > 0) {
    return say(exitCodes.drift, `${plural(errors.length, 'kind')} of drift: nothing was replaced (--lenient would)`)
  }
  if (!isLenient && unreached.length > 0) return say(exitCodes.unchecked, 'nothing was replaced (--lenient would)')

  const changes = {
    fixtures: await assembleFixtures(stage.path, out, fixtureTexts(content, server.product)),
    images: await assembleImages(stage.path, out, staged),
  }
  const faults = await stageFaults(stage, server.product)
  if (faults) {
    stderr.write(`${faults}\n`)
    if (!isLenient)
      return say(exitCodes.drift, 'this project could not serve that: nothing was replaced (--lenient would)')
  }
  // Replaces the pictures first. Their new folder holds the old ones too, so the old fixtures are complete in between.
  if (changes.images) replaceFolder(join(stage.path, 'images'), imagesDir)
  if (changes.fixtures) replaceFolder(join(stage.path, 'fixtures'), join(out, 'fixtures'))
  const gone = isPruning ? await goneImages(imagesDir, named) : []
  for (const name of gone) unlinkSync(join(imagesDir, name))

  const counts = Object.entries(content).flatMap(([key, list]) =>
    Array.isArray(list) ? [`${list.length} ${key}`] : [],
  )
  const changed = changes.fixtures || changes.images ? '' : '; nothing had changed'
  const pictures = `${plural(named.size, 'picture')} (${staged.size} fetched, ${gone.length} deleted)`
  stdout.write(`Recorded ${server.base} into ${out}: ${counts.join(', ')}, ${pictures}${changed}\n`)
  return exitCodes.holds
}

/** The faults that the server's store finds in the staged content; `undefined` if there are none. */
async function stageFaults({ path }: Stage, product: string): Promise<string | undefined> {
  try {
    const store = await openStore({ fixturesDir: join(path, 'fixtures'), imagesDir: join(path, 'images'), product })
    store.close()
    return undefined
  } catch (error) {
    if (error instanceof FixtureError) return error.message
    throw error
  }
}

/**
 * Removes everything that an interrupted recording has made. Replacing folders is synchronous, so a signal is handled before or
 * after it.
 */
function removeOnSignal(stage: Stage): () => void {
  const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }
  const end = (name: keyof typeof signals) => {
    stage.remove()
    process.exit(128 + signals[name])
  }
  const names = Object.keys(signals) as (keyof typeof signals)[]
  for (const name of names) process.on(name, end)
  return () => {
    for (const name of names) process.off(name, end)
  }
}

/** The host of a URL, with its port unless that is the scheme's default. */
function readHost(text: string): string {
  const host = text.toLowerCase()
  if (URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host) return host
  throw new UsageError(`--picture-host takes a host such as cdn.example.org; found ${JSON.stringify(text)}`)
}

/** Prints a line and returns the exit code. */
function sayOn({ stderr }: Output) {
  return (exitCode: number, line: string): number => {
    stderr.write(`record: ${line}\n`)
    return exitCode
  }
}

function sum(operations: readonly { calls: number }[]): number {
  return operations.reduce((all, { calls }) => all + calls, 0)
}
