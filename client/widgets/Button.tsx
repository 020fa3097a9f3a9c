import type { ComponentProps } from 'react'
import { requireParts } from './require-parts'

type Props = Omit<ComponentProps<'button'>, 'className' | 'style'> & {
  /** `action` is what the page wants most, once per view; `quiet` is everything else. */
  look?: 'action' | 'quiet' | undefined
}

/** A button that submits nothing unless its `type` says so. Links that look like one take the class `button` themselves. */
export function Button({ look = 'action', type = 'button', children, ...rest }: Props) {
  requireParts('Button', { children })
  return (
    <button {...rest} type={type} className={look === 'quiet' ? 'button button-quiet' : 'button'}>
      {children}
    </button>
  )
}
