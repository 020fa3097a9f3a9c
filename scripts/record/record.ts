import { existsSync } from 'node:fs'
import { readdir, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPictureName } from '#contract/picture-files'
import { type CheckOptions, check } from '../../contract-check/check'
import { cannotWrite, deleteAfter, fileErrorText, type Uninterrupted } from '../../contract-check/command-line/files'
import { exitCodes } from '../../contract-check/command-line/options'
import { followCheck, type Progress, silent } from '../../contract-check/command-line/progress'
import { CommandError } from '../../contract-check/command-line/run-command'
import type { Report } from '../../contract-check/report'
import { driftsText, type Paint } from '../../contract-check/reports/text'
import { allDrifts, plural } from '../../contract-check/reports/words'
import { readImageNames } from '../../server/content/load'
import { loadResize } from '../../server/images/load-resize'
import { findViolations, fixtureTexts } from '../fixtures/fixture-files'
import { type Downloads, downloadPictures, withFiles } from './download'
import { nextSteps, stepsAfterRefusal } from './next-steps'
import { claimStage, downloadsOf, replaceFiles, stageFixtures, stageImages } from './stage'

export type RecordOptions = CheckOptions & {
  /** The folder whose `fixtures` and `images` are replaced. */
  out: string
  /** Deletes pictures that nothing names any more. */
  isPruning?: boolean
  /** Records also what the API gets wrong. */
  isLenient?: boolean
  progress?: Progress
  /** The name of the packed archive's command, which the next steps name in place of npm scripts. */
  packed?: string | undefined
}

/** A finished recording. */
export type Recording = {
  report: Report
  /** Lines about what was left out. */
  notes: string[]
  /** The number of items by list. */
  counts: Record<string, number>
  pictures: { named: number; fetched: number; deleted: number }
  /** False if `out` held the same content before. */
  isChanged: boolean
  /** Tells the user how to go on with the recording. */
  next: string
}

/** Thrown if not everything was replaced. The message says what was replaced, and why not all; `report` and `notes` say what was found. */
export class RecordError extends CommandError {
  constructor(
    exitCode: number,
    message: string,
    readonly report: Report,
    readonly notes: string[],
  ) {
    super(exitCode, message)
  }
}

/** Writes the drift of a recording and its notes as lines of text. */
export function recordingText({ report, notes }: Pick<Recording, 'report' | 'notes'>, paint?: Paint): string {
  const drifts = allDrifts(report)
  return [...(drifts.length > 0 ? [driftsText(drifts, paint)] : []), ...notes].map((line) => `${line}\n`).join('')
}

/**
 * Records a server's content as fixtures and pictures in `out`. Replaces nothing before everything is checked. Throws a RecordError
 * for drift or an unreachable server, and a UsageError if `out` cannot be written.
 */
export async function record(options: RecordOptions): Promise<Recording> {
  const { out } = options
  const missing: string[] = []
  for (let folder = out; !existsSync(folder); folder = dirname(folder)) missing.push(folder)
  const stage = await claimStage(out).catch(cannotWrite('--out', out))
  try {
    return await deleteAfter(stage, (uninterrupted) =>
      recordInto(stage, uninterrupted, options).catch((error: unknown) => {
        const text = fileErrorText(error, stage)
        throw text === undefined ? error : new CommandError(exitCodes.unchecked, `nothing was replaced: ${text}`)
      }),
    )
  } finally {
    // Removes the created folders that are still empty; rmdir refuses all others.
    for (const folder of missing) await rmdir(folder).catch(() => undefined)
  }
}

async function recordInto(
  stage: string,
  uninterrupted: Uninterrupted,
  { out, isPruning = false, isLenient = false, progress = silent, packed, ...options }: RecordOptions,
): Promise<Recording> {
  const imagesDir = join(out, 'images')
  let downloads: Downloads = { named: new Set(), changed: new Set(), files: new Map(), missing: [], fetched: 0 }
  const events = check(options, async (session, home) => {
    const onProgress = (done: number, all: number) => progress.show(() => `${done} of ${all} pictures`)
    downloads = await downloadPictures(session, home, { into: downloadsOf(stage), imagesDir, isLenient, onProgress })
    return downloads.named.size
  })
  const { report, read } = await followCheck(events, progress)
  const { url, product } = report
  const notes: string[] = []
  if (!(await loadResize())) notes.push('pictures are not decoded, because sharp is not installed')
  const fail = (exitCode: number, message: string) => new RecordError(exitCode, message, report, notes)
  if (!read) throw fail(exitCodes.unchecked, report.unchecked ?? `${url}: homeData answered no content to record`)
  const { home } = read
  const content = withFiles(read.content, downloads.files)
  const unreached = report.operations.filter(({ reason }) => reason !== undefined)
  for (const { operation, reason } of unreached) notes.push(`${operation}: ${reason}`)
  for (const line of downloads.missing) notes.push(`a body shows a picture that isn't there: ${line}`)
  for (const key of Object.keys(home).filter((name) => !Object.hasOwn(content, name)))
    notes.push(`homeData's ${JSON.stringify(key)} has no fixture file and isn't recorded`)
  const refused = 'nothing was replaced (--lenient would)'
  const recorded = {
    content,
    images: new Set([...(await readImageNames(imagesDir)), ...downloads.changed]),
    product,
    out,
    packed,
  }
  const refusal = stepsAfterRefusal(url, recorded)
  const errors = report.drifts.length
  if (!isLenient && errors > 0) {
    notes.push(refusal)
    throw fail(exitCodes.drift, `${plural(errors, 'kind')} of drift: ${refused}`)
  }
  if (!isLenient && unreached.length > 0) {
    notes.push('Next: run this command again when the API answers all calls')
    throw fail(exitCodes.unchecked, refused)
  }

  const changes = {
    fixtures: await stageFixtures(stage, out, fixtureTexts(content, product)),
    images: await stageImages(stage, out, downloads.changed),
  }
  const staged = { fixturesDir: join(stage, 'fixtures'), imagesDir: join(stage, 'images') }
  const violations = await findViolations({ ...staged, product })
  if (violations) notes.push(violations.message)
  if (violations && !isLenient) {
    notes.push(refusal)
    throw fail(exitCodes.drift, `this project could not serve that: ${refused}`)
  }
  const { named, fetched } = downloads
  const replaced = { images: 0, fixtures: 0 }
  const replace = (name: 'images' | 'fixtures') =>
    replaceFiles(join(stage, name), join(out, name), changes[name], {
      aside: join(stage, `old-${name}`),
      onFiles: (count) => {
        replaced[name] += count
      },
    })
  const gone: string[] = []
  try {
    // Replaces the pictures first. The new folder holds the old pictures too, so a kill leaves the old fixtures with their pictures.
    await uninterrupted(async () => {
      if (changes.images.length > 0 || !existsSync(imagesDir)) await replace('images')
      if (changes.fixtures.length > 0) await replace('fixtures')
    })
    // Deletes only pictures, because other files in the folder do not come from a recording.
    const pictures = isPruning ? (await readdir(imagesDir)).filter(isPictureName) : []
    for (const name of pictures.filter((picture) => !named.has(picture))) {
      await unlink(join(imagesDir, name))
      gone.push(name)
    }
  } catch (error) {
    const text = fileErrorText(error, out)
    if (text === undefined) throw error
    const done = (['images', 'fixtures'] as const).map(
      (name) => `${replaced[name]} of ${plural(changes[name].length, 'changed file')} in ${join(out, name)}`,
    )
    if (gone.length > 0) done.push(`deleted ${plural(gone.length, 'picture')}`)
    const hasReplaced = replaced.images + replaced.fixtures + gone.length > 0
    const outcome = hasReplaced ? `replaced ${done.join(' and ')}` : 'nothing was replaced'
    throw fail(exitCodes.unchecked, `${outcome}: ${text}`)
  }
  const lists = Object.entries(content).flatMap(([key, list]) => (Array.isArray(list) ? [[key, list.length]] : []))
  return {
    report,
    notes,
    counts: Object.fromEntries(lists) as Record<string, number>,
    pictures: { named: named.size, fetched, deleted: gone.length },
    isChanged: changes.fixtures.length + changes.images.length > 0,
    next: nextSteps(recorded),
  }
}
