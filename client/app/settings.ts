import { defaultProduct } from '#contract/operations'
import { withoutTrailingSlashes } from '#contract/paths'
import type { Settings } from '../components/site-context'

/** Reads the settings from the page's meta tags; an absent or empty tag means the default. */
export function readSettings(document: Document): Settings {
  const content = (name: string) =>
    document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? ''
  const baseUrl = content('baseUrl')
  // The server writes its public address into this tag; a static host does not.
  const served = document.querySelector('meta[property="og:url"]')?.getAttribute('content')
  return {
    baseUrl,
    // Ends with a slash, so that file names can be appended.
    imageBase: (content('imageBase') || `${withoutTrailingSlashes(baseUrl)}/images`).replace(/\/?$/, '/'),
    imageHosts: content('imageHosts').split(/\s+/).filter(Boolean),
    product: content('product') || defaultProduct,
    origin: new URL(served || document.location.href).origin,
  }
}
