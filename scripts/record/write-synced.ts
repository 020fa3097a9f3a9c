import { open } from 'node:fs/promises'

/** Writes a file and waits until it is on the disk, so that a power cut after a rename finds it whole. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
