import { link, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hiddenDifference } from '#contract/text/unicode'
import { createNameClaims, refusalOf } from './portable-names'

type ExportFilesOptions = {
  /** The folder of the new export, and that of the export before. */
  fresh: string
  before: string
  warn: (text: string) => void
  /** The name of the system, as in `process.platform`. */
  platform?: NodeJS.Platform
}

/**
 * Creates a function that writes a file of an export. It never overwrites another file of the same export, and tells names that other
 * systems refuse or take for one. It returns `left out` for a file that could not have its name, `linked` for one that is the same in
 * the export before, and else `written`.
 */
export function createExportFiles({ fresh, before, warn, platform = process.platform }: ExportFilesOptions) {
  const claim = createNameClaims()
  return async (path: string, body: Buffer): Promise<'left out' | 'linked' | 'written'> => {
    const [target, old] = [join(fresh, path), join(before, path)]
    const refusal = refusalOf(path)
    const earlier = claim(path)
    const isLeftOut = earlier === path || (refusal !== undefined && platform === 'win32')
    const isShown = path.endsWith('/index.html') ? '; its address is shown by 404.html' : ''
    const outcome = isLeftOut ? ` (left out${isShown})` : ''
    if (refusal !== undefined) warn(`${path}: ${refusal}${outcome}`)
    if (earlier === path) warn(`${path}: a second file of this name is left out`)
    if (isLeftOut) return 'left out'
    if (earlier !== undefined) {
      const difference = hiddenDifference(path, earlier)
      const other = difference ? `a file that has the same name but for ${difference}` : earlier
      warn(`${path}: one name with ${other} on macOS and Windows`)
    }
    await mkdir(dirname(target), { recursive: true })
    try {
      // The link keeps the date, so upload tools skip the file.
      const isSame = (await readFile(old).catch(() => undefined))?.equals(body)
      if (isSame && (await isLinked(old, target))) return 'linked'
      await writeFile(target, body, { flag: 'wx' })
      return 'written'
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // This file system takes the two names for one.
      warn(`${path}: left out${isShown}, because a file of that name is there`)
      return 'left out'
    }
  }
}

/** Links a file of the export before. False for a file system without links. */
async function isLinked(old: string, target: string): Promise<boolean> {
  try {
    await link(old, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    return false
  }
}
