import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, cp, link, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { asideOf, restoreFolder, stageOf } from '../../server/content/restore'
import { CommandError } from '../command-line/command'
import { exitCodes } from '../command-line/options'

/** The folder for pictures that are not yet in place. An interrupted recording leaves it to the next one. */
export function downloadsOf(stage: string): string {
  return join(stage, 'downloads')
}

/**
 * Creates the stage of `out`: a folder next to `fixtures` and `images`, from which a rename moves finished content to its place.
 * Takes over that of a killed recording. Throws a CommandError while another recording runs, and the error of the file system if
 * the folder can't be written.
 */
export function claimStage(out: string): string {
  const stage = stageOf(out)
  try {
    mkdirSync(stage)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = readOwner(stage)
    if (isAlive(owner)) {
      const busy = `process ${owner} is recording into ${out}; if it isn't, delete ${stage}`
      throw new CommandError(exitCodes.unchecked, busy)
    }
    for (const name of ['images', 'fixtures']) restoreFolder(join(out, name))
    for (const name of readdirSync(stage)) if (name !== 'downloads') rmSync(join(stage, name), { recursive: true })
  }
  writeFileSync(join(stage, 'owner'), String(process.pid))
  mkdirSync(downloadsOf(stage), { recursive: true })
  return stage
}

/** The process id of the recording that made a stage; 0 if it was killed before it had written that. */
function readOwner(stage: string): number {
  try {
    return Number(readFileSync(join(stage, 'owner'), 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  // In a container the next process often has the process id of the last one.
  if (!pid || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Builds `stage/fixtures` from the new files and all other files of the old folder, such as `schemas`. Returns true if a file
 * has changed.
 */
export async function stageFixtures(stage: string, out: string, texts: ReadonlyMap<string, string>): Promise<boolean> {
  const [old, fresh] = [join(out, 'fixtures'), join(stage, 'fixtures')]
  await mkdir(fresh)
  const filter = (path: string) => !texts.has(relative(old, path))
  if (existsSync(old))
    await cp(old, fresh, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter })
  let isChanged = false
  for (const [file, text] of texts) {
    if ((await readFile(join(old, file), 'utf8').catch(() => undefined)) !== text) isChanged = true
    // Flushed, so that a power cut after the rename finds the file whole.
    await writeFile(join(fresh, file), text, { flush: true })
  }
  return isChanged
}

/** Builds `stage/images` from the old pictures, as hard links, and the downloaded ones. Returns true if a picture has changed. */
export async function stageImages(stage: string, out: string, downloaded: ReadonlySet<string>): Promise<boolean> {
  const [old, fresh] = [join(out, 'images'), join(stage, 'images')]
  await mkdir(fresh)
  const hasOld = existsSync(old)
  if (hasOld) await chmod(fresh, (await stat(old)).mode)
  for (const entry of hasOld ? await readdir(old, { withFileTypes: true }) : []) {
    if (downloaded.has(entry.name)) continue
    const [from, to] = [join(old, entry.name), join(fresh, entry.name)]
    if (entry.isFile()) await link(from, to).catch(() => copyFile(from, to))
    else await cp(from, to, { recursive: true, verbatimSymlinks: true })
  }
  for (const name of downloaded) await rename(join(downloadsOf(stage), name), join(fresh, name))
  return downloaded.size > 0 || !hasOld
}

/**
 * Replaces the folder `target` with `fresh`. A rename cannot replace a folder with files in it, so the old folder is renamed
 * first. A kill between the two renames leaves the old folder complete at `asideOf(target)`. The next recording and the next start
 * of a server restore it, and a running server serves its last good content meanwhile. Synchronous, so that no signal handler
 * runs in between.
 */
export function replaceFolder(fresh: string, target: string, aside = asideOf(target)): void {
  mkdirSync(dirname(aside), { recursive: true })
  const hasOld = existsSync(target)
  if (hasOld) renameSync(target, aside)
  try {
    renameSync(fresh, target)
  } catch (error) {
    if (hasOld) renameSync(aside, target)
    throw error
  }
}
