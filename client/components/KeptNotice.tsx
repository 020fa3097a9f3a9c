import { useMatches, useRevalidator } from 'react-router-dom'
import { useTranslation } from './translation'

/** Says that getting the page anew has failed, and that what is shown is what was there before. */
export function KeptNotice() {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const pageData = useMatches().at(-1)?.loaderData
  if (typeof pageData !== 'object' || pageData === null || !('isKept' in pageData)) return null
  return (
    <div role="alert" className="kept-notice band-night">
      <p>{t('error.kept')}</p>
      <button type="button" className="button" onClick={() => void revalidate()}>
        {t('action.tryAgain')}
      </button>
    </div>
  )
}
