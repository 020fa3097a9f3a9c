import { instituteOf } from '#content/institute'
import { localize } from '#content/localize'
import type { SiteSettings } from '#contract/entities'
import type { Locale } from '#contract/locales'

/** The web manifest of a language, which is the built file with the institute's names. */
export function webManifest(built: string, site: SiteSettings, locale: Locale, product: string): string {
  const { name } = instituteOf(site, locale, product)
  const { text = name } = localize(site, 'short_name', locale) ?? {}
  const manifest = JSON.parse(built) as object
  return `${JSON.stringify({ ...manifest, name, short_name: text }, null, 2)}\n`
}
