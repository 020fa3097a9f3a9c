import { useLocation } from 'react-router-dom'
import { Link } from '../../components/Link'
import { pageSize } from '../../content/page-size'
import { useTranslation } from '../../language/translation'

/** How much of a list is shown, and a link that shows 7 more while there are more. Works without script: it is a page of its own. */
export function LoadMore({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('show', String(shown + pageSize))
  return (
    <div className="load-more">
      <p role="status" className="load-more-count">
        {total > pageSize && (shown < total ? t('list.shown', { shown, total }) : t('list.allShown', { total }))}
      </p>
      {shown < total && (
        <Link className="button button-quiet" to={`${pathname}?${query}`} keepsPlace onClick={onMore}>
          {t('action.loadMore')}
        </Link>
      )}
    </div>
  )
}
