import { readdir, rmdir, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isPictureName } from '#contract/picture-files'
import { CommandError, createProgress, runCommand } from '../command-line/command'
import { makeFolder, removeFolder, removeOnSignal } from '../command-line/files'
import {
  exitCodes,
  type Flags,
  type Output,
  readServerOptions,
  type ServerOptions,
  serverFlags,
  UsageError,
} from '../command-line/options'
import { type CheckEvent, check } from '../contract/check'
import { isError } from '../contract/findings'
import { driftBlocks } from '../contract/reports/document'
import { blockText, createPaint } from '../contract/reports/text'
import { plural } from '../contract/reports/words'
import { findFaults, fixtureTexts } from '../fixtures/fixture-files'
import { type Downloads, downloadPictures } from './download'
import { claimStage, downloadsOf, replaceFolder, stageFixtures, stageImages } from './stage'

const flags = {
  out: { value: 'DIR', text: 'where to (default: this project)' },
  ...serverFlags,
  prune: { text: 'deletes pictures that nothing names any more' },
  lenient: { text: 'records also what the API gets wrong, errors included' },
} as const satisfies Flags

const command = {
  name: 'record',
  flags,
  hasArguments: true,
  before: `npm run record -- URL [options]

Fetches all content of the API at URL, checks it by the contract, and replaces DIR/fixtures and DIR/images with it. Errors
stop it, warnings don't: habits of back ends, as numbers that are text, are written in the contract's own form.
`,
  after: `Killed at any moment, the old content is whole; run again to go on. Exit code: 0 recorded, 1 drift (nothing replaced),
2 could not be read, 64 wrong usage.
`,
}

/** `npm run record`: records a server's content as fixtures and pictures. Returns the exit code. */
export function recordCommand(args: string[], output: Output): Promise<number> {
  return runCommand(command, args, output, async (values, positionals) => {
    const server = readServerOptions(positionals, values)
    const pictureHosts = (values['picture-host'] ?? []).map(readHost)
    if (values.out === '') throw new UsageError('--out takes a folder; found ""')
    const out = resolve(values.out ?? join(import.meta.dirname, '../..'))
    const { made, stage } = await claim(out)
    // Replacing folders is synchronous, so a signal is handled before or after it.
    const ignoreSignals = removeOnSignal(stage)
    try {
      return await record({ ...server, pictureHosts }, { ...values, out, stage }, output)
    } finally {
      ignoreSignals()
      removeFolder(stage)
      // Removes the folders that were created and are still empty, because rmdir leaves all others.
      for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined)
    }
  })
}

/** Creates the folder and its stage. Throws a UsageError if they can't be written, because the user chose the place. */
async function claim(out: string) {
  try {
    return { made: await makeFolder(out), stage: claimStage(out) }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new UsageError(`--out can't be written: ${(error as Error).message}`)
  }
}

type Choices = { out: string; stage: string; lenient?: boolean; prune?: boolean }

async function record(
  { base, pictureHosts, ...options }: ServerOptions & { pictureHosts: string[] },
  { out, stage, lenient: isLenient = false, prune: isPruning = false }: Choices,
  { stdout, stderr }: Output,
): Promise<number> {
  const progress = createProgress(stderr)
  const imagesDir = join(out, 'images')
  let downloads: Downloads = { named: new Set(), changed: new Set(), missing: [], fetched: 0 }
  const events = check({ ...options, url: base, pictureHosts }, async (session, home) => {
    const onProgress = (done: number, all: number) => progress.show('pictures', () => `${done} of ${all}`)
    const into = downloadsOf(stage)
    downloads = await downloadPictures(session, home, { into, imagesDir, pictureHosts, isLenient, onProgress })
    return downloads.named.size
  })
  let end: Extract<CheckEvent, { type: 'report' }> | undefined
  for await (const event of events) {
    if (event.type === 'pause') stderr.write(`record: waiting ${event.seconds} s: the server limits calls (429)\n`)
    else if (event.type === 'report') end = event
    else {
      const countCalls = () => event.operations().reduce((sum, operation) => sum + operation.calls, 0)
      progress.show('checking', () => plural(countCalls(), 'call'))
    }
  }
  progress.end()
  if (!end?.read)
    throw new CommandError(
      exitCodes.unchecked,
      end?.report.unchecked ?? `${base}: homeData answered no content to record`,
    )
  const { drifts, report } = end
  const { home, content } = end.read
  const unreached = report.operations.filter(({ reason }) => reason !== undefined)
  const paint = createPaint(stderr.isTTY === true && !process.env.NO_COLOR)
  const blocks = drifts.flatMap(driftBlocks)
  for (const block of blocks) stderr.write(`${blockText(block, paint)}\n`)
  for (const { operation, reason } of unreached) stderr.write(`record: ${operation}: ${reason}\n`)
  for (const line of downloads.missing) stderr.write(`record: a body shows a picture that isn't there: ${line}\n`)
  for (const key of Object.keys(home).filter((name) => !Object.hasOwn(content, name)))
    stderr.write(`record: homeData's "${key}" has no fixture file and isn't recorded\n`)
  const refused = 'nothing was replaced (--lenient would)'
  const errors = drifts.filter(isError)
  if (!isLenient && errors.length > 0)
    throw new CommandError(exitCodes.drift, `${plural(errors.length, 'kind')} of drift: ${refused}`)
  if (!isLenient && unreached.length > 0) throw new CommandError(exitCodes.unchecked, refused)

  const changes = {
    fixtures: await stageFixtures(stage, out, fixtureTexts(content, options.product)),
    images: await stageImages(stage, out, downloads.changed),
  }
  const staged = { fixturesDir: join(stage, 'fixtures'), imagesDir: join(stage, 'images') }
  const faults = await findFaults({ ...staged, product: options.product })
  if (faults) stderr.write(`${faults.message}\n`)
  if (faults && !isLenient) throw new CommandError(exitCodes.drift, `this project could not serve that: ${refused}`)
  // Replaces the pictures first. Their new folder holds the old ones too, so the old fixtures are complete in between.
  if (changes.images) replaceFolder(staged.imagesDir, imagesDir)
  if (changes.fixtures) replaceFolder(staged.fixturesDir, join(out, 'fixtures'))
  const { named, fetched } = downloads
  // Other files do not belong to the recording.
  const gone = (isPruning ? await readdir(imagesDir) : []).filter((name) => isPictureName(name) && !named.has(name))
  for (const name of gone) await unlink(join(imagesDir, name))

  const counts = Object.entries(content).flatMap(([key, list]) =>
    Array.isArray(list) ? [`${list.length} ${key}`] : [],
  )
  const changed = changes.fixtures || changes.images ? '' : '; nothing had changed'
  const pictures = `${plural(named.size, 'picture')} (${fetched} fetched, ${gone.length} deleted)`
  stdout.write(`Recorded ${base} into ${out}: ${counts.join(', ')}, ${pictures}${changed}\n`)
  return exitCodes.holds
}

/** The host of a URL, with its port unless that is the scheme's default. */
function readHost(text: string): string {
  const host = text.toLowerCase()
  if (URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host) return host
  throw new UsageError(`--picture-host takes a host such as cdn.example.org; found ${JSON.stringify(text)}`)
}
