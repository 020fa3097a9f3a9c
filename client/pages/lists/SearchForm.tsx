import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ListPageData } from '#content/list-page'
import { isolate } from '#content/localize'
import { queryLength } from '#content/search-terms'
import { Icon } from '../../components/Icon'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'

const fieldId = 'search'

/** A plain form that leads to `?q=`. With script, focus and scroll position stay while the list changes. */
export function SearchForm({ query }: { query: string }) {
  const { t } = useSite()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(query)

  // Writes a query into the field only if it does not come from this form, but for example from Back or "clear". The form's own
  // query would overwrite the words that the visitor is typing.
  useEffect(() => {
    if (query !== asked.current && field.current) field.current.value = query
    asked.current = query
  }, [query])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = field.current?.value.trim() ?? ''
    asked.current = words
    const wanted = words && `?${new URLSearchParams({ q: words })}`
    void navigate(
      { pathname, search: wanted },
      { replace: wanted === search, preventScrollReset: true, state: { keepsScroll: true } },
    )
  }

  return (
    <search className="search-form">
      <form onSubmit={submit}>
        <label htmlFor={fieldId}>{t('list.findInterest')}</label>
        <div className="search-row">
          <input
            ref={field}
            id={fieldId}
            className="search-field"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={queryLength}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button type="submit" className="button button-quiet" key={t('action.search')}>
            <Icon name="search" />
            {t('action.search')}
          </button>
        </div>
      </form>
    </search>
  )
}

type SearchResultsProps = { list: Omit<ListPageData, 'cards' | 'name'>; widerHref: string | undefined }

/** Says how many items a search has found. If no item has the words as typed, names the words that were found in their place. */
export function SearchResults({ list, widerHref }: SearchResultsProps) {
  const { t, locale } = useSite()
  const { total, query, instead, inBodies, inOtherLanguage } = list
  const notes = [
    query && instead && t('list.shownInstead', { query: isolate(query, locale), words: isolate(instead, locale) }),
    inBodies && t('list.inBodies'),
    inOtherLanguage && t('list.inOtherLanguage'),
  ]
  // Both live regions are always rendered, because screen readers announce only changes of a live region.
  return (
    <div className={query && 'search-results'}>
      <p role="status" className={total > 0 ? undefined : 'visually-hidden'}>
        {query && t('list.results', { count: total })}
      </p>
      {query && total > 0 && <ClearSearch className="section-link" />}
      <p role="status" className="search-note">
        {notes.filter(Boolean).join(' ')}
      </p>
      {widerHref && notes.some(Boolean) && (
        <Link className="section-link" to={widerHref}>
          {t('list.searchAllCourses')}
        </Link>
      )}
    </div>
  )
}

/** Says that a search has found nothing, and links to the list. `widerHref` leads to the same search in all courses. */
export function NoResults({ query, widerHref }: { query: string; widerHref: string | undefined }) {
  const { t } = useSite()
  return (
    <div className="empty-list">
      <h2 key={t('list.noResultsTitle')}>
        {t('list.noResultsTitle')} <bdi className="empty-query">{query}</bdi>
      </h2>
      <p>{t('list.noResultsText')}</p>
      <div className="empty-actions">
        {widerHref && (
          <Link className="button" to={widerHref}>
            {t('list.searchAllCourses')}
          </Link>
        )}
        <ClearSearch className="button button-quiet" />
      </div>
    </div>
  )
}

/** A link to the list without a search. Moves the focus to the emptied search field, because the link disappears with the search. */
function ClearSearch({ className }: { className: string }) {
  const { t } = useSite()
  const { pathname } = useLocation()
  const onClick = () => {
    const field = document.getElementById(fieldId)
    if (!(field instanceof HTMLInputElement)) return
    // Empties the field first, because screen readers say its words when it receives the focus.
    field.value = ''
    field.focus({ preventScroll: true })
  }
  return (
    <Link className={className} to={pathname} keepsScroll onClick={onClick}>
      {t('list.clearSearch')}
    </Link>
  )
}
