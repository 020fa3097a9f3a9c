import { chmod, copyFile, cp, link, mkdir, readdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isPictureName } from '#contract/picture-files'
import { writeSynced } from './write-synced'

/**
 * Builds `stage/fixtures` from the new files and all other files of the old folder, such as `schemas`. Returns true if a file
 * has changed.
 */
export async function assembleFixtures(stage: string, out: string, texts: Map<string, string>): Promise<boolean> {
  const [old, fresh] = [join(out, 'fixtures'), join(stage, 'fixtures')]
  const files = [...texts.keys()]
  const before = await Promise.all(files.map((file) => readFile(join(old, file), 'utf8').catch(() => undefined)))
  await mkdir(fresh)
  if (await stat(old).catch(() => undefined)) {
    const filter = (source: string) => !files.some((file) => source === join(old, file))
    await cp(old, fresh, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter })
  }
  for (const [file, text] of texts) {
    await writeSynced(join(fresh, file), text)
  }
  return before.some((text, index) => text !== texts.get(files[index] ?? ''))
}

/** Builds `stage/images` from the old pictures, as hard links, and the new ones. Returns true if a picture has changed. */
export async function assembleImages(stage: string, out: string, names: Iterable<string>): Promise<boolean> {
  const [old, fresh, downloads] = [join(out, 'images'), join(stage, 'images'), join(stage, 'downloads')]
  await mkdir(fresh)
  const folder = await stat(old).catch(() => undefined)
  if (folder) await chmod(fresh, folder.mode)
  const changed: string[] = []
  for (const name of names) if (!(await isSame(join(downloads, name), join(old, name)))) changed.push(name)
  const isChanged = new Set(changed)
  for (const entry of folder ? await readdir(old, { withFileTypes: true }) : []) {
    const [from, to] = [join(old, entry.name), join(fresh, entry.name)]
    if (isChanged.has(entry.name)) continue
    if (entry.isFile()) await link(from, to).catch(() => copyFile(from, to))
    else await cp(from, to, { recursive: true, verbatimSymlinks: true })
  }
  for (const name of changed) await rename(join(downloads, name), join(fresh, name))
  return changed.length > 0 || !folder
}

/** True if the old picture has the same bytes. Gives it the server's date, so that the next recording does not fetch it. */
async function isSame(fresh: string, old: string): Promise<boolean> {
  const bytes = await readFile(old).catch(() => undefined)
  if (!bytes?.equals(await readFile(fresh))) return false
  const { atime, mtime } = await stat(fresh)
  await utimes(old, atime, mtime)
  return true
}

/** Pictures that the content no longer names. Ignores other files, which do not belong to the recording. */
export async function goneImages(imagesDir: string, named: ReadonlySet<string>): Promise<string[]> {
  const files = await readdir(imagesDir).catch(() => [])
  return files.filter((file) => isPictureName(file) && !named.has(file))
}
