import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'

/** A link to the list as it is without a search. `onClear` finds the focus a place, as the link goes with the search. */
export function ClearSearch({ className, onClear }: { className: string; onClear: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Link className={className} to={pathname} preventScrollReset state={{ keepsPlace: true }} onClick={onClear}>
      {t('list.clearSearch')}
    </Link>
  )
}
