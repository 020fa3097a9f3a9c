import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import { CategoryLinks } from '../components/CategoryLinks'
import { ItemList } from '../components/ItemList'
import { LocalText } from '../components/LocalText'
import { PageHeading } from '../components/PageHeading'
import { useSite } from '../components/site-context'
import type { ListPageData } from '../loaders'

/** The courses, all of them or one category's (spec section 2, Course list). */
export default function CourseListPage() {
  const { t } = useTranslation()
  const { paths } = useSite()
  const { cards, total, category } = useLoaderData() as ListPageData
  const title = category ? (
    <>
      {t('list.ourCourses')} - <LocalText value={category} />
    </>
  ) : (
    t('list.ourCourses')
  )
  return (
    <>
      <PageHeading art="arch" title={title} intro={t('courses.intro')} />
      <div className="wrap page-body">
        <CategoryLinks />
        <ItemList cards={cards} total={total} pathOf={paths.course} />
      </div>
    </>
  )
}
