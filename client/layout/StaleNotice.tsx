import { useEffect } from 'react'
import { retryPictures } from '../components/Picture'
import { useSite } from '../components/site-context'

/** Says that the page could not be refreshed, and how old it is. `since` is in milliseconds since 1970. */
export function StaleNotice({ since, retry }: { since: number; retry: () => Promise<void> }) {
  const { t, locale } = useSite()
  // The notice unmounts when the API answers again.
  useEffect(() => {
    return () => retryPictures()
  }, [])
  const age = since > 0 ? ageOf(Date.now() - since, locale) : undefined
  return (
    <div className="stale-notice band-night">
      <p role="alert">
        {t('error.kept')} {age && t('error.keptAge', { age })}
      </p>
      <button type="button" className="button" onClick={() => void retry()}>
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

/** The age in words, with the language's plural forms; `undefined` below a minute. */
function ageOf(milliseconds: number, language: string): string | undefined {
  const [unit, length] = units.find(([, size]) => milliseconds >= size) ?? []
  if (!unit) return undefined
  return new Intl.RelativeTimeFormat(`${language}-u-nu-latn`).format(-Math.floor(milliseconds / length), unit)
}
