import { existsSync } from 'node:fs'
import { access, constants, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { cannotWrite, fileErrorText } from '../contract-check/command-line/files'
import { exitCodes, UsageError } from '../contract-check/command-line/options'
import { CommandError } from '../contract-check/command-line/run-command'
import { plural } from '../contract-check/reports/words'
import { isUnmovable, makeFolder } from '../server/files'
import { replaceFiles } from './record/stage'

/** The folders that a command writes. The file `marker` marks them and lists their files. */
export type OutputKind = { name: string; marker: string; command: string }

/** The absolute path of the folder of `--out`. If it is a symbolic link, the folder behind it is replaced and the link stays. */
export function resolveOutput(out: string): Promise<string> {
  return realpath(out).catch(() => resolve(out))
}

/** Throws a UsageError if the folder can't be read, or has files that are not of its kind, because replacing it would delete them. */
export async function checkOutput(out: string, { name, marker }: OutputKind): Promise<void> {
  const names = existsSync(out) ? await readdir(out).catch(cannotWrite('--out')) : []
  const own = names.includes(marker) ? (await readFile(join(out, marker), 'utf8')).split('\n') : []
  const foreign = names.filter((each) => each !== marker && !own.includes(each))
  if (foreign.length > 0)
    throw new UsageError(`--out: ${out} has files that are of no ${name}, so it is not replaced: ${foreign.join(', ')}`)
}

/** Makes a folder for new files next to the output folder, because a rename works only within one file system. */
export async function makeStage(out: string): Promise<string> {
  await makeFolder(dirname(out)).catch(cannotWrite('--out'))
  return mkdtemp(join(dirname(out), `.${basename(out)}-`)).catch(async (error: NodeJS.ErrnoException) => {
    if (!isUnmovable(error) || !existsSync(out)) return cannotWrite('--out')(error)
    // Only the folder itself can be written, for example as a mount in a container.
    await access(out, constants.W_OK).catch(cannotWrite('--out'))
    return mkdtemp(join(tmpdir(), 'ugarit-'))
  })
}

/** The text of the marker, which lists the files of the new folder. */
export async function markerText(fresh: string, { command }: OutputKind): Promise<string> {
  return [`Made by "${command}".`, ...(await readdir(fresh)).sort(), ''].join('\n')
}

/** Replaces the folder in one step, or one file after the other where it can't be renamed, for example at a mount. */
export async function replaceOutput(fresh: string, out: string, aside: string): Promise<void> {
  const entries = await readdir(fresh, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fresh, join(entry.parentPath, entry.name)))
  // Pages come after the files that they load.
  files.sort((a, b) => Number(a.endsWith('.html')) - Number(b.endsWith('.html')))
  let done = 0
  const onFiles = (count: number) => {
    done += count
  }
  try {
    if (await replaceFiles(fresh, out, files, { aside, onFiles })) return
    for (const path of await readdir(out, { recursive: true }))
      if (!existsSync(join(fresh, path))) await rm(join(out, path), { recursive: true, force: true })
  } catch (error) {
    const text = fileErrorText(error, out)
    if (text === undefined || done === 0) throw error
    throw new CommandError(exitCodes.unchecked, `wrote ${done} of ${plural(files.length, 'file')} into ${out}: ${text}`)
  }
}
