import type { ComponentProps } from 'react'
import { requireParts } from './require-parts'

type Props = Omit<ComponentProps<'button'>, 'className' | 'style'> & {
  /** `action` for the main action of a view, `quiet` for all others. */
  look?: 'action' | 'quiet' | undefined
}

/** A button that does not submit unless its `type` says so. Links that look like buttons use the class `button` directly. */
export function Button({ look = 'action', type = 'button', children, ...rest }: Props) {
  requireParts('Button', { children })
  return (
    <button {...rest} type={type} className={look === 'quiet' ? 'button button-quiet' : 'button'}>
      {children}
    </button>
  )
}
