import { useLoaderData, useLocation } from 'react-router-dom'
import type { ListPageData } from '../../app/loaders'
import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import { useTranslation } from '../../language/translation'
import { CategoryLinks } from './CategoryLinks'
import { ItemList } from './ItemList'

/** The courses, all of them or one category's (spec section 2, Course list). */
export default function CourseListPage() {
  const { t } = useTranslation()
  const { paths } = useSite()
  const { category, ...list } = useLoaderData() as ListPageData
  const { search } = useLocation()
  const title = category ? (
    <>
      {/* No line begins with the hyphen. */}
      {`${t('list.ourCourses')}\u00a0- `}
      <LocalText value={category} />
    </>
  ) : (
    t('list.ourCourses')
  )
  return (
    <>
      <PageHeading art="arch" title={title} intro={t('courses.intro')} />
      <div className="wrap page-body">
        <ItemList {...list} pathOf={paths.course} {...(category && { widerHref: paths.courses() + search })}>
          <CategoryLinks query={list.query} />
        </ItemList>
      </div>
    </>
  )
}
