import { useLoaderData } from 'react-router-dom'
import { ItemDetail } from '../components/ItemDetail'
import { useSite } from '../components/site-context'
import { useTranslation } from '../components/translation'
import type { DetailPageData } from '../loaders'

/** One course (spec section 2, Course detail). */
export default function CoursePage() {
  const { t } = useTranslation()
  const { paths } = useSite()
  const item = useLoaderData() as DetailPageData
  return <ItemDetail item={item} list={{ href: paths.courses(), name: t('list.ourCourses'), pathOf: paths.course }} />
}
