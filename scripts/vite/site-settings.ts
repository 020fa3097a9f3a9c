import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { loadMessages } from '#content/i18n'
import type { SiteSettings } from '#contract/entities'
import { type Locale, locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { barePartsOf } from '../../server/pages/template'
import { webManifest } from '../../server/pages/web-manifest'

/**
 * Puts the settings of the site into the built `index.html` and web manifests, for static hosts. The server replaces them by its current
 * settings. The words of the manifests are those of the pages.
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
        const file = JSON.parse(await readFile(path, 'utf8')) as object
        const built = JSON.stringify({ ...file, ...(await manifestWords(locale, product)) })
        await writeFile(path, webManifest(built, site, locale, product))
      }
    },
  }
}

async function manifestWords(locale: Locale, product: string) {
  const t = await loadMessages(locale)
  const paths = createPaths({ locale, product })
  const shortcuts = [
    { name: t('nav.courses'), url: paths.courses() },
    { name: t('nav.blogs'), url: paths.blogs() },
    { name: t('nav.contactUs'), url: paths.contactUs() },
  ]
  return { description: t('head.home.description'), shortcuts }
}
