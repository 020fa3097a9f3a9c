import { useLocation } from 'react-router-dom'
import { locales } from '#contract/locales'
import { inLocale, knownQuery } from '#contract/paths'
import { useHydrated } from '../components/browser-state'
import { Link } from '../components/Link'
import { useSite } from '../components/site-context'
import { useTranslation } from '../language/i18n'
import { rememberLocale } from '../language/remembered-locale'

/** Links to this page in each language, with the same path, query, hash and scroll position. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const site = useSite()
  const { pathname, search, hash } = useLocation()
  // The server never sees the hash and drops unknown queries, so the first render does too.
  const isHydrated = useHydrated()
  const path = pathname + (isHydrated ? search + hash : knownQuery(pathname, search))
  return (
    <ul className="language-switch" aria-label={t('language.switch')}>
      {Object.values(locales).map(({ locale, lang }) => (
        <li key={locale}>
          <Link
            to={inLocale(path, locale)}
            hrefLang={lang}
            // Begins with the visible text, for speech input (WCAG 2.5.3).
            aria-label={t(`language.${locale}.name`)}
            aria-current={locale === site.locale ? 'true' : undefined}
            keepsPlace
            isPaintedFirst
            onClick={() => rememberLocale(locale)}
            onAuxClick={({ button }) => button === 1 && rememberLocale(locale)}
          >
            {t(`language.${locale}.short`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
