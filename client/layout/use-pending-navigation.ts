import { useLocation, useNavigation, useRevalidator } from 'react-router-dom'
import { inLocale } from '#contract/paths'
import { useLasting } from '../components/browser-state'
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

/** The navigation that the visitor is waiting for. */
export function usePendingNavigation(): PendingNavigation {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const revalidator = useRevalidator()
  const isNavigating = state !== 'idle' || revalidator.state !== 'idle'
  const isSlow = useLasting(isNavigating, patience)
  const isOther =
    location && !placeKept(location.state) && inLocale(location.pathname, 'en') !== inLocale(pathname, 'en')
  return { isNavigating, isSlow, awaited: isSlow && isOther ? location.pathname : undefined }
}
