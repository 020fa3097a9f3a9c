import { memo, useInsertionEffect, useMemo, useRef } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router-dom'
import type { Navigation } from '#content/page-data'
import { inLocale, splitLocale, withoutTrailingSlashes } from '#contract/paths'
import { useLasting } from '../components/browser-state'
import { VisitContext } from '../components/Link'
import type { Settings } from '../components/site-context'
import { SiteContext, siteOf } from '../components/site-context'
import { writeLanguage } from './document-language'
import { Footer } from './Footer'
import { Header } from './Header'
import { PageSkeleton, PageStatus } from './LoadingPage'
import { SlowNotice } from './StaleNotice'
import { isScrollKept, useScrollMemory, useSkeletonScroll } from './scroll-memory'
import { AnnounceContext, useRouteChange } from './use-route-change'

/** The wait before loading is announced or a skeleton shown, in milliseconds. */
const slowAfter = 250

/**
 * Header, footer and live regions around every page. Stays mounted across pages and languages, so that the focus stays in the
 * header when the visitor switches the language.
 */
export const Layout = memo(function Layout({ settings, navigation }: { settings: Settings; navigation: Navigation }) {
  const { pathname, key } = useLocation()
  const [locale] = splitLocale(pathname)
  // Compares the entries by value, because new home data mostly has the same entries and need not render the page again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are compared as JSON
  const site = useMemo(() => siteOf(locale, settings, navigation), [locale, settings, JSON.stringify(navigation)])
  const main = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { state, location: next } = useNavigation()
  const isNavigating = useRevalidator().state !== 'idle' || state !== 'idle'
  const isSlow = useLasting(isNavigating, slowAfter)
  const isOther = next && !isScrollKept(next.state) && inLocale(next.pathname, 'en') !== inLocale(pathname, 'en')
  /** The path of the next page, if it is another page and takes long to load. */
  const awaited = isSlow && isOther ? next.pathname : undefined
  useScrollMemory(key, awaited !== undefined)
  useSkeletonScroll(key, awaited !== undefined, main)
  const [arrival, announce] = useRouteChange(main)

  // Runs before the layout effects of children, because a carousel needs the direction to scroll to its slide.
  useInsertionEffect(() => {
    writeLanguage(locale)
  }, [locale])

  return (
    <VisitContext value={navigate}>
      <AnnounceContext value={announce}>
        <SiteContext value={site}>
          <Header main={main} />
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
          {withoutTrailingSlashes(pathname) !== site.paths.contactUs() && <Footer />}
          {next && <SlowNotice key={next.pathname + next.search} page={next} />}
          {/* Comes last, because a screen reader's cursor would otherwise meet the title between the header and the page. */}
          <PageStatus isLoading={isSlow} text={isSlow ? site.t('status.loading') : arrival} />
        </SiteContext>
      </AnnounceContext>
    </VisitContext>
  )
})
