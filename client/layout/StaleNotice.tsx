import { type ReactNode, useEffect, useState } from 'react'
import type { Path } from 'react-router-dom'
import { bareWords } from '#content/i18n'
import { splitLocale } from '#contract/paths'
import { useLasting } from '../components/browser-state'
import { Icon } from '../components/Icon'
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
    <Notice words={bareWords[locale]} onTryAgain={() => void retry()}>
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
    <Notice words={words} onTryAgain={() => location.assign(pathname + search)}>
      {words.slow}
    </Notice>
  )
}

type NoticeProps = { words: Record<'tryAgain' | 'close', string>; onTryAgain: () => void; children: ReactNode }

function Notice({ words: { tryAgain, close }, onTryAgain, children }: NoticeProps) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const onClose = () => {
    setClosed(true)
    // The focus would be lost with the button.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className="stale-notice band-night">
      <div className="stale-notice-text">
        <p role="alert">{children}</p>
        <button type="button" className="button" onClick={onTryAgain}>
          {tryAgain}
        </button>
      </div>
      <button type="button" className="button button-quiet" aria-label={close} onClick={onClose}>
        <Icon name="close" />
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
