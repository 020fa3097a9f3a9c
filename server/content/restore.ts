import { existsSync, lstatSync, readlinkSync, renameSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The folder beside `fixtures` and `images` in which `npm run record` prepares new ones. */
export const stageOf = (out: string): string => join(out, '.record')

/** The name of an old folder while a recording replaces it. */
const asideOf = (folder: string): string => join(stageOf(dirname(folder)), `old-${basename(folder)}`)

/** Restores a folder that a killed recording had renamed. */
export function restoreFolder(folder: string): void {
  const aside = asideOf(folder)
  if (existsSync(folder) || !existsSync(aside)) return
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()
  renameSync(aside, isLink ? resolve(dirname(folder), readlinkSync(folder)) : folder)
}
