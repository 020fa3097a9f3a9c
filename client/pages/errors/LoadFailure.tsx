import { useEffect, useRef, useState } from 'react'
import { Mark } from '../../components/Icon'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'
import { useTranslation } from '../../language/i18n'

/** A page that could not be loaded. `retry` asks the API again; without it the page's own code is missing, and the page is reloaded. */
export function LoadFailure({ retry }: { retry?: () => Promise<void> }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  // A failed retry changes the words, so that screen readers announce it. Automatic retries change nothing.
  const [hasFailedAgain, setFailedAgain] = useState(false)
  // Asked once: words must not change by themselves while they are read.
  const [isOffline] = useState(() => typeof navigator === 'object' && navigator.onLine === false)
  const box = useRef<HTMLDivElement>(null)

  // Back had returned to where the page was scrolled, when it was longer.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  useEffect(() => {
    if (retry) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [retry])

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
            onClick={() => (retry ? void retry().then(() => setFailedAgain(true)) : reload())}
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
