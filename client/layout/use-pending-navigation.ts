import { useEffect, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router-dom'
import { inLocale } from '#contract/paths'
import { placeKept } from './scroll-memory'

/** Shorter waits are not worth a word, nor a flash of another picture. */
const patience = 250

export type PendingNavigation = {
  /** True while another page, or this one again, is being loaded. */
  isNavigating: boolean
  /** True once that takes long. */
  isSlow: boolean
  /** The path of the other page that takes long; not for more, or other words, of the same page. */
  awaited: string | undefined
}

/** What the visitor is waiting for. */
export function usePendingNavigation(): PendingNavigation {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const revalidator = useRevalidator()
  const isNavigating = state !== 'idle' || revalidator.state !== 'idle'
  const [isLate, setIsLate] = useState(false)

  useEffect(() => {
    if (!isNavigating) return
    const timer = setTimeout(() => setIsLate(true), patience)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isNavigating])

  const isSlow = isNavigating && isLate
  const isOther =
    location && !placeKept(location.state) && inLocale(location.pathname, 'en') !== inLocale(pathname, 'en')
  return { isNavigating, isSlow, awaited: isSlow && isOther ? location.pathname : undefined }
}
