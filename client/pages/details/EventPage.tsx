import { useLocation } from 'react-router-dom'
import { useSite } from '../../components/site-context'
import type { DetailPageData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { ItemDetail } from './ItemDetail'

/** One event, under any of its three addresses (spec section 2, Event lists and detail). */
export default function EventPage(item: DetailPageData) {
  const { t } = useTranslation()
  const { paths } = useSite()
  const { pathname } = useLocation()
  // The list that the address names, if it names one.
  const place = (['freeWorkshops', 'programmingCompetitions'] as const).find((list) =>
    pathname.startsWith(paths[list]()),
  )
  const pathOf =
    place === 'freeWorkshops'
      ? paths.freeWorkshop
      : place === 'programmingCompetitions'
        ? paths.programmingCompetition
        : paths.event
  const kind = item.kind ?? place
  const list = kind
    ? { href: paths[kind](), name: t(`nav.${kind}`) }
    : // An event of unknown kind is only in the home page's list.
      { href: `${paths.home()}#events-title`, name: t('list.ourEvents') }
  return <ItemDetail item={item} list={{ ...list, pathOf, calendarOf: paths.eventCalendar }} />
}
