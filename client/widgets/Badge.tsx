import { requireParts } from './require-parts'
import type { Tone } from './tone'

/** One short label; `Badges` shows a list of them. */
export function Badge({ text, tone }: { text: string; tone?: Tone | undefined }) {
  requireParts('Badge', { text })
  return (
    <span className={tone ? `badge badge-toned tone-${tone}` : 'badge'}>
      <bdi>{text}</bdi>
    </span>
  )
}
