import { memo, useInsertionEffect, useMemo, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { pictureUrl } from '#contract/images'
import { type Locale, locales } from '#contract/locales'
import { createPaths, splitLocale } from '#contract/paths'
import type { Settings } from '../app/settings'
import { VisitContext } from '../components/Link'
import { type Site, SiteContext } from '../components/site-context'
import type { Navigation } from '../content/page-data'
import { productName, translateOf } from '../language/i18n'
import { Footer } from './Footer'
import { Header } from './Header'
import { writeLanguage } from './head'
import { PageSkeleton, PageStatus } from './LoadingPage'
import { useScrollMemory, useSkeletonScroll } from './scroll-memory'
import { usePendingNavigation } from './use-pending-navigation'
import { useRouteChange } from './use-route-change'

type LayoutProps = { settings: Settings; navigation: Navigation }

/**
 * Header, footer and live regions around every page. Stays mounted across pages and languages, so focus and menus survive the
 * switch.
 */
export const Layout = memo(function Layout({ settings, navigation }: LayoutProps) {
  const { pathname, key } = useLocation()
  const [locale] = splitLocale(pathname)
  // Compares the entries by value, because new home data mostly has the same entries and need not render the page again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are compared as JSON
  const site = useMemo(() => siteOf(locale, settings, navigation), [locale, settings, JSON.stringify(navigation)])
  const main = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { isNavigating, isSlow, awaited } = usePendingNavigation()
  useScrollMemory(key, awaited !== undefined)
  useSkeletonScroll(key, awaited !== undefined, main)
  const arrival = useRouteChange(main)

  // Runs before the layout effects of children: a carousel needs the direction to scroll to its slide.
  useInsertionEffect(() => {
    writeLanguage(locale)
  }, [locale])

  return (
    <VisitContext value={navigate}>
      <SiteContext value={site}>
        <Header main={main} />
        <PageStatus isLoading={isSlow} text={isSlow ? site.t('status.loading') : arrival} />
        <main
          id="main"
          tabIndex={-1}
          ref={main}
          aria-busy={isNavigating}
          className={awaited === undefined ? undefined : 'is-awaiting'}
        >
          {awaited !== undefined && <PageSkeleton pathname={awaited} />}
          <Outlet />
        </main>
        {/* Spec section 2: the contact page has no footer. */}
        {pathname.replace(/\/+$/, '') !== site.paths.contactUs() && <Footer />}
      </SiteContext>
    </VisitContext>
  )
})

function siteOf(locale: Locale, settings: Settings, navigation: Navigation): Site {
  const { product, origin } = settings
  const t = translateOf(locale)
  return {
    locale,
    t,
    dir: locales[locale].dir,
    paths: createPaths({ locale, product }),
    product,
    origin,
    productName: productName(product, t),
    navigation,
    imageUrl: (name, width) => pictureUrl(name, settings, width),
  }
}
