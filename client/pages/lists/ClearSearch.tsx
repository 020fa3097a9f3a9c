import { useLocation } from 'react-router-dom'
import { Link } from '../../components/Link'
import { useTranslation } from '../../language/translation'

/** A link to the list as it is without a search. `onClear` finds the focus a place, as the link goes with the search. */
export function ClearSearch({ className, onClear }: { className: string; onClear: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Link className={className} to={pathname} keepsPlace onClick={onClear}>
      {t('list.clearSearch')}
    </Link>
  )
}
