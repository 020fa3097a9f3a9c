import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { ListPageData } from '#content/list-page'
import { isolate } from '#content/localize'
import { tagName } from '#content/tags'
import { filterNames } from '#contract/pages'
import { type Filters, knownQuery, queryLength, queryOf } from '#contract/paths'
import { Icon } from '../../components/Icon'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'
import { HiddenFields, useSubmit } from './FilterForm'

const fieldId = 'search'

/** A plain form that leads to `?q=` and keeps the filters. With script, the scroll position stays while the list changes. */
export function SearchForm({ query, filters }: { query: string; filters: Filters }) {
  const { t } = useSite()
  const submit = useSubmit()
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(query)

  // Writes a query into the field only if it does not come from this form, but for example from Back or "clear". The form's own
  // query would overwrite the words that the visitor is typing.
  useEffect(() => {
    if (query !== asked.current && field.current) field.current.value = query
    asked.current = query
  }, [query])

  const search = (event: FormEvent<HTMLFormElement>) => {
    asked.current = field.current?.value.trim() ?? ''
    submit(event)
    // On a touch screen the keyboard would go on covering the results.
    if (matchMedia('(hover: none)').matches) field.current?.blur()
  }

  return (
    <search className="search-form">
      <form onSubmit={search}>
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
        <HiddenFields values={filters} />
      </form>
    </search>
  )
}

type SearchResultsProps = { list: Omit<ListPageData, 'cards' | 'name'>; widerHref: string | undefined }

/** Says how many items a search or a filter has found. If no item has the words as typed, names the words that were found in their place. */
export function SearchResults({ list, widerHref }: SearchResultsProps) {
  const { t, locale } = useSite()
  const { total, query, filters, instead, isPartial, inBodies, inOtherLanguage } = list
  const isNarrowed = Boolean(query || filters)
  const notes = [
    query && instead && t('list.shownInstead', { query: isolate(query, locale), words: isolate(instead, locale) }),
    isPartial && t('list.isPartial'),
    inBodies && t('list.inBodies'),
    inOtherLanguage && t('list.inOtherLanguage'),
  ]
  const tag = filters?.tag && `${t('list.tag')}: ${isolate(tagName(filters.tag, locale), locale)}`
  // Both live regions are always rendered, because screen readers announce only changes of a live region.
  return (
    <div className={isNarrowed ? 'search-results' : undefined}>
      <p role="status" className={total > 0 ? undefined : 'visually-hidden'}>
        {isNarrowed && [t('list.results', { count: total }), tag].filter(Boolean).join(' | ')}
      </p>
      {query && total > 0 && <ClearSearch className="section-link" />}
      {filters && total > 0 && <ClearFilters className="section-link" />}
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

/** Says that no item passes the filters, and links to the list without them. */
export function NoneFits() {
  const { t } = useSite()
  return (
    <div className="empty-list">
      <h2>{t('list.noneFitsTitle')}</h2>
      <p>{t('list.noneFitsText')}</p>
      <ClearFilters className="button button-quiet" />
    </div>
  )
}

/** A link to the list without a search. Moves the focus to the emptied search field, because the link disappears with the search. */
function ClearSearch({ className }: { className: string }) {
  const { t } = useSite()
  const href = useAddressWithout(['q'])
  const onClick = () => {
    const field = document.getElementById(fieldId)
    // Empties the field first, because screen readers say its words when it receives the focus.
    if (field instanceof HTMLInputElement) field.value = ''
    focusField()
  }
  return (
    <Link className={className} to={href} keepsScroll onClick={onClick}>
      {t('list.clearSearch')}
    </Link>
  )
}

/** A link to the list, or to the search, without filters. */
function ClearFilters({ className }: { className: string }) {
  const { t } = useSite()
  const href = useAddressWithout([...filterNames, 'tag'])
  return (
    <Link className={className} to={href} keepsScroll onClick={focusField}>
      {t('list.clearFilters')}
    </Link>
  )
}

function focusField(): void {
  document.getElementById(fieldId)?.focus({ preventScroll: true })
}

/** The address of this list without some of its parameters, and with the first items only. */
export function useAddressWithout(names: string[]): string {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(knownQuery(pathname, search))
  for (const name of ['show', ...names]) query.delete(name)
  return pathname + queryOf(query)
}
