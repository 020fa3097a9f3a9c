import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from 'react'
import { type NavigateFunction, useLocation } from 'react-router-dom'
import { withoutTrailingSlashes } from '#contract/paths'
import { Icon } from './Icon'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The path of a page, with its query if it has one. */
  to: string
  /** True for a link that changes the same page, such as a link to more items of a list. The scroll position then stays. */
  keepsScroll?: boolean
  /** True for a link to a page that renders in one long task. The link's pressed state is then painted before that task. */
  isPaintedFirst?: boolean
}

/** React Router's `navigate`, which Layout provides. Without it the browser itself follows links. */
export const VisitContext = createContext<NavigateFunction | undefined>(undefined)

/** True if the last click, or the first one of a double click, has followed a link. */
let hasFollowed = false

// Drops the second click of a double click on a link, because what the first one has brought there is not what was meant.
if ('document' in globalThis)
  addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1) hasFollowed = false
      if (!hasFollowed) return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )

/** Identifies the latest visit. An earlier visit that still waits for a paint is dropped. */
let asked: object | undefined

/**
 * A link within the site, which navigates without loading a new document. React Router's own link is not used: it adds 10 kB of
 * code for framework mode and renders again at each navigation.
 */
export function Link({ to, keepsScroll = false, isPaintedFirst = false, onClick, ...attributes }: LinkProps) {
  const visit = useContext(VisitContext)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey
    if (!visit || event.defaultPrevented || !isPlain) return
    event.preventDefault()
    hasFollowed = true
    // Adds no history entry for a link to the current address, as browsers do.
    const options = { replace: event.currentTarget.href === location.href, state: keepsScroll ? { keepsScroll } : null }
    const own = { from: location.href }
    asked = own
    // A hidden page is not painted, so a visit that waits for a paint would never begin.
    if (!isPaintedFirst || document.hidden) return void visit(to, options)
    const visitUnlessElsewhere = () => asked === own && location.href === own.from && visit(to, options)
    requestAnimationFrame(() => setTimeout(visitUnlessElsewhere))
  }
  return <a {...attributes} href={to} onClick={follow} />
}

/**
 * A link that is marked (`aria-current`) if it leads to the current page. Spec section 2: only an exact match of the path counts.
 * A slash at its end and the query make no difference.
 */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation()
  const [path = ''] = props.to.split('?', 1)
  const isHere = withoutSlash(path) === withoutSlash(pathname)
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />
}

function withoutSlash(path: string): string {
  return withoutTrailingSlashes(path)
}

/** A section's link to its full page. `about` distinguishes links with the same words for screen readers. */
export function SectionLink({ to, about, children }: { to: string; about?: string | undefined; children: string }) {
  return (
    <Link className="section-link" to={to} key={children}>
      {children}
      {about && <span className="visually-hidden">{`: ${about}`}</span>}
      <Icon name="forward" />
    </Link>
  )
}
