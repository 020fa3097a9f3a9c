import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRevalidator } from 'react-router-dom'
import { useSite } from './site-context'

/** A page that could not be loaded. `isResponse`: the API refused; otherwise the page's own code failed, or never came. */
export function LoadFailure({ isResponse }: { isResponse: boolean }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLDivElement>(null)

  // Back had returned to where the page was scrolled, when it was longer.
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <div className="page-error wrap">
      <div role="alert" ref={box}>
        <h1>{t('error.failed.title')}</h1>
        <p>{t('error.failed.text')}</p>
        <p className="page-error-links">
          <button type="button" className="button" onClick={() => (isResponse ? void revalidate() : location.reload())}>
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
