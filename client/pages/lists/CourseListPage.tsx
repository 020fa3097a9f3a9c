import { useLocation } from 'react-router-dom'
import { NavLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import type { ListPageData } from '../../content/list-page'
import { useTranslation } from '../../language/i18n'
import { ItemList } from './ItemList'

/** The courses, all of them or one category's (spec section 2, Course list). */
export default function CourseListPage({ category, ...list }: ListPageData) {
  const { t } = useTranslation()
  const { paths } = useSite()
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

/** The course categories as chips above the list, "All categories" first. A search goes along from one to the other. */
function CategoryLinks({ query = '' }: { query?: string | undefined }) {
  const { t } = useTranslation()
  const { paths, navigation } = useSite()
  if (navigation.categories.length === 0) return null
  const search = query && `?${new URLSearchParams({ q: query })}`
  return (
    <ul className="category-links" id="category-links" aria-label={t('list.categories')}>
      <li>
        <NavLink className="chip" to={paths.courses() + search} keepsPlace>
          {t('nav.allCategories')}
        </NavLink>
      </li>
      {navigation.categories.map(({ slug, name }) => (
        <li key={slug}>
          <NavLink className="chip" to={paths.courseCategory(slug) + search} keepsPlace>
            <LocalText value={name} />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
