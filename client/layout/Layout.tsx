import { useInsertionEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { Outlet, useLoaderData, useLocation, useNavigate } from 'react-router-dom'
import { pictureUrl } from '#contract/images'
import { type Locale, locales } from '#contract/locales'
import { createPaths, splitLocale } from '#contract/paths'
import type { Settings } from '../app/settings'
import type { Site as AppSite } from '../app/site'
import { VisitContext } from '../components/Link'
import { type Site, SiteContext } from '../components/site-context'
import { type Navigation, navigationOf } from '../content/page-data'
import { productName, TranslationContext, translateOf } from '../language/i18n'
import { Footer } from './Footer'
import { Header } from './Header'
import { writeLanguage } from './head'
import { PageSkeleton, PageStatus } from './LoadingPage'
import { StaleNotice } from './StaleNotice'
import { useScrollMemory, useStandIn } from './scroll-memory'
import { usePendingNavigation } from './use-pending-navigation'
import { useRouteChange } from './use-route-change'

type LayoutProps = { settings: Settings } & Pick<AppSite, 'live' | 'stale'>

/** What every page has around it. It stays mounted across pages and languages, so focus and menus survive the switch. */
export function Layout({ settings, live, stale }: LayoutProps) {
  const { pathname, key } = useLocation()
  const [locale] = splitLocale(pathname)
  const t = translateOf(locale)
  const served = useLoaderData() as Navigation
  const home = useSyncExternalStore(live.subscribe, live.home, () => undefined)
  const entries = useMemo(() => (home ? navigationOf(home, locale) : served), [home, locale, served])
  // The home data mostly brings the entries that were served: then nothing on the page is made anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the entries say, not which object says it
  const site = useMemo(() => siteOf(locale, settings, entries), [locale, settings, JSON.stringify(entries)])
  const main = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { isNavigating, isSlow, awaited } = usePendingNavigation()
  useScrollMemory(key, awaited !== undefined)
  useStandIn(key, awaited !== undefined, main)
  const arrival = useRouteChange(main)

  // Before the layout effects of what is within: a carousel that goes to its slide looks at the direction.
  useInsertionEffect(() => {
    writeLanguage(locale)
  }, [locale])

  return (
    <TranslationContext value={t}>
      <VisitContext value={navigate}>
        <SiteContext value={site}>
          <Header main={main} />
          <PageStatus isLoading={isSlow} text={isSlow ? t('status.loading') : arrival} />
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
          <StaleNotice stale={stale} />
          {/* Spec section 2: the contact page has no footer. */}
          {pathname.replace(/\/+$/, '') !== site.paths.contactUs() && <Footer />}
        </SiteContext>
      </VisitContext>
    </TranslationContext>
  )
}

function siteOf(locale: Locale, settings: Settings, navigation: Navigation): Site {
  const { product, origin } = settings
  return {
    locale,
    dir: locales[locale].dir,
    paths: createPaths({ locale, product }),
    product,
    origin,
    productName: productName(product, translateOf(locale)),
    navigation,
    imageUrl: (name, width) => pictureUrl(name, settings, width),
  }
}
