import { existsSync } from 'node:fs'
import { readdir, rmdir, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isPictureName } from '#contract/picture-files'
import { CommandError, runCommand } from '../command-line/command'
import { cannotWrite, deleteAfter } from '../command-line/files'
import {
  exitCodes,
  type Flags,
  type Output,
  readServerAddress,
  readServerOptions,
  serverFlags,
  UsageError,
} from '../command-line/options'
import { createProgress, followCheck } from '../command-line/progress'
import { type CheckOptions, check } from '../contract/check'
import { createPaint, driftsText } from '../contract/reports/text'
import { allDrifts, plural } from '../contract/reports/words'
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
    const options = { url: readServerAddress(positionals), ...readServerOptions(values) }
    if (values.out === '') throw new UsageError('--out takes a folder; found ""')
    const out = resolve(values.out ?? join(import.meta.dirname, '../..'))
    const missing: string[] = []
    for (let folder = out; !existsSync(folder); folder = dirname(folder)) missing.push(folder)
    const stage = await claimStage(out).catch(cannotWrite('--out'))
    try {
      // `record` replaces each folder synchronously. So a signal cannot interrupt a replacement halfway.
      return await deleteAfter(stage, () => record(options, out, stage, values, output))
    } finally {
      // Removes the created folders that are still empty; rmdir refuses all others.
      for (const folder of missing) await rmdir(folder).catch(() => undefined)
    }
  })
}

async function record(
  options: CheckOptions,
  out: string,
  stage: string,
  { lenient: isLenient = false, prune: isPruning = false }: { lenient?: boolean; prune?: boolean },
  output: Output,
): Promise<number> {
  const { stdout, stderr } = output
  const progress = createProgress('record', output)
  const imagesDir = join(out, 'images')
  let downloads: Downloads = { named: new Set(), changed: new Set(), missing: [], fetched: 0 }
  const events = check(options, async (session, home) => {
    const onProgress = (done: number, all: number) => progress.show(() => `${done} of ${all} pictures`)
    downloads = await downloadPictures(session, home, { into: downloadsOf(stage), imagesDir, isLenient, onProgress })
    return downloads.named.size
  })
  const { report, read } = await followCheck(events, progress)
  const { url, product } = report
  if (!read)
    throw new CommandError(exitCodes.unchecked, report.unchecked ?? `${url}: homeData answered no content to record`)
  const { home, content } = read
  const unreached = report.operations.filter(({ reason }) => reason !== undefined)
  const drifts = allDrifts(report)
  if (drifts.length > 0) stderr.write(`${driftsText(drifts, createPaint(stderr))}\n`)
  for (const { operation, reason } of unreached) progress.say(`${operation}: ${reason}`)
  for (const line of downloads.missing) progress.say(`a body shows a picture that isn't there: ${line}`)
  for (const key of Object.keys(home).filter((name) => !Object.hasOwn(content, name)))
    progress.say(`homeData's ${JSON.stringify(key)} has no fixture file and isn't recorded`)
  const refused = 'nothing was replaced (--lenient would)'
  const errors = report.drifts.length
  if (!isLenient && errors > 0)
    throw new CommandError(exitCodes.drift, `${plural(errors, 'kind')} of drift: ${refused}`)
  if (!isLenient && unreached.length > 0) throw new CommandError(exitCodes.unchecked, refused)

  const changes = {
    fixtures: await stageFixtures(stage, out, fixtureTexts(content, product)),
    images: await stageImages(stage, out, downloads.changed),
  }
  const staged = { fixturesDir: join(stage, 'fixtures'), imagesDir: join(stage, 'images') }
  const faults = await findFaults({ ...staged, product })
  if (faults) stderr.write(`${faults.message}\n`)
  if (faults && !isLenient) throw new CommandError(exitCodes.drift, `this project could not serve that: ${refused}`)
  // Replaces the pictures first. The new folder holds the old pictures too, so a kill leaves the old fixtures with their pictures.
  if (changes.images) replaceFolder(staged.imagesDir, imagesDir)
  if (changes.fixtures) replaceFolder(staged.fixturesDir, join(out, 'fixtures'))
  const { named, fetched } = downloads
  // Deletes only pictures, because other files in the folder do not come from a recording.
  const gone = (isPruning ? await readdir(imagesDir) : []).filter((name) => isPictureName(name) && !named.has(name))
  for (const name of gone) await unlink(join(imagesDir, name))

  const counts = Object.entries(content).flatMap(([key, list]) =>
    Array.isArray(list) ? [`${list.length} ${key}`] : [],
  )
  const changed = changes.fixtures || changes.images ? '' : '; nothing had changed'
  const pictures = `${plural(named.size, 'picture')} (${fetched} fetched, ${gone.length} deleted)`
  stdout.write(`Recorded ${url} into ${out}: ${counts.join(', ')}, ${pictures}${changed}\n`)
  return exitCodes.holds
}
