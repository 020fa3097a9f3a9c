import { neutralSite } from '#content/institute'
import type { SiteSettings } from '#contract/entities'
import { defaultProduct } from '#contract/operations'
import { withoutTrailingSlashes } from '#contract/paths'
import type { Settings } from '../components/site-context'

/** Reads the settings from the page's HTML; an absent or empty tag means the default. */
export function readSettings(document: Document): Settings {
  const content = (name: string) =>
    document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? ''
  const baseUrl = content('baseUrl')
  const product = content('product') || defaultProduct
  const site = document.getElementById('site')?.textContent
  // The server writes its public address into this tag; a static host does not.
  const served = document.querySelector('meta[property="og:url"]')?.getAttribute('content')
  return {
    baseUrl,
    // Ends with a slash, so that file names can be appended.
    imageBase: (content('imageBase') || `${withoutTrailingSlashes(baseUrl)}/images`).replace(/\/?$/, '/'),
    imageHosts: content('imageHosts').split(/\s+/).filter(Boolean),
    product,
    readsPages: content('readsPages') === 'yes',
    site: site ? (JSON.parse(site) as SiteSettings) : neutralSite(product),
    origin: new URL(served || document.location.href).origin,
  }
}
