import { memo } from 'react'
import type { Card as CardItem } from '../content/cards'
import { Icon } from './Icon'
import { Link } from './Link'
import { LocalText } from './LocalText'
import { Picture } from './Picture'
import { useSite } from './site-context'

type CardProps = {
  item: CardItem
  href: string
  /** Heading level of the title, below the list's own heading. */
  heading?: 'h2' | 'h3'
  /** The picture's `sizes` attribute. */
  sizes: string
  widest?: number
  isFirst?: boolean
}

/**
 * One item of a list. The title's link covers the whole card. Memoised, because sliders render again on each scroll and the home
 * page has seventy cards.
 */
export const Card = memo(function Card({
  item,
  href,
  heading: Heading = 'h2',
  sizes,
  widest = 960,
  isFirst = false,
}: CardProps) {
  const { t } = useSite()
  return (
    <article className="card">
      <Picture name={item.image} sizes={sizes} widest={widest} isFirst={isFirst} />
      <div className="card-text">
        <Heading className="card-title">
          <Link className="card-link" to={href}>
            <LocalText value={item.title} />
          </Link>
        </Heading>
        {item.excerpt && (
          <p className="card-excerpt">
            <LocalText value={item.excerpt} />
          </p>
        )}
        <Badges texts={item.tags} label={t('list.tags')} />
        <Link className="card-more" to={href}>
          {t('action.readMore')}
          <span className="visually-hidden">
            {': '}
            <LocalText value={item.title} />
          </span>
          <Icon name="forward" />
        </Link>
      </div>
    </article>
  )
})

/** Short labels in a row; renders nothing without texts. `label` names the row for screen readers. */
export function Badges({ texts, label }: { texts: string[]; label: string }) {
  if (texts.length === 0) return null
  return (
    <ul className="badges" aria-label={label}>
      {[...new Set(texts)].map((text) => (
        <li className="badge" key={text}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
