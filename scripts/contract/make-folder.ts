import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder with those around it, and gives the ones that weren't there, outermost first. Not `mkdir` with `recursive`:
 * that never ends where a folder can't be made although the one around it is there, as below `/proc` (Node 20 to 24).
 */
export async function makeFolder(path: string): Promise<string[]> {
  try {
    await mkdir(path)
    return [path]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return []
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    const around = await makeFolder(dirname(path))
    await mkdir(path)
    return [...around, path]
  }
}
