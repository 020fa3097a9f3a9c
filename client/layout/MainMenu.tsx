import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type MenuPage, menuPages, pages } from '#contract/pages'
import { Icon } from '../components/Icon'
import { NavLink } from '../components/Link'
import { LocalText } from '../components/LocalText'
import { useSite } from '../components/site-context'

const menuId = 'main-menu'

/** The menu's entries in order: links of the menu itself (`main`), and groups of links. */
const entries: { menu: (typeof pages)[MenuPage]['menu']; names: MenuPage[] }[] = []
for (const name of menuPages) {
  const { menu } = pages[name]
  const group = entries.find((entry) => entry.menu === menu && menu !== 'main')
  if (group) group.names.push(name)
  else entries.push({ menu, names: [name] })
}

/** The main navigation: links and disclosures as in the ARIA Authoring Practices, behind a menu button in narrow windows. */
export function MainMenu() {
  const { t, paths, linkText, navigation } = useSite()
  const { key } = useLocation()
  const nav = useRef<HTMLElement>(null)
  /** The ids of the open lists. In narrow windows the menu itself comes first, and an open group after it. */
  const [open, setOpen] = useState<string[]>([])
  const isAnyOpen = open.length > 0
  const close = () => setOpen([])

  // Sets the state only if a menu is open, because React would otherwise render once more before the next page is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival closes the menus
  useEffect(() => {
    if (isAnyOpen) close()
  }, [key])

  // Escape closes one level at a time, and the focus returns to the button that opened that level.
  const onEscape = useEffectEvent(() => {
    setOpen(open.slice(0, -1))
    nav.current?.querySelector<HTMLElement>(`[aria-controls="${open.at(-1)}"]`)?.focus()
  })

  useEffect(() => {
    if (!isAnyOpen) return
    const listening = new AbortController()
    const onPointerDown = (event: PointerEvent) => {
      if (!nav.current?.contains(event.target as Node)) setOpen([])
    }
    // Listens on the document, because Safari does not focus a button that is clicked.
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') onEscape()
    }
    document.addEventListener('pointerdown', onPointerDown, listening)
    document.addEventListener('keydown', onKeyDown, listening)
    return () => listening.abort()
  }, [isAnyOpen])

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !nav.current?.contains(event.relatedTarget)) close()
  }

  const isOpen = open.includes(menuId)
  const disclosure = (id: string) => ({
    id,
    isOpen: open.includes(id),
    onToggle: () => setOpen([...(isOpen ? [menuId] : []), ...(open.includes(id) ? [] : [id])]),
  })

  return (
    <nav ref={nav} className="main-menu" aria-label={t('nav.main')} onBlur={onBlur}>
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setOpen(isOpen ? [] : [menuId])}
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
        <span className="menu-button-name">{t('nav.menu')}</span>
      </button>
      <ul className="menu" id={menuId}>
        {entries.map(({ menu, names }) =>
          menu === 'main' ? (
            names
              .filter((name) => name !== 'blogs' || navigation.hasBlogs)
              .map((name) => (
                <MenuLink key={name} to={paths[name]()}>
                  {linkText(name)}
                </MenuLink>
              ))
          ) : (
            <MenuDisclosure key={menu} {...disclosure(`menu-${menu}`)} name={t(`nav.${menu}`)}>
              {names.map((name) => (
                <MenuLink key={name} to={paths[name]()}>
                  {name === 'courses' ? t('nav.allCourses') : linkText(name)}
                </MenuLink>
              ))}
              {menu === 'courses' &&
                navigation.categories.map(({ slug, name }) => (
                  <MenuLink key={slug} to={paths.courseCategory(slug)}>
                    <LocalText value={name} />
                  </MenuLink>
                ))}
            </MenuDisclosure>
          ),
        )}
      </ul>
    </nav>
  )
}

function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <NavLink className="menu-link" to={to}>
        {children}
      </NavLink>
    </li>
  )
}

type MenuDisclosureProps = {
  id: string
  name: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count : index) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a list of links (APG disclosure navigation, with its optional arrow keys). */
function MenuDisclosure({ id, name, isOpen, onToggle, children }: MenuDisclosureProps) {
  const item = useRef<HTMLLIElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    const links = [...(item.current?.querySelectorAll('a') ?? [])]
    const index = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (index < 0 && event.key !== 'ArrowDown') return
    const focus = () => links[step(index, links.length)]?.focus()
    if (isOpen) focus()
    else {
      onToggle()
      // Waits for the next task, because the links of a closed group cannot take the focus. React has opened the group by then.
      setTimeout(focus)
    }
    event.preventDefault()
  }

  return (
    <li className="menu-group" ref={item} onKeyDown={onKeyDown}>
      <button
        key={name}
        type="button"
        className="menu-link"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        {name}
        <Icon name="chevron" />
      </button>
      <ul className="submenu" id={id}>
        {children}
      </ul>
    </li>
  )
}
