import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../components/Icon'

type MenuDisclosureProps = {
  id: string
  name: string
  isOpen: boolean
  onToggle: (opens: boolean) => void
  children: ReactNode
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count : index) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button that opens a list of links, after the APG's disclosure navigation; arrows are the pattern's optional extra. */
export function MenuDisclosure({ id, name, isOpen, onToggle, children }: MenuDisclosureProps) {
  const item = useRef<HTMLLIElement>(null)
  const wantsFirst = useRef(false)

  useEffect(() => {
    if (isOpen && wantsFirst.current) item.current?.querySelector('a')?.focus()
    wantsFirst.current = false
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    const links = [...(item.current?.querySelectorAll('a') ?? [])]
    const index = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      wantsFirst.current = true
      onToggle(true)
    } else if (index < 0 && event.key !== 'ArrowDown') return
    else links[step(index, links.length)]?.focus()
    event.preventDefault()
  }

  return (
    <li className="menu-group" ref={item} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="menu-link"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
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
