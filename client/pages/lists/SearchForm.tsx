import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Icon } from '../../components/Icon'
import { Link } from '../../components/Link'
import { queryLength } from '../../content/search'
import { useTranslation } from '../../language/i18n'

/** The field that searches a list: a plain form that asks for `?q=`; script keeps the focus and the place while the list changes. */
export function SearchForm({ query, field }: { query: string; field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = useRef(query)

  // Back, or "clear", has brought another query; what is being typed meanwhile stays.
  useEffect(() => {
    if (query !== asked.current && field.current) field.current.value = query
    asked.current = query
  }, [query, field])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = field.current?.value.trim() ?? ''
    asked.current = words
    const wanted = words && `?${new URLSearchParams({ q: words })}`
    void navigate(
      { pathname, search: wanted },
      { replace: wanted === search, preventScrollReset: true, state: { keepsPlace: true } },
    )
  }

  return (
    <search className="search-form">
      <form onSubmit={submit}>
        <label htmlFor="search">{t('list.findInterest')}</label>
        <div className="search-row">
          <input
            ref={field}
            id="search"
            className="search-field"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={queryLength}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button type="submit" className="button button-quiet">
            <Icon name="search" />
            {t('action.search')}
          </button>
        </div>
      </form>
    </search>
  )
}

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
