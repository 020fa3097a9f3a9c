import { Icon } from '../../components/Icon'
import { Link } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import type { LocalText as Text } from '../../language/localize'
import { useTranslation } from '../../language/translation'

export type Neighbour = { slug: string; title: Text }

type NeighboursProps = { previous?: Neighbour; next?: Neighbour; pathOf: (slug: string) => string }

/** Links to the items that stand before and after this one in its list. */
export function Neighbours({ previous, next, pathOf }: NeighboursProps) {
  const { t } = useTranslation()
  if (!previous && !next) return null
  return (
    <ul className="neighbours" aria-label={t('detail.neighbours')}>
      {previous && (
        <li>
          <Link className="neighbour" to={pathOf(previous.slug)} rel="prev">
            <span className="neighbour-role">
              <Icon name="back" />
              {t('detail.previous')}
              <span className="visually-hidden">: </span>
            </span>
            <LocalText value={previous.title} />
          </Link>
        </li>
      )}
      {next && (
        <li className="neighbour-next">
          <Link className="neighbour" to={pathOf(next.slug)} rel="next">
            <span className="neighbour-role">
              {t('detail.next')}
              <span className="visually-hidden">: </span>
              <Icon name="forward" />
            </span>
            <LocalText value={next.title} />
          </Link>
        </li>
      )}
    </ul>
  )
}
