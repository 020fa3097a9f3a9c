import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo, useState } from 'react'
import { useLoaderData, useLocation, useParams } from 'react-router-dom'
import type { OperationName } from '#contract/operations'
import { splitLocale } from '#contract/paths'
import type { Answers, HomeData } from '#contract/schemas'
import { useLasting } from '../components/browser-state'
import { useSite } from '../components/site-context'
import type { Sanitize } from '../content/page-data'
import { ApiError } from '../data/api'
import { answerFromHome, homeQuery, placeholderFromHome, type Query } from '../data/queries'
import { fallbackDelay, isFailing, retryNow } from '../data/query-client'
import { PageHead } from '../layout/PageHead'
import { StaleNotice } from '../layout/StaleNotice'
import { useHeadingFirst, WholePageContext } from '../layout/use-whole-page'
import { LoadFailure, NotFound } from '../pages/errors/ErrorPages'
import type { PageDefinition } from './pages'
import { listOf, type ServedPage } from './server-loaders'

type PageProps<Name extends OperationName, View> = {
  definition: PageDefinition<Name, View>
  Component: ComponentType<View & object>
  sanitize: Sanitize
  /** The time at which the server sent the page, in milliseconds since 1970. */
  servedAt: number
}

/**
 * Mounts the page of each item anew, so that it starts with its heading. A list stays mounted from one category to the next and so
 * keeps the focus and the words in the search field. A language switch keeps every page.
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
    <>
      <PageHead view={view} head={definition.head} isWhole={isWhole} />
      <WholePageContext value={isWhole}>{page}</WholePageContext>
      {staleSince !== undefined && <StaleNotice since={staleSince} retry={retry} />}
    </>
  )
}

/**
 * Chooses the view: from the query's data, else from the home data while the query loads or fails. A server-rendered page keeps
 * its view until the query has newer data.
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
  // TypeScript cannot tie the key and the responses below to `Name`.
  const queryKey: Query = definition.query(params)

  const rendered = served && 'view' in served ? served : undefined
  const isMissingOnServer = served !== null && 'error' in served && served.error === 'missing'
  const isOutdated = rendered?.isOutdated || rendered?.staleSince !== undefined
  // A page that the server has just rendered, or has found missing, sends no request, because the server's response is new. A
  // page that starts with its heading sends it after the heading is painted, unless its loader has already sent it.
  const enabled = isWhole && !isMissingOnServer && (!rendered || isOutdated)

  const { data: home, dataUpdatedAt: homeAt } = useQuery({
    queryKey: homeQuery,
    enabled: false,
    subscribed: enabled,
    select: ([first]: HomeData[]) => first,
  })
  const { data: listKey } = useQuery({
    queryKey,
    enabled: false,
    subscribed: enabled,
    select: (answer: Answers[OperationName]) => definition.listQuery?.(answer as Answers[Name], home) ?? null,
  })
  const { data: list, isPending: isListPending } = useQuery({
    queryKey: listKey ?? homeQuery,
    enabled: enabled && Boolean(listKey),
    select: (answer: Answers[OperationName]) => (listKey ? listOf(answer) : undefined),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path stands for its parameters
  const toView = useCallback(
    (answer: Answers[OperationName]) =>
      definition.view(answer as Answers[Name], {
        locale,
        params,
        search: new URLSearchParams(search),
        home,
        list,
        sanitize,
        isHeadingOnly: !isWhole,
      }) ?? null,
    [definition, locale, pathname, search, home, list, sanitize, isWhole],
  )
  // Depends on `toView`, because TanStack Query reuses the view of the last placeholder as long as this function is the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view's path stands for the query
  const placeholderData = useCallback(() => placeholderFromHome(home, product, queryKey), [home, product, toView])
  const query = useQuery({ queryKey, enabled, subscribed: enabled, select: toView, placeholderData })

  const hasFailed = isFailing(query)
  const isNotFound = query.error instanceof ApiError && query.error.isNotFound
  const hasAnswer = query.data !== undefined && !query.isPlaceholderData
  const isSlow = useLasting(enabled && query.isFetching && !hasAnswer, fallbackDelay)
  const isStale = hasFailed || isSlow || isRetrying
  // TanStack Query drops the placeholder when the query fails; the home data remains the fallback.
  const fallback = useMemo(() => {
    const answer = hasFailed && !hasAnswer && home && answerFromHome(home, product, queryKey)
    return answer ? toView(answer) : undefined
  }, [hasFailed, hasAnswer, home, product, queryKey, toView])

  const retry = async () => {
    setIsRetrying(true)
    await retryNow(client, queryKey)
    setIsRetrying(false)
  }

  const shown = (): { view?: View | null | undefined; at?: number } => {
    if (rendered && !isOutdated) return { view: rendered.view }
    // A server-rendered page already links to the previous and next item. These links must not disappear while the list loads.
    const isComplete = !rendered || !listKey || !isListPending
    if (hasAnswer && isComplete) return { view: query.data, at: query.dataUpdatedAt }
    if (fallback) return { view: fallback, at: homeAt }
    if (rendered) return { view: rendered.view, at: rendered.staleSince ?? servedAt }
    return { view: query.data, at: homeAt }
  }
  const { view, at } = shown()
  return {
    view: view ?? undefined,
    isMissing: isMissingOnServer || isNotFound || (hasAnswer && view === null),
    /** The fetch time of the shown data if refetching has failed, in milliseconds since 1970. */
    staleSince: isStale || rendered?.staleSince !== undefined ? at : undefined,
    retry,
  }
}
