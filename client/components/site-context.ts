import { createContext, useContext } from 'react'
import type { Locale } from '#contract/locales'
import type { Paths } from '#contract/paths'
import type { Navigation } from '../content/page-data'
import type { Translate } from '../language/i18n'

/** Site-wide values that any component may read. */
export type Site = {
  locale: Locale
  dir: 'ltr' | 'rtl'
  /**
   * The labels of the page's language. `react-i18next` is not used, because it costs 2 kB and six hooks per component. It is not
   * needed: labels are loaded before rendering, and a language switch is a navigation.
   */
  t: Translate
  /** The paths of all pages in the page's language. */
  paths: Paths
  product: string
  /** Absolute origin of the pages, for links that leave the site. */
  origin: string
  /** The product's display name in the page's language. */
  productName: string
  navigation: Navigation
  /** The address of a picture by its file name, `width` pixels wide; `undefined` for a host that is not trusted. */
  imageUrl: (name: string, width?: number) => string | undefined
}

/** Provided by Layout; `undefined` only if the layout itself has failed. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** The site from the context. Throws outside of Layout. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite: no Layout above this component provides the site')
  return site
}
