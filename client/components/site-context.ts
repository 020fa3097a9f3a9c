import { createContext, useContext } from 'react'
import { translateOf } from '#content/i18n'
import { instituteOf } from '#content/institute'
import type { Navigation } from '#content/page-data'
import type { SiteSettings } from '#contract/entities'
import { type PictureSources, pictureUrl } from '#contract/images'
import { type Locale, locales } from '#contract/locales'
import type { MenuPage } from '#contract/pages'
import { createPaths } from '#contract/paths'

/**
 * Settings of the built client, read from the page's HTML, so that changing them needs no rebuild. `product` is a slug, and `site` has the
 * institute's own facts. `now` is the time at which the server makes the page, if that is not the present.
 */
export type Settings = PictureSources & {
  product: string
  site: SiteSettings
  /** True if the browser reads what a page shows from its HTML, because the home data is large. */
  readsPages?: boolean
  now?: number | undefined
}

/** Site-wide values that any component may read. */
export type Site = ReturnType<typeof siteOf>

export function siteOf(locale: Locale, settings: Settings, navigation: Navigation) {
  const { product, origin } = settings
  const t = translateOf(locale)
  const institute = instituteOf(settings.site, locale, product)
  return {
    locale,
    dir: locales[locale].dir,
    /**
     * The labels of the page's language. `react-i18next` is not used, because it costs 2 kB and six hooks per component. Components
     * need not wait for labels, which are loaded before rendering, nor watch the language, whose switch is a navigation.
     */
    t,
    /** The paths of all pages in the page's language. */
    paths: createPaths({ locale, product }),
    /** The origin of the pages, for absolute addresses: in metadata and in links that visitors share. */
    origin,
    /** Name, contacts and links of the institute in the page's language. */
    institute,
    /** The text of links to a page. */
    linkText: (page: MenuPage) =>
      page === 'productNews' ? t('nav.productNews', { product: institute.product }) : t(`nav.${page}`),
    navigation,
    /** The address of a picture by its file name, `width` pixels wide; `undefined` for a host that is not trusted. */
    imageUrl: (name: string, width?: number) => pictureUrl(name, settings, width),
    product,
    now: settings.now,
  }
}

/** Provided by Layout; `undefined` only if the layout itself has failed. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** Returns the site from the context. Throws outside of Layout. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a Layout above')
  return site
}
