import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../components/Icon'
import { NavLink } from '../components/Link'
import { LocalText } from '../components/LocalText'
import { useSite } from '../components/site-context'
import { useTranslation } from '../language/translation'
import { MenuDisclosure } from './MenuDisclosure'

/** The main navigation: links and disclosures after the ARIA Authoring Practices; on narrow screens behind a menu button. */
export function MainMenu() {
  const { t } = useTranslation()
  const { paths, productName, navigation } = useSite()
  const { key } = useLocation()
  const nav = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [openGroup, setOpenGroup] = useState<string>()
  const close = useCallback(() => {
    setIsOpen(false)
    setOpenGroup(undefined)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival closes the menus
  useEffect(() => {
    close()
  }, [key])

  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (!nav.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [close])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (!isOpen && openGroup === undefined)) return
    // One step at a time: the open group first, then the panel; focus returns to what had opened it.
    const closed = openGroup ?? 'main-menu'
    if (openGroup !== undefined) setOpenGroup(undefined)
    else setIsOpen(false)
    nav.current?.querySelector<HTMLElement>(`[aria-controls="${closed}"]`)?.focus()
  }

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !nav.current?.contains(event.relatedTarget)) close()
  }

  const group = (id: string) => ({
    id,
    isOpen: openGroup === id,
    onToggle: (opens: boolean) => setOpenGroup(opens ? id : undefined),
  })

  return (
    <nav ref={nav} className="main-menu" aria-label={t('nav.main')} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls="main-menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
        <span className="menu-button-name">{t('nav.menu')}</span>
      </button>
      <ul className="menu" id="main-menu">
        <MenuLink to={paths.home()}>{t('nav.home')}</MenuLink>
        <MenuDisclosure {...group('menu-courses')} name={t('nav.courses')}>
          <MenuLink to={paths.courses()}>{t('nav.allCategories')}</MenuLink>
          {navigation.categories.map(({ slug, name }) => (
            <MenuLink key={slug} to={paths.courseCategory(slug)}>
              <LocalText value={name} />
            </MenuLink>
          ))}
        </MenuDisclosure>
        <MenuDisclosure {...group('menu-news')} name={t('nav.news')}>
          <MenuLink to={paths.productNews()}>{t('nav.productNews', { product: productName })}</MenuLink>
          <MenuLink to={paths.aiNews()}>{t('nav.aiNews')}</MenuLink>
        </MenuDisclosure>
        {navigation.hasBlogs && <MenuLink to={paths.blogs()}>{t('nav.blogs')}</MenuLink>}
        <MenuDisclosure {...group('menu-events')} name={t('nav.events')}>
          <MenuLink to={paths.freeWorkshops()}>{t('nav.freeWorkshops')}</MenuLink>
          <MenuLink to={paths.programmingCompetitions()}>{t('nav.programmingCompetitions')}</MenuLink>
        </MenuDisclosure>
        <MenuLink to={paths.whoWeAre()}>{t('nav.aboutUs')}</MenuLink>
        <MenuLink to={paths.ourMission()}>{t('nav.ourMission')}</MenuLink>
        <MenuLink to={paths.contactUs()}>{t('nav.contactUs')}</MenuLink>
      </ul>
    </nav>
  )
}

function MenuLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <li>
      <NavLink className="menu-link" to={to}>
        {children}
      </NavLink>
    </li>
  )
}
