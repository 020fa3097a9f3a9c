import { useEffect, useRef, useState } from 'react'
import { Icon } from '../components/Icon'
import { pageCount, pageNumbers } from './page-numbers'
import { requireNumber, requireParts } from './require-parts'

export type PaginationLabels = {
  /** Name of the landmark. Each list of a page needs a different name. */
  navigation: string
  previous: string
  next: string
  /** Name of a page's button, with the formatted number: "Page 3". */
  page: (page: number) => string
}

type Props = {
  total: number
  /** Items per page (spec section 9: 10). */
  perPage?: number | undefined
  initialPage?: number | undefined
  labels: PaginationLabels
  /** Called with the number of the page that is now shown, after the visitor's choice and after a reset. */
  onPage?: ((page: number) => void) | undefined
}

/**
 * Up to five page numbers around the current page, between the buttons Previous and Next. Returns to page 1 when `total` or
 * `perPage` changes (spec section 4).
 */
export function Pagination({ total, perPage = 10, initialPage = 1, labels, onPage }: Props) {
  requireNumber('Pagination', 'total', total, { min: 0, isInteger: true })
  requireNumber('Pagination', 'perPage', perPage, { min: 1, isInteger: true })
  const { navigation, previous, next } = labels
  requireParts('Pagination', { 'labels.navigation': navigation, 'labels.previous': previous, 'labels.next': next })

  const count = pageCount(total, perPage)
  const [state, setState] = useState({ page: Math.min(Math.max(1, initialPage), count), total, perPage })
  if (state.total !== total || state.perPage !== perPage) setState({ page: 1, total, perPage })
  const { page } = state

  const reported = useRef(page)
  useEffect(() => {
    if (reported.current === page) return
    reported.current = page
    onPage?.(page)
  }, [page, onPage])

  // Uses `aria-disabled` instead of `disabled`, so that a button at an end keeps the keyboard focus (as in StepButtons).
  const step = (to: number, name: string, icon: 'back' | 'forward') => {
    const isDisabled = to < 1 || to > count
    return (
      <li>
        <button
          type="button"
          className="pagination-button"
          aria-label={name}
          aria-disabled={isDisabled}
          onClick={isDisabled ? undefined : () => setState({ ...state, page: to })}
        >
          <Icon name={icon} />
        </button>
      </li>
    )
  }

  return (
    <nav className="pagination" aria-label={navigation}>
      <ul className="pagination-list">
        {step(page - 1, previous, 'back')}
        {pageNumbers(page, count).map((number) => (
          <li key={number}>
            <button
              type="button"
              className="pagination-button"
              aria-label={labels.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => setState({ ...state, page: number })}
            >
              {number}
            </button>
          </li>
        ))}
        {step(page + 1, next, 'forward')}
      </ul>
    </nav>
  )
}
