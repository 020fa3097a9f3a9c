import { useContext } from 'react'
import { useLocation } from 'react-router-dom'
import { inLocale, splitLocale } from '#contract/paths'
import { Mark } from '../../components/Icon'
import { SiteContext } from '../../components/site-context'
import { bareWords } from '../../language/i18n'
import { ErrorHead } from '../../layout/PageHead'
import { LoadFailure } from './LoadFailure'

/** Shown if a page's code could not be loaded; `app/Page.tsx` shows failures of the API. */
export function PageError() {
  const site = useContext(SiteContext)
  if (!site) return <LayoutError />
  return (
    <>
      <ErrorHead kind="failed" />
      <LoadFailure />
    </>
  )
}

/** The last resort without header and labels: offers to reload the document. */
function LayoutError() {
  const [locale] = splitLocale(useLocation().pathname)
  const words = bareWords[locale]
  return (
    <main className="page-error wrap">
      <div role="alert">
        <Mark />
        <h1>{words.failed}</h1>
        <p className="page-error-links">
          <button type="button" className="button" onClick={() => location.reload()}>
            {words.tryAgain}
          </button>
          <a className="button button-quiet" href={inLocale('/', locale)}>
            {words.goHome}
          </a>
        </p>
      </div>
    </main>
  )
}
