import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo, useState } from 'react'
import { useLoaderData, useLocation, useParams } from 'react-router-dom'
import type { Sanitize } from '#content/page-data'
import type { HomeData } from '#contract/entities'
import type { Answers, OperationName, QueryKey } from '#contract/operations'
import { splitLocale } from '#contract/paths'
import { useLasting } from '../components/browser-state'
import { useSite } from '../components/site-context'
import { ApiError } from '../data/api'
import { homeQuery, listOf, placeholderFromHome } from '../data/queries'
import { fallbackDelay, isFailing, retryNow } from '../data/query-client'
import { PageHead } from '../layout/PageHead'
import { HeadingOnlyContext, useHeadingFirst } from '../layout/PageRest'
import type { PageDefinition } from '../layout/page-definition'
import { StaleNotice } from '../layout/StaleNotice'
import { LoadFailure, NotFound } from '../pages/errors/ErrorPages'
import type { ServedPage } from './server-loaders'

type PageProps<Name extends OperationName, View> = {
  definition: PageDefinition<Name, View>
  Component: ComponentType<View & object>
  sanitize: Sanitize
  /** The time at which the server sent the page, in milliseconds since 1970. */
  servedAt: number
}

/**
 * Mounts a new page for each item, so that the page first renders only the item's heading. A list stays mounted when its category
 * changes, so that the focus and the words in the search field stay. A language switch keeps every page mounted.
 */
export function Page<Name extends OperationName, View extends object>(props: PageProps<Name, View>) {
  const [, path] = splitLocale(useLocation().pathname)
  return <MountedPage key={props.definition.startsWithHeading ? path : ''} {...props} />
}

/** Renders a page with its head, or an error page if there is nothing to show. */
function MountedPage<Name extends OperationName, View extends object>(props: PageProps<Name, View>) {
  const { definition, Component } = props
  const isHeadingOnly = useHeadingFirst() && definition.startsWithHeading === true
  const { view, isMissing, staleSince, retry } = usePage(props, isHeadingOnly)
  // Memoised so that the page renders again only when its view changes.
  const page = useMemo(() => view && <Component {...view} />, [Component, view])
  if (isMissing) return <NotFound />
  if (!view) return <LoadFailure retry={retry} />
  return (
    <HeadingOnlyContext value={isHeadingOnly}>
      <PageHead view={view} head={definition.head} />
      {page}
      {staleSince !== undefined && <StaleNotice since={staleSince} retry={retry} />}
    </HeadingOnlyContext>
  )
}

/**
 * Makes the view from the query's data or, while the query loads or after it has failed, from the home data. A server-rendered
 * page keeps its view until the query has newer data.
 */
function usePage<Name extends OperationName, View>(
  { definition, sanitize, servedAt }: PageProps<Name, View>,
  isHeadingOnly: boolean,
) {
  const served = useLoaderData<ServedPage<View> | null>()
  const { pathname, search } = useLocation()
  const params = useParams()
  const { product, locale } = useSite()
  const client = useQueryClient()
  const [isRetrying, setIsRetrying] = useState(false)
  // TypeScript cannot tie the key and the responses below to `Name`.
  const queryKey: QueryKey = definition.query(params, product)

  const rendered = served && 'view' in served ? served : undefined
  const isMissingOnServer = served !== null && 'error' in served && served.error === 'missing'
  const isOutdated = rendered?.isOutdated || rendered?.staleSince !== undefined
  // If the server has just rendered the page or found it missing, the page sends no request, because the server's data is new. A
  // page that starts with its heading waits until the heading is painted, unless its loader has already sent the request.
  const enabled = !isHeadingOnly && !isMissingOnServer && (!rendered || isOutdated)

  const { data: home, dataUpdatedAt: homeAt } = useQuery({
    queryKey: homeQuery,
    enabled: false,
    subscribed: enabled,
    select: ([first]: HomeData[]) => first,
  })
  // Reads the response from the cache. `useQuery` below renders this component again when the response arrives.
  const answer = client.getQueryData<Answers[Name]>(queryKey)
  const listKey = enabled && answer ? definition.listQuery?.(answer, home, product) : undefined
  const hasList = listKey !== undefined
  const listQuery = useQuery({ queryKey: listKey ?? homeQuery, enabled: hasList, subscribed: hasList })
  const list = hasList ? listOf(listQuery.data) : undefined
  // Becomes a new function when the page becomes outdated, because TanStack Query caches the view that the function makes, and
  // an earlier view may have been made before the sanitiser was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` changes only with `pathname`; `isOutdated`: see above
  const toView = useCallback(
    (response: Answers[OperationName]) =>
      definition.view(response as Answers[Name], {
        locale,
        product,
        params,
        search: new URLSearchParams(search),
        home,
        list,
        sanitize,
        isHeadingOnly,
      }) ?? null,
    [definition, product, locale, pathname, search, home, list, sanitize, isHeadingOnly, isOutdated],
  )
  // A new `toView` makes a new function, because TanStack Query reuses the last placeholder's view while the function is the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `queryKey` changes only with the path, as `toView` does
  const placeholderData = useCallback(() => placeholderFromHome(home, product, queryKey), [home, product, toView])
  const query = useQuery({ queryKey, enabled, subscribed: enabled, select: toView, placeholderData })

  const hasFailed = isFailing(query)
  const isNotFound = query.error instanceof ApiError && query.error.isNotFound
  const hasAnswer = query.data !== undefined && !query.isPlaceholderData
  const isSlow = useLasting(enabled && query.isFetching && !hasAnswer, fallbackDelay)
  const isStale = enabled && (hasFailed || isSlow || isRetrying)
  // TanStack Query drops the placeholder when the query fails. The view is then made from the home data again. Incomplete home data
  // is better than no page, but must not replace a server-rendered page.
  const takesIncomplete = rendered === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: `queryKey` changes only with the path, as `toView` does
  const fallback = useMemo(() => {
    const response = hasFailed && !hasAnswer && placeholderFromHome(home, product, queryKey, takesIncomplete)
    return response ? toView(response) : undefined
  }, [hasFailed, hasAnswer, takesIncomplete, home, product, toView])
  // An exception of the site's own code is not a failure of the API: `PageError` then loads the page as a document.
  if (enabled && query.error && !(query.error instanceof ApiError) && !hasAnswer && !fallback) throw query.error

  const retry = async () => {
    setIsRetrying(true)
    await retryNow(client, queryKey)
    setIsRetrying(false)
  }

  // A server-rendered page already links to the previous and next item. These links must not disappear while the list loads.
  const isReady = hasAnswer ? !hasList || !listQuery.isPending : Boolean(fallback)
  const showsRendered = rendered !== undefined && !(isOutdated && isReady)
  const view = showsRendered ? rendered.view : (fallback ?? query.data)
  const shownAt = showsRendered ? (rendered.staleSince ?? servedAt) : hasAnswer ? query.dataUpdatedAt : homeAt
  return {
    view: view ?? undefined,
    isMissing: isMissingOnServer || isNotFound || (hasAnswer && view === null),
    /** The fetch time of the shown data, in milliseconds since 1970, if newer data cannot be fetched or takes long. */
    staleSince: isStale || (showsRendered && rendered.staleSince !== undefined) ? shownAt : undefined,
    retry,
  }
}
