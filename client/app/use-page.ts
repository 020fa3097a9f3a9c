import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import type { OperationName } from '#contract/operations'
import { useSite } from '../components/site-context'
import { ApiError } from '../data/api'
import { placeholderFromHome } from '../data/queries'
import type { PageDefinition } from '../layout/page-definition'
import { useAnswer, useHome, useItemList } from './page-sources'
import { type InBrowser, useServedPage } from './served-page'

/** The page that is shown at an address. */
export type ShownPage<View> = {
  /** `undefined` if there is nothing to show, because the API fails. */
  view: View | 'missing' | undefined
  /** The fetch time of the view's data, in milliseconds since 1970, if newer data cannot be fetched or takes long. */
  staleSince?: number | undefined
  retry: () => Promise<void>
}

/**
 * Chooses the shown view: the server's, until that is outdated and the API has answered; for other pages one that is made from the
 * API's answer or, while there is none, from the home data.
 */
export function usePage<Name extends OperationName, View>(
  definition: PageDefinition<Name, View>,
  browser: InBrowser | undefined,
  isHeadingOnly: boolean,
): ShownPage<View> {
  const { product, locale } = useSite()
  const { slug } = useParams()
  const { search } = useLocation()
  const query = definition.query({ slug }, product)

  const served = useServedPage<View>(browser?.cachedAt)
  // A page that has just come from the server sends no request, because the server's data is new.
  const needsAnswer = browser && !browser.reload && (!served || served.isOutdated)
  // A page that starts with its heading waits until that is painted, unless its loader has already sent the request.
  const isReading = needsAnswer === true && !isHeadingOnly

  const [home, homeAt] = useHome(isReading)
  const { answer, answeredAt, error, hasFailed, isLate, ...call } = useAnswer(query, isReading)
  const retry = browser?.reload ?? call.retry
  const listKey = isReading && answer ? definition.listQuery?.(answer, home, product) : undefined
  const [list, isListLoading] = useItemList(listKey)

  // Incomplete home data is better than no page, but must not replace a server-rendered page.
  const source = answer ?? placeholderFromHome(home, product, query, hasFailed && !served)
  const made = useMemo(
    () =>
      needsAnswer && source
        ? definition.view(source, {
            locale,
            product,
            params: { slug },
            search: new URLSearchParams(search),
            home,
            list,
            sanitize: browser.sanitize,
            isHeadingOnly,
          })
        : undefined,
    [needsAnswer, source, definition, locale, product, slug, search, home, list, browser, isHeadingOnly],
  )
  // An exception of the site's own code is not a failure of the API: `PageError` then loads the page as a document.
  if (isReading && error && !(error instanceof ApiError) && !source) throw error

  // Only the API knows which items are missing.
  const view = made === 'missing' && !answer ? undefined : made
  if (view === 'missing' || (error instanceof ApiError && error.isNotFound)) return { view: 'missing', retry }
  // A server-rendered page already links to the previous and next item. These links must not disappear while the list loads.
  const isReady = view && (answer ? !isListLoading : hasFailed)
  if (served && !(served.isOutdated && isReady))
    return { view: served.view, staleSince: isLate ? served.fetchedAt : served.staleSince, retry }
  return { view, staleSince: isLate ? (answer ? answeredAt : homeAt) : undefined, retry }
}
