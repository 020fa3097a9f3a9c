import { useId } from 'react'
import { requireNumber, requireParts } from './require-parts'

type Props = {
  label: string
  /** Per cent, from 0 to 100 (spec section 5). Any other number throws an error. */
  value: number
  /** Height of the bar in pixels (spec section 9: 8). */
  height?: number | undefined
}

/** A progress bar. SVG attributes set its size, because the site's policy blocks `style` attributes in the server's HTML. */
export function Progress({ label, value, height = 8 }: Props) {
  requireParts('Progress', { label })
  requireNumber('Progress', 'value', value, { min: 0, max: 100 })
  requireNumber('Progress', 'height', height, { min: 1 })
  const id = useId()
  return (
    <div className="progress">
      <div className="progress-head">
        <span id={id}>{label}</span>
        <bdi className="progress-value">{`${Math.round(value)}%`}</bdi>
      </div>
      <div role="progressbar" aria-labelledby={id} aria-valuenow={value} aria-valuemin={0} aria-valuemax={100}>
        <svg className="progress-bar" height={height} aria-hidden="true" focusable="false">
          <rect className="progress-fill" width={`${value}%`} height="100%" />
        </svg>
      </div>
    </div>
  )
}
