import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { build, preview } from 'vite'
import type { Locale } from '#contract/locales'
import { exampleId, widgets } from '../../../client/widgets/gallery/examples'
import { test as base, perWorker } from '../../site/fixtures'
import { root } from '../../support/app'

type Gallery = Awaited<ReturnType<typeof startGallery>>

export const test = base.extend<object, { gallery: Gallery }>({ gallery: perWorker(startGallery) })

/** Builds the gallery of the widgets and serves it. */
async function startGallery() {
  const outDir = await mkdtemp(join(tmpdir(), 'ugarit-gallery-'))
  const configFile = join(root, 'client/widgets/gallery/vite.config.ts')
  const options = { configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } } as const
  await build(options)
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } })
  const stop = async () => {
    await server.close()
    await rm(outDir, { recursive: true })
  }
  return { address: server.resolvedUrls?.local[0] ?? '', outDir, stop }
}

/** Opens the gallery in one language, or side by side. */
export async function open(page: Page, { address }: Gallery, locale?: Locale): Promise<void> {
  await page.goto(locale ? `${address}?locale=${locale}` : address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export const examplesOf = (widget: string) => widgets.find((each) => each.widget === widget)?.examples ?? []

export const shown = (page: Page, widget: string, name: string) =>
  page.locator(`#${exampleId(widget, name)} .gallery-shown`)

export const rectOf = (locator: Locator) =>
  locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

/** The keys that lead on and back in reading direction. */
export const arrows = { en: ['ArrowRight', 'ArrowLeft'], ar: ['ArrowLeft', 'ArrowRight'] } as const
