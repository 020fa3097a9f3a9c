import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { pageSize } from '#contract/paths'
import { Card } from '../../components/Card'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'
import type { Card as CardItem } from '../../content/cards'
import { useTranslation } from '../../language/i18n'
import { ClearSearch, NoResults, SearchForm } from './SearchForm'
import './lists.css'

type ItemListProps = {
  cards: CardItem[]
  /** How many items there are to show: those that the query has found, or all. */
  total: number
  /** The visitor's words, when the list is the result of a search. */
  query?: string
  pathOf: (slug: string) => string
  /** The same search in more than this list. */
  widerHref?: string
  /** More ways to narrow the list down, between the search field and the items. */
  children?: ReactNode
}

/** A list page's items under their search field, in rows of one wide card and six small ones, with "Load more" beneath. */
export function ItemList({ cards, total, query = '', pathOf, widerHref, children }: ItemListProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const askedFrom = useRef<number>(undefined)

  useEffect(() => {
    const first = askedFrom.current
    if (first === undefined || cards.length === first) return
    askedFrom.current = undefined
    // The button may be gone, and with it the focus: it goes on where the new items begin.
    list.current?.querySelectorAll<HTMLElement>('.card-link')[first]?.focus()
  }, [cards.length])

  const clear = () => field.current?.focus({ preventScroll: true })
  return (
    <>
      {(total > 0 || query) && <SearchForm query={query} field={field} />}
      {children}
      <div className={query ? 'search-results' : undefined}>
        {/* Always there: what a live region says is read when it changes, not when the region comes. */}
        <p role="status" className={total > 0 ? undefined : 'visually-hidden'}>
          {query && t('list.results', { count: total })}
        </p>
        {query && total > 0 && <ClearSearch className="section-link" onClear={clear} />}
      </div>
      {cards.length > 0 ? (
        <>
          <div className="item-list" ref={list}>
            {cards.map((item, index) => (
              <Card
                key={item.slug}
                item={item}
                href={pathOf(item.slug)}
                sizes={
                  index % pageSize === 0
                    ? '(min-width: 75rem) 42rem, (min-width: 48rem) 56vw, 92vw'
                    : '(min-width: 75rem) 23rem, (min-width: 62rem) 31vw, (min-width: 36rem) 46vw, 92vw'
                }
                widest={index % pageSize === 0 ? 1280 : 960}
                isFirst={index === 0}
              />
            ))}
          </div>
          <LoadMore
            shown={cards.length}
            total={total}
            onMore={() => {
              askedFrom.current = cards.length
            }}
          />
        </>
      ) : query ? (
        <NoResults query={query} onClear={clear} {...(widerHref && { widerHref })} />
      ) : (
        <EmptyList />
      )}
    </>
  )
}

function EmptyList() {
  const { t } = useTranslation()
  const { paths } = useSite()
  return (
    <div className="empty-list">
      <h2>{t('list.emptyTitle')}</h2>
      <p>{t('list.emptyText')}</p>
      <Link className="button button-quiet" to={paths.home()}>
        {t('action.goHome')}
      </Link>
    </div>
  )
}

/** How much of a list is shown, and a link that shows more while there are more. Works without script: it is a page of its own. */
function LoadMore({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) {
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
