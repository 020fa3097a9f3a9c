import { memo } from 'react'
import type { Card as CardItem } from '#content/cards'
import { tagName } from '#content/tags'
import { Icon } from './Icon'
import { Link } from './Link'
import { LocalText, TextParagraph } from './LocalText'
import { Picture } from './Picture'
import { useSite } from './site-context'
import { useScheduleState } from './use-schedule-state'

/** The layouts of cards. Each sets the level of a card's heading, and the `sizes` and widest variant of its picture. */
const layouts = {
  /** The first card in each row of a list. */
  wide: { heading: 'h2', sizes: '(min-width: 75rem) 42rem, (min-width: 48rem) 56vw, 92vw', widest: 1280 },
  list: {
    heading: 'h2',
    sizes: '(min-width: 75rem) 23rem, (min-width: 62rem) 31vw, (min-width: 36rem) 46vw, 92vw',
    widest: 960,
  },
  related: { heading: 'h3', sizes: '(min-width: 75rem) 23rem, (min-width: 48rem) 31vw, 92vw', widest: 960 },
  slider: { heading: 'h3', sizes: '(min-width: 993px) 23vw, (min-width: 640px) 45vw, 92vw', widest: 960 },
} as const

type CardProps = { item: CardItem; href: string; layout: keyof typeof layouts; isFirst?: boolean }

/**
 * One item of a list. The title's link covers the whole card. Memoised, because sliders render again on each scroll and the home
 * page has seventy cards.
 */
export const Card = memo(function Card({ item, href, layout, isFirst = false }: CardProps) {
  const { heading: Heading, ...size } = layouts[layout]
  const { t, locale } = useSite()
  const more = t('action.readMore')
  return (
    <article className="card">
      <Picture name={item.image} {...size} isFirst={isFirst} />
      <div className="card-text">
        <Heading className="card-title">
          <Link className="card-link" to={href}>
            <LocalText value={item.title} />
          </Link>
        </Heading>
        <CardFacts item={item} />
        <TextParagraph className="card-excerpt" value={item.excerpt} />
        <Badges texts={(item.tags ?? []).map((tag) => tagName(tag, locale))} label={t('list.tags')} />
        {/* A small card at the end of a page is read as one link. */}
        {layout !== 'related' && (
          <Link className="card-more" to={href} key={more}>
            {more}
            <span className="visually-hidden">
              {': '}
              <LocalText value={item.title} />
            </span>
            <Icon name="forward" />
          </Link>
        )}
      </div>
    </article>
  )
})

/** When a course or event starts, how long it is and where, or the day of a news item. */
function CardFacts({ item: { schedule, date, place } }: { item: CardItem }) {
  const { t } = useSite()
  const state = useScheduleState(schedule, date)
  if (!date && !schedule && !place) return null
  const text = schedule ? t(`schedule.${state ?? 'upcoming'}`, { date: date?.text }) : date?.text
  return (
    <p className={state ? `card-facts is-${state}` : 'card-facts'}>
      {date ? (
        <time dateTime={date.dateTime} key={text}>
          {text}
        </time>
      ) : (
        <span key={text}>{text}</span>
      )}
      {schedule?.hours !== undefined && <span>{t('detail.hours', { count: schedule.hours })}</span>}
      {place && <LocalText value={place} />}
    </p>
  )
}

/** Short labels in a row. Renders nothing without texts. `label` names the row for screen readers. */
export function Badges({ texts, label }: { texts: string[]; label: string }) {
  if (texts.length === 0) return null
  return (
    <ul className="badges" aria-label={label}>
      {[...new Set(texts)].map((text) => (
        <li className="badge" key={text}>
          <LocalText value={{ text }} />
        </li>
      ))}
    </ul>
  )
}
