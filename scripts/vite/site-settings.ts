import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { SiteSettings } from '#contract/entities'
import { type Locale, locales } from '#contract/locales'
import { barePartsOf } from '../../server/pages/template'
import { webManifest } from '../../server/pages/web-manifest'

/**
 * Puts the settings of the site into the built `index.html` and web manifests, for static hosts. The server replaces them by its current
 * settings.
 */
export function siteSettings(site: SiteSettings, product: string): Plugin {
  return {
    name: 'site-settings',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transformIndexHtml: (html) =>
      Object.entries(barePartsOf(site, 'en', product)).reduce(
        (filled, [name, part]) =>
          filled.replace(new RegExp(`(<!--app-${name}-->)[^]*?(?=<!--/app-${name}-->)`), (_, start) => start + part),
        html,
      ),
    writeBundle: async ({ dir = '' }) => {
      for (const locale of Object.keys(locales) as Locale[]) {
        const path = join(dir, `manifest.${locale}.webmanifest`)
        await writeFile(path, webManifest(await readFile(path, 'utf8'), site, locale, product))
      }
    },
  }
}
