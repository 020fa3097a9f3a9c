import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { LocalText } from './LocalText'
import { useSite } from './site-context'

/** The course categories as chips above the list, "All categories" first. */
export function CategoryLinks() {
  const { t } = useTranslation()
  const { paths, navigation } = useSite()
  if (navigation.categories.length === 0) return null
  return (
    <div className="category-links">
      <h2 id="category-links">{t('list.findInterest')}</h2>
      <ul aria-labelledby="category-links">
        <li>
          <NavLink className="chip" to={paths.courses()} end>
            {t('nav.allCategories')}
          </NavLink>
        </li>
        {navigation.categories.map(({ slug, name }) => (
          <li key={slug}>
            <NavLink className="chip" to={paths.courseCategory(slug)} end caseSensitive>
              <LocalText value={name} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
