import { useEffect, useSyncExternalStore } from 'react'
import { useMatches, useRevalidator } from 'react-router-dom'
import type { Site as AppSite } from '../app/site'
import { retryPictures } from '../components/Picture'
import { useSite } from '../components/site-context'
import { useTranslation } from '../language/i18n'

/** Says that getting the page anew has failed, and that what is shown is what was there before, and from when. */
export function StaleNotice({ stale }: Pick<AppSite, 'stale'>) {
  const { t } = useTranslation()
  const { locale } = useSite()
  const { revalidate } = useRevalidator()
  const since = useSyncExternalStore(stale.subscribe, stale.since, () => undefined)
  useEffect(() => {
    if (since === undefined) retryPictures()
  }, [since])
  const pageData = useMatches().at(-1)?.loaderData
  // A page that could not be loaded says so itself.
  if (since === undefined || !pageData) return null
  const age = since > 0 ? ageOf(Date.now() - since, locale) : undefined
  return (
    <div role="alert" className="stale-notice band-night">
      <p>
        {t('error.kept')} {age && t('error.keptAge', { age })}
      </p>
      <button type="button" className="button" onClick={() => void revalidate()}>
        {t('action.tryAgain')}
      </button>
    </div>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago, in words; `undefined` for what is hardly a minute old. The browser knows each language's plural forms. */
function ageOf(milliseconds: number, language: string): string | undefined {
  const [unit, length] = units.find(([, size]) => milliseconds >= size) ?? []
  if (!unit) return undefined
  return new Intl.RelativeTimeFormat(`${language}-u-nu-latn`).format(-Math.floor(milliseconds / length), unit)
}
