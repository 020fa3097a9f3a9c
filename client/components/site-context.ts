import { createContext, useContext } from 'react'
import type { Locale } from '#contract/locales'
import type { Paths } from '#contract/paths'
import type { Navigation } from '../content/page-data'

/** The facts that every component may need about the page it is on. */
export type Site = {
  locale: Locale
  dir: 'ltr' | 'rtl'
  /** Every page's path in the page's language. */
  paths: Paths
  product: string
  /** Absolute origin of the pages, for links that leave the site. */
  origin: string
  /** The product's display name in the page's language. */
  productName: string
  navigation: Navigation
  /** The address of a picture by its file name, `width` pixels wide; `undefined` for the address of a host that is not trusted. */
  imageUrl: (name: string, width?: number) => string | undefined
}

/** Filled by Layout; `undefined` only where the layout itself has failed. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** The site as Layout provides it; throws outside of it. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite: no Layout above this component provides the site')
  return site
}
