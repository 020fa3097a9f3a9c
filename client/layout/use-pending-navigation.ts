import { useLocation, useNavigation, useRevalidator } from 'react-router-dom'
import { inLocale } from '#contract/paths'
import { useLasting } from '../components/browser-state'
import { keepsScroll } from './scroll-memory'

/** The wait before loading is announced or a skeleton shown, in milliseconds. */
const slowAfter = 250

export type PendingNavigation = {
  /** True while another page, or this one again, is being loaded. */
  isNavigating: boolean
  /** True once it takes longer than `slowAfter`. */
  isSlow: boolean
  /** The path of the page whose navigation takes long; none within the same page. */
  awaited: string | undefined
}

/** The navigation in progress, if any. */
export function usePendingNavigation(): PendingNavigation {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const revalidator = useRevalidator()
  const isNavigating = state !== 'idle' || revalidator.state !== 'idle'
  const isSlow = useLasting(isNavigating, slowAfter)
  const isOther =
    location && !keepsScroll(location.state) && inLocale(location.pathname, 'en') !== inLocale(pathname, 'en')
  return { isNavigating, isSlow, awaited: isSlow && isOther ? location.pathname : undefined }
}
