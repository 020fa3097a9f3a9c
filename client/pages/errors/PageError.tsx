import { useContext } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom'
import { inLocale, splitLocale } from '#contract/paths'
import { Mark } from '../../components/Icon'
import { SiteContext } from '../../components/site-context'
import { bareWords } from '../../language/i18n'
import { ErrorHead } from '../../layout/PageHead'
import { LoadFailure } from './LoadFailure'
import { NotFound } from './NotFound'

/** What a route shows in place of its page: a missing item, or a failure with a way to try again. */
export function PageError() {
  const error = useRouteError()
  const site = useContext(SiteContext)
  if (!site) return <LayoutError />
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <ErrorHead kind={isMissing ? 'notFound' : 'failed'} />
      {isMissing ? <NotFound /> : <LoadFailure isResponse={isRouteErrorResponse(error)} />}
    </>
  )
}

/** The last resort, when not even header and labels are there: loads the page anew. */
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
