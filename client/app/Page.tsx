import { replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useMemo, useRef, useState } from 'react'
import { useLoaderData, useLocation, useParams } from 'react-router-dom'
import type { OperationName } from '#contract/operations'
import { splitLocale } from '#contract/paths'
import type { Answers, HomeData } from '#contract/schemas'
import { useLasting } from '../components/browser-state'
import { useSite } from '../components/site-context'
import type { Sanitize } from '../content/page-data'
import { ApiError } from '../data/api'
import { homeQuery, listOf, placeholderFromHome } from '../data/queries'
import { fallbackDelay, isFailing, retryNow } from '../data/query-client'
import { PageHead } from '../layout/PageHead'
import { StaleNotice } from '../layout/StaleNotice'
import { useHeadingFirst, WholePageContext } from '../layout/WholePage'
import { LoadFailure, NotFound } from '../pages/errors/ErrorPages'
import type { PageDefinition } from './pages'
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
  const isWhole = useHeadingFirst() || !definition.startsWithHeading
  const { view, isMissing, staleSince, retry } = usePage(props, isWhole)
  // Memoised so that the page renders again only when its view changes.
  const page = useMemo(() => view && <Component {...view} />, [Component, view])
  if (isMissing) return <NotFound />
  if (!view) return <LoadFailure retry={retry} />
  return (
    <WholePageContext value={isWhole}>
      <PageHead view={view} head={definition.head} />
      {page}
      {staleSince !== undefined && <StaleNotice since={staleSince} retry={retry} />}
    </WholePageContext>
  )
}

/**
 * Makes the view from the query's data or, while the query loads or after it has failed, from the home data. A server-rendered
 * page keeps its view until the query has newer data.
 */
function usePage<Name extends OperationName, View>(
  { definition, sanitize, servedAt }: PageProps<Name, View>,
  isWhole: boolean,
) {
  const served = useLoaderData<ServedPage<View> | null>()
  const { pathname, search } = useLocation()
  const params = useParams()
  const { product, locale } = useSite()
  const client = useQueryClient()
  const [isRetrying, setIsRetrying] = useState(false)
  const queryKey = definition.query(params)

  const rendered = served && 'view' in served ? served : undefined
  const isMissingOnServer = served !== null && 'error' in served && served.error === 'missing'
  const isOutdated = rendered?.isOutdated || rendered?.staleSince !== undefined
  // If the server has just rendered the page or found it missing, the page sends no request, because the server's data is new. A
  // page that starts with its heading waits until the heading is painted, unless its loader has already sent the request.
  const enabled = isWhole && !isMissingOnServer && (!rendered || isOutdated)

  const { data: home, dataUpdatedAt: homeAt } = useQuery({
    queryKey: homeQuery,
    enabled: false,
    subscribed: enabled,
    select: ([first]: HomeData[]) => first,
  })
  const query = useQuery({ queryKey, enabled, subscribed: enabled })
  // TypeScript cannot tie the key and the response to `Name`.
  const answer = query.data as Answers[Name] | undefined
  const listKey = enabled && answer ? definition.listQuery?.(answer, home) : undefined
  const hasList = listKey !== undefined
  const listQuery = useQuery({ queryKey: listKey ?? homeQuery, enabled: hasList, subscribed: hasList })
  const list = hasList ? listOf(listQuery.data) : undefined

  const hasFailed = isFailing(query)
  const isNotFound = query.error instanceof ApiError && query.error.isNotFound
  const hasAnswer = answer !== undefined
  const isSlow = useLasting(enabled && query.isFetching && !hasAnswer, fallbackDelay)
  const isStale = enabled && (hasFailed || isSlow || isRetrying)

  const lastView = useRef<View>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path stands for the query and its parameters
  const view = useMemo(() => {
    const shown = answer ?? placeholderFromHome(home, product, queryKey, hasFailed)
    const next =
      shown &&
      definition.view(shown, {
        locale,
        params,
        search: new URLSearchParams(search),
        home,
        list,
        sanitize,
        isHeadingOnly: !isWhole,
      })
    // Reuses the equal parts of the last view, so that a response equal to the home data does not render the page again.
    lastView.current = replaceEqualDeep(lastView.current, next)
    return lastView.current
  }, [answer, hasFailed, home, list, product, definition, locale, pathname, search, sanitize, isWhole])

  const retry = async () => {
    setIsRetrying(true)
    await retryNow(client, queryKey)
    setIsRetrying(false)
  }

  // A server-rendered page already links to the previous and next item. These links must not disappear while the list loads.
  const isReady = hasAnswer ? !hasList || !listQuery.isPending : hasFailed && view !== undefined
  const showsRendered = rendered !== undefined && !(isOutdated && isReady)
  const shownView = showsRendered ? rendered.view : view
  const shownAt = showsRendered ? (rendered.staleSince ?? servedAt) : hasAnswer ? query.dataUpdatedAt : homeAt
  return {
    view: shownView,
    isMissing: isMissingOnServer || isNotFound || (hasAnswer && shownView === undefined),
    /** The fetch time of the shown data, in milliseconds since 1970, if newer data cannot be fetched or takes long. */
    staleSince: isStale || rendered?.staleSince !== undefined ? shownAt : undefined,
    retry,
  }
}
