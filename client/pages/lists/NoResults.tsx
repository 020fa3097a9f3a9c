import { Link } from '../../components/Link'
import { useTranslation } from '../../language/translation'
import { ClearSearch } from './ClearSearch'

/** Says that a search has found nothing, and leads back. `widerHref` is the same search in more than this list. */
export function NoResults({ query, widerHref, onClear }: { query: string; widerHref?: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="empty-list">
      <h2>
        {t('list.noResultsTitle')} <bdi className="empty-query">{query}</bdi>
      </h2>
      <p>{t('list.noResultsText')}</p>
      <div className="empty-actions">
        {widerHref && (
          <Link className="button" to={widerHref}>
            {t('list.searchAllCourses')}
          </Link>
        )}
        <ClearSearch className="button button-quiet" onClear={onClear} />
      </div>
    </div>
  )
}
