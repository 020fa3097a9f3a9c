import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HomeData } from '#contract/schemas'
import { type GenerateOptions, generateContent, writeContent } from '../support/generated-content'
import { startServer } from './setup'

export type GeneratedSite = { content: HomeData; address: string; stop: () => Promise<void> }

/** Starts a second site on generated content. */
export async function startGeneratedSite(
  options: GenerateOptions = {},
  env: Record<string, string> = {},
): Promise<GeneratedSite> {
  const content = generateContent(options)
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-browser-'))
  const { fixturesDir, imagesDir } = await writeContent(content, folder)
  const product = options.product ? { PRODUCT: options.product } : {}
  const server = await startServer({ FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, ...product, ...env })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { content, address: server.address, stop }
}
