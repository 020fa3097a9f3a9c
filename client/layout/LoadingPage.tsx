import { useLocation } from 'react-router-dom'
import { splitLocale } from '#contract/paths'
import { Mark } from '../components/Mark'
import { bareWords } from './bare-words'
import { PageSkeleton } from './PageSkeleton'
import { PageStatus } from './PageStatus'

/** What stands on a page whose content was not in its HTML, until it arrives. Needs no labels: they may be on their way too. */
export function LoadingPage() {
  const { pathname } = useLocation()
  const [locale] = splitLocale(pathname)
  return (
    <>
      <header className="site-header skeleton-header">
        <div className="site-header-row">
          <span className="brand">
            <Mark />
            <span className="skeleton-line" />
          </span>
        </div>
      </header>
      <PageStatus isLoading text={bareWords[locale].loading} />
      <main id="main" aria-busy="true">
        <PageSkeleton pathname={pathname} />
      </main>
    </>
  )
}
