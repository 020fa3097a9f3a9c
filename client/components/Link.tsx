import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from './Icon'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The path of a page, with its query if it has one. */
  to: string
  /** True where the reader stays at the same place: more, or other words, of the same page. */
  keepsPlace?: boolean
  /** True where the page is made of what is there, in one long task: the pressed link is painted before. */
  isPaintedFirst?: boolean
}

/** Takes the visitor to a page of the site. */
export type Visit = (to: string, options: { replace: boolean; state: { keepsPlace: true } | null }) => void

/** Filled by Layout; without it links are the browser's. */
export const VisitContext = createContext<Visit | undefined>(undefined)

/** The visit asked for last, which one that waits to be painted gives way to. */
let asked: object | undefined

/**
 * A link to a page of the site, which script shows without loading the document anew.
 *
 * Not React Router's: its link brings the code of its framework mode along (10 kB, prefetching of its own kind), resolves what
 * is absolute here already, and renders again with each navigation.
 */
export function Link({ to, keepsPlace = false, isPaintedFirst = false, onClick, ...attributes }: LinkProps) {
  const visit = useContext(VisitContext)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey
    if (!visit || event.defaultPrevented || !isPlain) return
    event.preventDefault()
    // As browsers do: a link to where one is makes no entry of the history.
    const options = { replace: event.currentTarget.href === location.href, state: keepsPlace ? { keepsPlace } : null }
    const own = { from: location.href }
    asked = own
    // A page that is not seen is not painted.
    if (!isPaintedFirst || document.hidden) return visit(to, options)
    const visitUnlessElsewhere = () => asked === own && location.href === own.from && visit(to, options)
    requestAnimationFrame(() => setTimeout(visitUnlessElsewhere))
  }
  return <a {...attributes} href={to} onClick={follow} />
}

/** Marks a link to the current page. Spec section 2: only on an exact match; a slash at the end makes no difference. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const [path = ''] = props.to.split('?', 1)
  const isHere = withoutSlash(path) === withoutSlash(pathname)
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '')
}

/** The link from a section to the page that has the whole; `about` tells it from others of the same words when read out. */
export function SectionLink({ to, about, children }: { to: string; about: string; children: string }) {
  return (
    <Link className="section-link" to={to}>
      {children}
      <span className="visually-hidden">{`: ${about}`}</span>
      <Icon name="forward" />
    </Link>
  )
}
