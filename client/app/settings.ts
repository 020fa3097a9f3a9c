import type { PictureSources } from '#contract/images'
import { defaultProduct } from '#contract/operations'

/** Settings of the built client, read from the page's meta tags: changing them needs no rebuild. */
export type Settings = PictureSources & {
  /** Address of the API; empty for the page's own origin. */
  baseUrl: string
  /** Address that a picture's file name is appended to. */
  imageBase: string
  /** The product's slug. */
  product: string
  /** Absolute origin of the pages, without a trailing slash: for canonical links, cards and links that are shared. */
  origin: string
}

/** Reads the settings from the page's meta tags; an absent or empty tag means the default. */
export function readSettings(document: Document): Settings {
  const content = (name: string) =>
    document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? ''
  const baseUrl = content('baseUrl')
  // The server writes its public address here; a static host does not.
  const served = document.querySelector('meta[property="og:url"]')?.getAttribute('content')
  return {
    baseUrl,
    // Ends with a slash, so that file names can be appended.
    imageBase: (content('imageBase') || `${baseUrl.replace(/\/+$/, '')}/images`).replace(/\/?$/, '/'),
    imageHosts: content('imageHosts').split(/\s+/).filter(Boolean),
    product: content('product') || defaultProduct,
    origin: new URL(served || document.location.href).origin,
  }
}
