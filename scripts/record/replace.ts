import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { asideOf } from '../../server/content/restore'

/**
 * Replaces the folder `target` with `fresh`. A rename cannot replace a folder with files in it, so the old folder is renamed
 * first. A kill between the two renames leaves the old folder complete at `asideOf(target)`. The next recording and the next start
 * of a server restore it, and a running server serves its last good content meanwhile. Synchronous, so that no signal handler
 * runs in between.
 */
export function replaceFolder(fresh: string, target: string, aside = asideOf(target)): void {
  if (!existsSync(target)) {
    renameSync(fresh, target)
    return
  }
  mkdirSync(dirname(aside), { recursive: true })
  renameSync(target, aside)
  try {
    renameSync(fresh, target)
  } catch (error) {
    renameSync(aside, target)
    throw error
  }
}
