import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Replaces content so that a recording that is killed at any moment leaves it complete.
 *
 * A rename cannot replace a folder with files in it, and seven renames of single fixture files could be interrupted. Linux can
 * exchange two folders in one step (renameat2 with RENAME_EXCHANGE). Node has no such call, so perl makes it, which Debian and
 * Red Hat include, or `mv --exchange` of coreutils 9.5.
 *
 * The two folders are replaced one after the other. The pictures come first, and their new folder holds all the old ones too, so
 * the old fixtures still find every picture in between. With --prune, pictures that the content no longer names are deleted
 * after the fixtures are replaced.
 *
 * Other systems cannot exchange folders: the old folder is renamed, then the new one takes its name. A kill between these two
 * calls leaves the old folder complete under its temporary name. The next recording restores it (`restore`), and a running
 * server serves its last good content meanwhile.
 */

/** The temporary name of the old folder on systems that cannot exchange folders. */
const asideName = (folder: string) => `old-${folder}`

/** Replaces `out/NAME` with `stage/NAME`. Synchronous, so that no signal handler runs in between. */
export function replaceFolder(name: string, stage: string, out: string): void {
  const [fresh, target, aside] = [join(stage, name), join(out, name), join(stage, asideName(name))]
  if (!existsSync(target)) {
    renameSync(fresh, target)
    return
  }
  if (exchange(fresh, target)) return
  renameSync(target, aside)
  try {
    renameSync(fresh, target)
  } catch (error) {
    renameSync(aside, target)
    throw error
  }
}

/** Restores the folders that a killed recording had renamed. */
export function restore(stage: string, out: string): void {
  for (const name of ['images', 'fixtures']) {
    const aside = join(stage, asideName(name))
    if (existsSync(aside) && !existsSync(join(out, name))) renameSync(aside, join(out, name))
  }
}

/** The number of the system call renameat2 by processor (Linux). In the script, -100 is AT_FDCWD and 2 is RENAME_EXCHANGE. */
const renameat2: Record<string, number> = { x64: 316, arm64: 276 }
const script = 'exit(syscall($ARGV[0] + 0, -100, $ARGV[1], -100, $ARGV[2], 2) == 0 ? 0 : 1)'

function exchange(a: string, b: string): boolean {
  if (process.platform !== 'linux') return false
  const call = renameat2[process.arch]
  const wanted = statSync(a).ino
  const attempts: [string, string[]][] = [
    ...(call ? [['perl', ['-e', script, String(call), a, b]] satisfies [string, string[]]] : []),
    ['mv', ['--exchange', '--no-target-directory', a, b]],
  ]
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore', timeout: 10_000 })
    } catch {
      // Ignores the error, because the check below shows whether the folders were exchanged.
    }
    if (statSync(b).ino === wanted) return true
  }
  return false
}
