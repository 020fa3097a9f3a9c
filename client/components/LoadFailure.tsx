import { useEffect, useRef, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { Link } from './Link'
import { Mark } from './Mark'
import { useSite } from './site-context'
import { useTranslation } from './translation'

/** A page that could not be loaded. `isResponse`: the API refused; otherwise the page's own code failed, or never came. */
export function LoadFailure({ isResponse }: { isResponse: boolean }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  const { revalidate } = useRevalidator()
  const error = useRouteError()
  // Words that change are told again; the same ones would leave a second failure unsaid.
  const [firstError] = useState(error)
  // What is tried behind the scenes (client/freshness.ts) and fails changes no words.
  const [isAsked, setIsAsked] = useState(false)
  const tryAgain = () => {
    setIsAsked(true)
    if (isResponse) void revalidate()
    else location.reload()
  }
  // Asked once: words must not change by themselves while they are read.
  const [isOffline] = useState(() => isResponse && typeof navigator === 'object' && navigator.onLine === false)
  const box = useRef<HTMLDivElement>(null)

  // Back had returned to where the page was scrolled, when it was longer.
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <div className="page-error wrap">
      <div role="alert" ref={box}>
        <Mark />
        <h1>{t(isOffline ? 'error.offline.title' : 'error.failed.title')}</h1>
        <p>
          {t(
            isOffline
              ? 'error.offline.text'
              : isAsked && error !== firstError
                ? 'error.failed.again'
                : 'error.failed.text',
          )}
        </p>
        <p className="page-error-links">
          <button type="button" className="button" onClick={tryAgain}>
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
