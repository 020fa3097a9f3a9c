import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { root } from '../support/app'
import { startBuiltServer } from '../support/built-server'
import { freePort } from '../support/free-port'
import { type GenerateOptions, generateContent, makeContent } from '../support/generated-content'

export type Server = { address: string; stop: () => Promise<void> }

/** Starts the production build once for all browser tests, on a free port. `npm test` builds it before. */
export default async function startSite(): Promise<() => Promise<void>> {
  const imagesDir = await smallPictures()
  // Servers that tests start use these pictures too.
  process.env.PICTURES = imagesDir
  const server = await startServer()
  process.env.SITE = server.address
  return async () => {
    await server.stop()
    await rm(imagesDir, { recursive: true })
  }
}

/** Starts a build's server on a free port, with additional environment variables. Resolves when the server renders pages. */
export async function startServer(env: Record<string, string> = {}, distDir?: string): Promise<Server> {
  // Chooses the port here, so that a later server can listen on the port of an ended one.
  const port = String(await freePort())
  const { PICTURES } = process.env
  const settings = { LOG_LEVEL: 'warn', PORT: port, ...(PICTURES && { IMAGES_DIR: PICTURES }), ...env }
  const { url, stop } = await startBuiltServer(settings, [], distDir)
  // Waits until React has loaded, which takes a while on a busy machine, because pages may be bare before.
  while ((await fetch(new URL('/contact-us', url))).headers.get('x-page') === 'bare') await wait(50)
  return { address: url.replace(/\/$/, ''), stop: () => stop().then(() => undefined) }
}

/** Starts a site on generated content. */
export async function startGeneratedSite(options: GenerateOptions, content = generateContent(options)) {
  const { dirs, remove } = await makeContent(content)
  const product = options.product ? { PRODUCT: options.product } : {}
  const server = await startServer({ FIXTURES_DIR: dirs.fixturesDir, IMAGES_DIR: dirs.imagesDir, ...product })
  const stop = async () => {
    await server.stop()
    await remove()
  }
  return { content, address: server.address, stop }
}

/**
 * Makes small pictures with the names of the site's pictures. Resizing the real pictures takes half a minute of processor time, and
 * the layout does not depend on them.
 */
export async function smallPictures(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const picture = sharp({ create: { width: 32, height: 18, channels: 3, background: 'teal' } })
  for (const name of await readdir(join(root, 'images'))) await picture.clone().toFile(join(folder, name))
  return folder
}
