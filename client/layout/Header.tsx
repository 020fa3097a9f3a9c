import { memo, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { locales } from '#contract/locales'
import { inLocale, knownQuery } from '#contract/paths'
import { rememberLocale } from '../boot/remembered-locale'
import { useHydrated } from '../components/browser-state'
import { Logo } from '../components/Icon'
import { Link } from '../components/Link'
import { useSite } from '../components/site-context'
import { MainMenu } from './MainMenu'

/** The header of every page: skip link, name, main navigation, language switch. */
export const Header = memo(function Header({ main }: { main: RefObject<HTMLElement | null> }) {
  const { t, paths, institute } = useSite()
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a place on this page; its script only avoids a history entry */}
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // Following the link would cancel a pending navigation and add a history entry.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('nav.skip')}
      </a>
      <header className="site-header">
        <div className="site-header-row">
          <Link className="brand" to={paths.home()}>
            <Logo />
            <span className="brand-name">{institute.name}</span>
          </Link>
          <MainMenu />
          <LanguageSwitch />
        </div>
      </header>
    </>
  )
})

/** Links to this page in each language, with the same path, query, hash and scroll position. */
function LanguageSwitch() {
  const { t, locale: current } = useSite()
  const { pathname, search, hash } = useLocation()
  // The server never sees the hash and drops unknown queries, so the first render in the browser leaves them out, too.
  const isHydrated = useHydrated()
  const path = pathname + (isHydrated ? search + hash : knownQuery(pathname, search))
  return (
    <ul className="language-switch" aria-label={t('language.switch')} translate="no">
      {Object.values(locales).map(({ locale, lang, name, short }) => (
        <li key={locale}>
          <Link
            to={inLocale(path, locale)}
            hrefLang={lang}
            // Each language has its own name, which its readers recognise on a page in the other language.
            lang={lang}
            // The label begins with the visible text, so that speech input finds the link (WCAG 2.5.3).
            aria-label={name === short ? undefined : `${short} (${name})`}
            aria-current={locale === current ? 'true' : undefined}
            keepsScroll
            isPaintedFirst
            onClick={() => rememberLocale(locale)}
            onAuxClick={({ button }) => button === 1 && rememberLocale(locale)}
          >
            {short}
          </Link>
        </li>
      ))}
    </ul>
  )
}
