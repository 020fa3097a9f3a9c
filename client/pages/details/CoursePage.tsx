import { useSite } from '../../components/site-context'
import type { DetailPageData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { ItemDetail } from './ItemDetail'

/** One course (spec section 2, Course detail). */
export default function CoursePage(item: DetailPageData) {
  const { t } = useTranslation()
  const { paths } = useSite()
  const list = { href: paths.courses(), name: t('list.ourCourses'), pathOf: paths.course }
  return <ItemDetail item={item} list={{ ...list, calendarOf: paths.courseCalendar }} />
}
