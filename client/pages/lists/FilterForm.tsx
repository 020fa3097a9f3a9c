import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LabelKey } from '#content/i18n'
import type { ListKey } from '#contract/operations'
import { type FilterName, type FilterValue, filterNamesOf, filterValuesOf } from '#contract/pages'
import { type Filters, queryOf } from '#contract/paths'
import { useSite } from '../../components/site-context'

/** Returns the handler of a plain form that leads to this list with the form's values. */
export function useSubmit() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()])
    const address = queryOf(new URLSearchParams(given.filter(([, value]) => value !== '')))
    void navigate(
      { pathname, search: address },
      { replace: address === search, preventScrollReset: true, state: { keepsScroll: true } },
    )
  }
}

/** The parameters of the address that a form keeps and that a visitor cannot change in it. */
export function HiddenFields({ values }: { values: Record<string, string | undefined> }) {
  return Object.entries(values).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  )
}

const defaults: Record<FilterName, LabelKey> = { when: 'list.whenAll', by: 'list.byDefault' }

/** The label of a filter's value. */
function labelOf(value: FilterValue, kind: ListKey): LabelKey {
  if (value === 'upcoming') return kind === 'courses' ? 'list.whenCourses' : 'list.whenEvents'
  return value === 'start' ? 'list.byStart' : 'list.byLength'
}

type FilterFormProps = { query: string; filters: Filters; kind: ListKey }

/** The filters of a list of courses or events, as a plain form. It keeps the search, and a tag, which cannot be chosen here. */
export function FilterForm({ query, filters: { tag, ...filters }, kind }: FilterFormProps) {
  const { t } = useSite()
  const submit = useSubmit()
  return (
    <form className="filter-form" aria-label={t('list.filters')} onSubmit={submit}>
      {filterNamesOf(kind).map((name) => (
        <div className="filter" key={name}>
          <label htmlFor={name}>{t(`list.${name}`)}</label>
          <FilterField name={name} value={filters[name] ?? ''} kind={kind} />
        </div>
      ))}
      <HiddenFields values={{ tag, q: query }} />
      <button type="submit" className="button button-quiet" key={t('list.applyFilters')}>
        {t('list.applyFilters')}
      </button>
    </form>
  )
}

function FilterField({ name, value, kind }: { name: FilterName; value: string; kind: ListKey }) {
  const { t } = useSite()
  const field = useRef<HTMLSelectElement>(null)
  const shown = useRef(value)
  // The address may also change by Back or "clear". A choice that was made before hydration stays.
  useEffect(() => {
    if (value !== shown.current && field.current) field.current.value = value
    shown.current = value
  }, [value])
  return (
    <select ref={field} id={name} className="filter-field" name={name} defaultValue={value} autoComplete="off">
      <option value="">{t(defaults[name])}</option>
      {filterValuesOf(name, kind).map((each) => (
        <option key={each} value={each}>
          {t(labelOf(each, kind))}
        </option>
      ))}
    </select>
  )
}
