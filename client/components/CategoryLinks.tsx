import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { LocalText } from './LocalText'
import { useSite } from './site-context'

/** The course categories as chips above the list, "All categories" first. A search goes along from one to the other. */
export function CategoryLinks({ query = '' }: { query?: string | undefined }) {
  const { t } = useTranslation()
  const { paths, navigation } = useSite()
  if (navigation.categories.length === 0) return null
  const search = query && `?${new URLSearchParams({ q: query })}`
  const place = { preventScrollReset: true, state: { keepsPlace: true } }
  return (
    <ul className="category-links" id="category-links" aria-label={t('list.categories')}>
      <li>
        <NavLink className="chip" to={{ pathname: paths.courses(), search }} end {...place}>
          {t('nav.allCategories')}
        </NavLink>
      </li>
      {navigation.categories.map(({ slug, name }) => (
        <li key={slug}>
          <NavLink className="chip" to={{ pathname: paths.courseCategory(slug), search }} end caseSensitive {...place}>
            <LocalText value={name} />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
