import { useContext } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { SiteContext } from '../../components/site-context'
import { LayoutError } from './LayoutError'
import { LoadFailure } from './LoadFailure'
import { NotFound } from './NotFound'

/** What a route shows in place of its page: a missing item, or a failure with a way to try again. */
export function PageError() {
  const error = useRouteError()
  const site = useContext(SiteContext)
  if (!site) return <LayoutError />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <LoadFailure isResponse={isRouteErrorResponse(error)} />
}
