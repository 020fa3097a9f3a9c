import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation, useRevalidator } from 'react-router-dom'

/** Shorter waits are not worth a word. */
const patience = 250

/** True while another page, or this one again, is being loaded. */
export function useIsNavigating(): boolean {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  return navigation.state !== 'idle' || revalidator.state !== 'idle'
}

/** The layout's one polite live region: says that a page is loading, then its title; and a bar for the eye. */
export function PageStatus({ isNavigating, arrival }: { isNavigating: boolean; arrival: string }) {
  const { t } = useTranslation()
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isNavigating) return
    const timer = setTimeout(() => setIsSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isNavigating])

  return (
    <div className={isSlow ? 'page-status is-loading' : 'page-status'}>
      <div className="page-status-bar" />
      <p role="status" className="page-status-text">
        {isSlow ? t('status.loading') : arrival}
      </p>
    </div>
  )
}
