import { type ReactNode, useState } from 'react'
import { Icon } from '../components/Icon'
import { requireParts } from './require-parts'
import type { Tone } from './tone'

type Props = {
  tone?: Tone | undefined
  title?: string | undefined
  /** Name of the button that hides the alert; without it the alert can't be dismissed. */
  dismissLabel?: string | undefined
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

/**
 * A highlighted message. Once dismissed it stays hidden, even if its props change (spec section 4). Screen readers announce a
 * danger at once, and other tones after they have finished speaking (ARIA roles `alert` and `status`).
 */
export function Alert({ tone = 'note', title, dismissLabel, onDismiss, children }: Props) {
  requireParts('Alert', { children })
  if (dismissLabel !== undefined || onDismiss) requireParts('Alert', { dismissLabel })
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null

  const dismiss = () => {
    setDismissed(true)
    onDismiss?.()
  }
  return (
    <div className={`alert tone-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <div className="alert-text">
        {title && <p className="alert-title">{title}</p>}
        <div>{children}</div>
      </div>
      {dismissLabel && (
        <button type="button" className="alert-dismiss" aria-label={dismissLabel} onClick={dismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
