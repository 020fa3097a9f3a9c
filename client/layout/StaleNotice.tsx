import { type ReactNode, useEffect } from 'react'
import type { Path } from 'react-router-dom'
import { bareWords } from '#content/i18n'
import { splitLocale } from '#contract/paths'
import { useLasting } from '../components/browser-state'
import { retryPictures } from '../components/Picture'
import { useSite } from '../components/site-context'

/** The wait before a page that is loading counts as slow, in milliseconds. */
const noticeAfter = 5_000

/** Says that the page could not be refreshed, and how old it is. `since` is in milliseconds since 1970. */
export function StaleNotice({ since, retry }: { since: number; retry: () => Promise<void> }) {
  const { t, locale, now = Date.now() } = useSite()
  // The notice unmounts when the API answers again. Failed pictures can then load, too.
  useEffect(() => {
    return () => retryPictures()
  }, [])
  const age = since > 0 ? ageOf(now - since, locale) : undefined
  return (
    <Notice tryAgain={t('action.tryAgain')} onTryAgain={() => void retry()}>
      {age ? `${t('error.stale')} ${t('error.staleAge', { age })}` : t('error.stale')}
    </Notice>
  )
}

/**
 * Says that the page at `page` takes long. Its button loads the page as a document, because the server may have cached the page
 * although the API hangs. Uses no labels, because they may not be loaded yet.
 */
export function SlowNotice({ page: { pathname, search } }: { page: Pick<Path, 'pathname' | 'search'> }) {
  const words = bareWords[splitLocale(pathname)[0]]
  if (!useLasting(true, noticeAfter)) return null
  return (
    <Notice tryAgain={words.tryAgain} onTryAgain={() => location.assign(pathname + search)}>
      {words.slow}
    </Notice>
  )
}

type NoticeProps = { tryAgain: string; onTryAgain: () => void; children: ReactNode }

function Notice({ tryAgain, onTryAgain, children }: NoticeProps) {
  return (
    <div className="stale-notice band-night">
      <p role="alert">{children}</p>
      <button type="button" className="button" onClick={onTryAgain}>
        {tryAgain}
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
