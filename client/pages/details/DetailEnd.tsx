import type { Card as CardItem, Headline } from '#content/cards'
import type { Related } from '#content/page-data'
import { Card } from '../../components/Card'
import { Icon } from '../../components/Icon'
import { Link, SectionLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { useSite } from '../../components/site-context'

type NeighboursProps = Pick<Related, 'previous' | 'next'> & { pathOf: (slug: string) => string }

/** Links to the previous and the next item of the list. */
export function Neighbours({ previous, next, pathOf }: NeighboursProps) {
  const { t } = useSite()
  if (!previous && !next) return null
  const link = (role: 'previous' | 'next', name: string, item: Headline | undefined) =>
    item && (
      <li className={`neighbour-${role}`}>
        <Link className="neighbour" to={pathOf(item.slug)} rel={role === 'next' ? 'next' : 'prev'}>
          <span className="neighbour-role" key={name}>
            {name}
            <span className="visually-hidden">: </span>
            <Icon name={role === 'next' ? 'forward' : 'back'} />
          </span>
          <LocalText value={item.title} />
        </Link>
      </li>
    )
  return (
    <ul className="neighbours wrap" aria-label={t('detail.neighbours')}>
      {link('previous', t('detail.previous'), previous)}
      {link('next', t('detail.next'), next)}
    </ul>
  )
}

type RelatedItemsProps = {
  cards: CardItem[]
  pathOf: (slug: string) => string
  isOneCategory: boolean
  /** The path of the list with all of them. */
  listHref: string
}

/** A few other items of the same category or list, with a link to all of them. */
export function RelatedItems({ cards, pathOf, isOneCategory, listHref }: RelatedItemsProps) {
  const { t } = useSite()
  const title = t(isOneCategory ? 'detail.related' : 'detail.alsoHere')
  return (
    <section className="related wrap" aria-labelledby="related">
      <div className="related-head">
        <h2 id="related">{title}</h2>
        <SectionLink to={listHref} about={title}>
          {t('action.seeMore')}
        </SectionLink>
      </div>
      <div className="related-cards">
        {cards.map((card) => (
          <Card key={card.slug} item={card} href={pathOf(card.slug)} layout="related" />
        ))}
      </div>
    </section>
  )
}
