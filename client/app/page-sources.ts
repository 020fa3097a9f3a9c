import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HomeData } from '#contract/entities'
import type { Answers, OperationName, QueryKey } from '#contract/operations'
import { useLasting } from '../components/browser-state'
import { homeQuery, listOf } from '../data/queries'
import { fallbackDelay, isFailing, retryNow } from '../data/query-client'

/** The API's response to the page's query, and whether the API fails or takes long. Sends no request unless `isReading`. */
export function useAnswer<Name extends OperationName>(queryKey: QueryKey<Name>, isReading: boolean) {
  const client = useQueryClient()
  const [isRetrying, setIsRetrying] = useState(false)
  const query = useQuery({ queryKey: queryKey as QueryKey, enabled: isReading, subscribed: isReading })
  const { data, error, dataUpdatedAt } = query
  const hasFailed = isFailing(query)
  const isSlow = useLasting(isReading && query.isFetching && data === undefined, fallbackDelay)
  return {
    // TypeScript cannot tie the response to the key's operation.
    answer: data as Answers[Name] | undefined,
    answeredAt: dataUpdatedAt,
    error,
    hasFailed,
    /** True while newer data cannot be fetched, or takes long. */
    isLate: isReading && (hasFailed || isSlow || isRetrying),
    retry: async () => {
      setIsRetrying(true)
      await retryNow(client, queryKey)
      setIsRetrying(false)
    },
  }
}

/**
 * The home data and its fetch time, if the app has it (spec section 4). Sends no request. If `isReading`, newer data renders the
 * component again.
 */
export function useHome(isReading: boolean) {
  const { data, dataUpdatedAt } = useQuery<HomeData[]>({ queryKey: homeQuery, enabled: false, subscribed: isReading })
  return [data?.[0], dataUpdatedAt] as const
}

/** The items of the list that has the previous and next item, if the home data lacks the page's item; and whether it loads. */
export function useItemList(listKey: QueryKey | undefined) {
  const isReading = listKey !== undefined
  const { data, isPending } = useQuery({ queryKey: listKey ?? homeQuery, enabled: isReading, subscribed: isReading })
  return isReading ? ([listOf(data), isPending] as const) : []
}
