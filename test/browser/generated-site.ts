import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type GenerateOptions, generateContent, writeContent } from '../generated-content'
import { startServer } from './setup'

/** A second site on generated content, for all tests of a file or `describe`. Read its address inside tests only. */
export function generatedSite(options: GenerateOptions = {}, env: Record<string, string> = {}) {
  const content = generateContent(options)
  const site = { content, address: '' }
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ugarit-browser-'))
    const { fixturesDir, imagesDir } = await writeContent(content, folder)
    const product = options.product ? { PRODUCT: options.product } : {}
    const server = await startServer({ FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir, ...product, ...env })
    site.address = server.address
    close = async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
  afterAll(() => close())
  return site
}
