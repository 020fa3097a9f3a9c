import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Creates a folder and its parents. Does not use `recursive` of mkdir, because it hangs below /proc (Node 20 to 24). */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Replaces a file in one step, so that a killed process or a power cut leaves either the old or the new content complete. */
export async function replaceFile(path: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    await writeFile(draft, content, { flush: true })
    await rename(draft, path)
  } finally {
    // Removes an incomplete draft, for example after the disk was full.
    await rm(draft, { force: true }).catch(() => undefined)
  }
}
