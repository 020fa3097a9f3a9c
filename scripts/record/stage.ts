import { constants, existsSync, mkdirSync, realpathSync, renameSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { exitCodes } from '../../contract-check/command-line/options'
import { CommandError } from '../../contract-check/command-line/run-command'
import { asideOf, restoreFolder, stageOf } from '../../server/content/restore'
import { makeFolder } from '../../server/files'

/** The folder for pictures that are not yet in place. An interrupted recording leaves it to the next recording. */
export function downloadsOf(stage: string): string {
  return join(stage, 'downloads')
}

/**
 * Creates the stage of `out`: a folder next to `fixtures` and `images`, from which a rename moves finished content to its place.
 * Takes over the stage of a killed recording. Throws a CommandError while another recording runs, or the file system's error if
 * the folder can't be written.
 */
export async function claimStage(out: string): Promise<string> {
  const stage = stageOf(out)
  await makeFolder(out)
  try {
    await mkdir(stage)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = await livingOwner(stage)
    if (owner !== undefined) {
      const busy = `process ${owner} is recording into ${out}; if it isn't, delete ${stage}`
      throw new CommandError(exitCodes.unchecked, busy)
    }
    for (const name of ['images', 'fixtures']) restoreFolder(join(out, name))
    const leftovers = (await readdir(stage)).filter((name) => name !== 'downloads')
    for (const name of leftovers) await rm(join(stage, name), { recursive: true })
  }
  await writeFile(join(stage, 'owner'), String(process.pid))
  await mkdir(downloadsOf(stage), { recursive: true })
  return stage
}

/** Returns the process id of the recording that uses a stage, or `undefined` if that recording was killed. */
async function livingOwner(stage: string): Promise<number | undefined> {
  const owner = Number(await readFile(join(stage, 'owner'), 'utf8').catch(() => 0))
  try {
    // A stage with this process's own id is of a killed recording, because a restarted container often uses the same ids.
    return owner > 0 && owner !== process.pid && process.kill(owner, 0) ? owner : undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? owner : undefined
  }
}

/** Builds `stage/fixtures` from the old folder and the new files. Returns true if a file has changed. */
export async function stageFixtures(stage: string, out: string, texts: ReadonlyMap<string, string>): Promise<boolean> {
  const [old, fresh] = await copyOld('fixtures', stage, out, texts)
  let isChanged = false
  for (const [file, text] of texts) {
    if ((await readFile(join(old, file), 'utf8').catch(() => undefined)) !== text) isChanged = true
    // Flushes the file, so that it is complete if the power fails after the rename.
    await writeFile(join(fresh, file), text, { flush: true })
  }
  return isChanged
}

/** Builds `stage/images` from the old folder and the downloaded pictures. Returns true if a picture has changed. */
export async function stageImages(stage: string, out: string, downloaded: ReadonlySet<string>): Promise<boolean> {
  const [old, fresh] = await copyOld('images', stage, out, downloaded)
  for (const name of downloaded) await rename(join(downloadsOf(stage), name), join(fresh, name))
  return downloaded.size > 0 || !existsSync(old)
}

/** Copies the files of an old folder that the recording does not replace, such as `schemas`. Returns the old and the new folder. */
async function copyOld(name: string, stage: string, out: string, replaced: { has: (file: string) => boolean }) {
  const [link, fresh] = [join(out, name), join(stage, name)] as const
  // Copies what a link leads to. A copied link would let the recording write into the old folder before it is checked.
  const old = existsSync(link) ? realpathSync(link) : link
  const filter = (path: string) => !replaced.has(relative(old, path))
  const { COPYFILE_FICLONE: mode } = constants
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, mode, filter }
  await (existsSync(old) ? cp(old, fresh, options) : mkdir(fresh))
  return [old, fresh] as const
}

/**
 * Replaces the folder at `path` with `fresh`. A rename cannot replace a folder with files in it, so the old folder is renamed
 * first. A kill between the two renames leaves the old folder complete at `asideOf(path)`. The next recording and the next start
 * of a server restore it, and a running server serves its last good content meanwhile. The renames are synchronous, so that no
 * signal handler runs between them.
 */
export function replaceFolder(fresh: string, path: string, aside = asideOf(path)): void {
  mkdirSync(dirname(aside), { recursive: true })
  const hasOld = existsSync(path)
  // Keeps a link, and replaces the folder that it leads to.
  const target = hasOld ? realpathSync(path) : path
  if (hasOld) renameSync(target, aside)
  try {
    renameSync(fresh, target)
  } catch (error) {
    if (hasOld) renameSync(aside, target)
    throw error
  }
}
