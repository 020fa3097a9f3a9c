import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../support/app'
import { startServer } from './setup'

/** Starts the production build once for all browser tests, on a free port; `npm test` has built it just before. */
export default async function startSite(): Promise<() => Promise<void>> {
  const imagesDir = await smallPictures()
  const server = await startServer({ IMAGES_DIR: imagesDir, CACHE_DIR: 'off' })
  process.env.SITE = server.address
  return async () => {
    await server.stop()
    await rm(imagesDir, { recursive: true })
  }
}

/**
 * Small copies of the site's pictures: resizing the real ones takes half a minute of processor time, and layout does not depend on
 * them.
 */
export async function smallPictures(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const picture = sharp({ create: { width: 32, height: 18, channels: 3, background: 'teal' } })
  for (const name of await readdir(join(root, 'images'))) await picture.clone().toFile(join(folder, name))
  return folder
}
