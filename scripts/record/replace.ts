import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/*
 * How a recording replaces content so that a kill at any moment leaves it whole.
 *
 * No call renames over a folder that isn't empty, and renaming seven fixture files one by one would leave a mixture. Linux can
 * exchange two folders in one step (renameat2 with RENAME_EXCHANGE): before it there is the old folder, after it the new one.
 * Node has no such call, so perl makes it, which every Debian and Red Hat has, or `mv --exchange` of coreutils 9.5.
 *
 * Two folders are two steps. The pictures go first, and their new folder holds all the old ones as well, so the old fixtures
 * still find every picture between the steps; what is gone is deleted after the fixtures are replaced (only with --prune).
 *
 * Where folders can't be exchanged, the old one is renamed aside and the new one into its place. A kill between these two
 * calls, with nothing in between, leaves the old folder whole but aside; `restore` puts it back when the next recording
 * starts, and a running server serves its last good content meanwhile.
 */

/** Where a folder waits between the two renames of a system that can't exchange folders. */
const asideName = (folder: string) => `old-${folder}`

/** Puts `stage/NAME` in the place of `out/NAME`. Synchronous, so that no signal handler runs in between. */
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

/** Puts back what a killed recording had renamed aside. */
export function restore(stage: string, out: string): void {
  for (const name of ['images', 'fixtures']) {
    const aside = join(stage, asideName(name))
    if (existsSync(aside) && !existsSync(join(out, name))) renameSync(aside, join(out, name))
  }
}

/** renameat2's number by processor (Linux's syscall tables); -100 is AT_FDCWD and 2 RENAME_EXCHANGE. */
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
      // Not there, or not able to: what counts is what lies in the place now.
    }
    if (statSync(b).ino === wanted) return true
  }
  return false
}
