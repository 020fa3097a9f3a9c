import { useContext } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { SiteContext } from '../../components/site-context'
import { ErrorHead } from '../../layout/PageHead'
import { LayoutError } from './LayoutError'
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
