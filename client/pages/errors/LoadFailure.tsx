import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Mark } from '../../components/Icon'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'
import { useTranslation } from '../../language/i18n'

/** A page that could not be loaded. `isResponse`: the API refused; otherwise the page's own code failed, or never came. */
export function LoadFailure({ isResponse }: { isResponse: boolean }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  const { revalidate } = useRevalidator()
  // By the visitor: what is tried behind the scenes (client/data/page-queries.ts) and fails changes no words. Words that change are told.
  const [hasFailedAgain, setFailedAgain] = useState(false)
  // Asked once: words must not change by themselves while they are read.
  const [isOffline] = useState(() => typeof navigator === 'object' && navigator.onLine === false)
  const box = useRef<HTMLDivElement>(null)

  // Back had returned to where the page was scrolled, when it was longer.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  useEffect(() => {
    if (isResponse) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isResponse])

  return (
    <div className="page-error wrap">
      <div role="alert" ref={box}>
        <Mark />
        <h1>{t(isOffline ? 'error.offline.title' : 'error.failed.title')}</h1>
        <p>{t(isOffline ? 'error.offline.text' : hasFailedAgain ? 'error.failed.again' : 'error.failed.text')}</p>
        <p className="page-error-links">
          <button
            type="button"
            className="button"
            onClick={() => (isResponse ? void revalidate().then(() => setFailedAgain(true)) : reload())}
          >
            {t('action.tryAgain')}
          </button>
          <Link className="button button-quiet" to={paths.home()}>
            {t('action.goHome')}
          </Link>
        </p>
      </div>
    </div>
  )
}

/** The router asks once for a page's code, and keeps that it has failed. */
function reload(): void {
  location.reload()
}
