import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a folder and its parents. Not with mkdir's `recursive`, which hangs below /proc (Node 20 to 24). */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
