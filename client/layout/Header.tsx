import { memo, type RefObject } from 'react'
import { Mark } from '../components/Icon'
import { Link } from '../components/Link'
import { useSite } from '../components/site-context'
import { useTranslation } from '../language/i18n'
import { LanguageSwitch } from './LanguageSwitch'
import { MainMenu } from './MainMenu'

/** The header of every page: skip link, name, main navigation, language switch. */
export const Header = memo(function Header({ main }: { main: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a place on this page, which script only spares the history */}
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // The browser would add a history entry.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('nav.skip')}
      </a>
      <header className="site-header">
        <div className="site-header-row">
          <Link className="brand" to={paths.home()}>
            <Mark />
            <span className="brand-name">{t('institute.name')}</span>
          </Link>
          <MainMenu />
          <LanguageSwitch />
        </div>
      </header>
    </>
  )
})
