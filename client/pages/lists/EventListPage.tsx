import { useLocation } from 'react-router-dom'
import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import type { ListPageData } from '../../content/list-page'
import { useTranslation } from '../../language/i18n'
import { ItemList } from './ItemList'

/** Free workshops or programming competitions, by the path (spec section 2, Event lists and detail). */
export default function EventListPage(list: ListPageData) {
  const { t } = useTranslation()
  const { paths } = useSite()
  const areWorkshops = useLocation().pathname.startsWith(paths.freeWorkshops())
  const [title, intro, pathOf] = areWorkshops
    ? [t('nav.freeWorkshops'), t('events.workshopHighlight'), paths.freeWorkshop]
    : [t('nav.programmingCompetitions'), t('events.competitionHighlight'), paths.programmingCompetition]
  return (
    <>
      <PageHeading art="star" title={title} intro={intro} />
      <div className="wrap page-body">
        <ItemList {...list} pathOf={pathOf} />
      </div>
    </>
  )
}
