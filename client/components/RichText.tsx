import { useEffect, useRef } from 'react'
import { type Locale, locales } from '#contract/locales'
import { useSite } from './site-context'

/** Sanitised HTML, with a notice when it is in the other language. */
export function RichText({ body }: { body: { html: string; locale?: Locale } }) {
  const { locale } = useSite()
  return (
    <>
      {body.locale && <LanguageNotice />}
      <Prose html={body.html} locale={body.locale ?? locale} />
    </>
  )
}

/** Sanitised HTML as the site shows it. */
export function Prose({ html, locale }: { html: string; locale: Locale }) {
  const box = useRef<HTMLDivElement>(null)
  const { lang, dir } = locales[locale]

  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML in the same box has other tables
  useEffect(() => {
    const prose = box.current
    if (!prose) return
    // Wide tables and code scroll by themselves, so they must be reachable by keyboard (WCAG 2.1.1).
    const observer = new ResizeObserver(() => {
      for (const wide of prose.querySelectorAll<HTMLElement>('pre, table')) {
        if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
        else wide.removeAttribute('tabindex')
      }
    })
    observer.observe(prose)
    return () => observer.disconnect()
  }, [html])

  // biome-ignore lint/security/noDangerouslySetInnerHtml: the caller has sanitised the HTML
  return <div ref={box} className="prose" lang={lang} dir={dir} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Says that a text exists only in the other language. */
export function LanguageNotice() {
  const { t } = useSite()
  return <p className="language-notice">{t('language.onlyOther')}</p>
}
