import { NavLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { useSite } from '../../components/site-context'
import { useTranslation } from '../../language/translation'

/** The course categories as chips above the list, "All categories" first. A search goes along from one to the other. */
export function CategoryLinks({ query = '' }: { query?: string | undefined }) {
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
