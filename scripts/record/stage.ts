import { constants, existsSync, realpathSync, renameSync } from 'node:fs'
import {
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { exitCodes } from '../../contract-check/command-line/options'
import { CommandError } from '../../contract-check/command-line/run-command'
import { restoreFolder, stageOf } from '../../server/content/restore'
import { copyOwner, draftPattern, isUnmovable, makeFolder, replaceFile, targetOf } from '../../server/files'

/** The folder for pictures that are not yet in place. An interrupted recording leaves it to the next recording. */
export function downloadsOf(stage: string): string {
  return join(stage, 'downloads')
}

/**
 * Creates the stage of `out`: a folder next to `fixtures` and `images`, from which a rename moves finished content to its place.
 * Takes over the stage of a killed recording. If only the two folders can be written, as mounts in a container, the stage is in the
 * temporary folder. Throws a CommandError while another recording runs, or the file system's error if the folder can't be written.
 */
export async function claimStage(out: string): Promise<string> {
  const stage = stageOf(out)
  await makeFolder(out)
  try {
    await mkdir(stage)
  } catch (error) {
    if (isUnmovable(error) && ['fixtures', 'images'].every((name) => existsSync(join(out, name)))) {
      const temporary = await mkdtemp(join(tmpdir(), 'ugarit-record-'))
      await mkdir(downloadsOf(temporary))
      return temporary
    }
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

/** Builds `stage/fixtures` from the old folder and the new files. Returns the names of the files that have changed. */
export async function stageFixtures(stage: string, out: string, texts: ReadonlyMap<string, string>): Promise<string[]> {
  const [old, fresh] = await copyOld('fixtures', stage, out, texts)
  const changed: string[] = []
  for (const [file, text] of texts) {
    if ((await readFile(join(old, file), 'utf8').catch(() => undefined)) !== text) changed.push(file)
    // Flushes the file, so that it is complete if the power fails after the rename.
    await writeFile(join(fresh, file), text, { flush: true })
  }
  await copyOwners(old, fresh)
  return changed
}

/** Builds `stage/images` from the old folder and the downloaded pictures. Returns the names of the pictures that have changed. */
export async function stageImages(stage: string, out: string, downloaded: ReadonlySet<string>): Promise<string[]> {
  const [old, fresh] = await copyOld('images', stage, out, downloaded)
  for (const name of downloaded) await rename(join(downloadsOf(stage), name), join(fresh, name))
  await copyOwners(old, fresh)
  return [...downloaded]
}

/** Copies the files of an old folder that the recording does not replace, such as `schemas`. Returns the old and the new folder. */
async function copyOld(name: string, stage: string, out: string, replaced: { has: (file: string) => boolean }) {
  // If the folder is a link, copies the folder that it leads to. A copied link would let the recording write into the old folder before
  // it is checked.
  const [old, fresh] = [await targetOf(join(out, name)), join(stage, name)] as const
  const filter = (path: string) => !replaced.has(relative(old, path)) && !draftPattern.test(basename(path))
  const { COPYFILE_FICLONE: mode } = constants
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, mode, filter }
  await (existsSync(old) ? cp(old, fresh, options) : mkdir(fresh))
  return [old, fresh] as const
}

/** The bit of a folder's mode that gives new files in it the folder's group. */
const setGroupBit = 0o2000

/** Gives the new folder and its files the owner, the group and the mode of the old ones. */
async function copyOwners(old: string, fresh: string): Promise<void> {
  const folder = await stat(old).catch(() => undefined)
  if (!folder) return
  for (const name of ['', ...(await readdir(fresh, { recursive: true }))]) {
    const path = join(fresh, name)
    if ((await lstat(path)).isSymbolicLink()) continue
    const before = await stat(join(old, name)).catch(() => undefined)
    if (before) await copyOwner(before, path)
    else if (folder.mode & setGroupBit) await chown(path, -1, folder.gid).catch(() => undefined)
  }
}

export type Replacing = {
  /** The path of the old folder while the new one is renamed, in the stage. */
  aside: string
  /** Is called with the number of files after each step that replaced files. */
  onFiles: (count: number) => void
}

/**
 * Replaces the files `names` of the folder at `path` by those in `fresh`, which also holds the other files of the old folder. Returns
 * true if it replaced the folder in one step. Where a rename cannot do that, for example at a mount, replaces one file after the
 * other and returns false; a kill between two files leaves both old and new files, each of them complete.
 */
export async function replaceFiles(
  fresh: string,
  path: string,
  names: readonly string[],
  { aside, onFiles }: Replacing,
): Promise<boolean> {
  const target = await targetOf(path)
  if (!(await holdsLinksOrMounts(target))) {
    try {
      await makeFolder(dirname(target))
      replaceFolder(fresh, target, aside)
      onFiles(names.length)
      return true
    } catch (error) {
      if (!isUnmovable(error)) throw error
    }
  }
  await makeFolder(target)
  // Removes drafts that a killed recording has left.
  for (const name of await readdir(target)) if (draftPattern.test(name)) await rm(join(target, name))
  for (const name of names) {
    const [from, to] = [join(fresh, name), join(target, name)]
    const bytes = await readFile(from)
    if (!(await readFile(to).catch(() => undefined))?.equals(bytes)) {
      await makeFolder(dirname(to))
      await replaceFile(to, bytes)
      const { atime, mtime } = await stat(from)
      // The date of a picture tells the next recording that it has not changed.
      await utimes(to, atime, mtime).catch(() => undefined)
    }
    onFiles(1)
  }
  return false
}

/** Returns true if a folder has links or mounted files in it. Renaming it would replace them by plain files. */
async function holdsLinksOrMounts(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  if (entries.some((entry) => entry.isSymbolicLink())) return true
  // Linux lists the mounts here, with the path as the fifth word and spaces as \\040.
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const escaped = `${folder}/`.replaceAll(' ', '\\040')
  return mounts.split('\n').some((line) => line.split(' ')[4]?.startsWith(escaped))
}

/**
 * Replaces the folder at `path` with `fresh`. A rename cannot replace a folder with files in it, so the old folder is renamed
 * first. A kill between the two renames leaves the old folder complete at `aside`. If that was a recording, the next one and the next
 * start of a server restore the folder (`restoreFolder`), and a running server serves its last good content meanwhile. The renames are
 * synchronous, so that no signal handler runs between them.
 */
export function replaceFolder(fresh: string, path: string, aside: string): void {
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
