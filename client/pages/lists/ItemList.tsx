import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { pageSize } from '#contract/paths'
import { Card } from '../../components/Card'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'
import type { ListPageData } from '../../content/list-page'
import { useTranslation } from '../../language/i18n'
import { NoResults, SearchForm, SearchResults } from './SearchForm'
import './lists.css'

type ItemListProps = Omit<ListPageData, 'category'> & {
  pathOf: (slug: string) => string
  /** The same search in more than this list. */
  widerHref?: string
  /** More ways to narrow the list down, between the search field and the items. */
  children?: ReactNode
}

/** A list page's items under their search field, in rows of one wide card and six small ones, with "Load more" beneath. */
export function ItemList({ pathOf, widerHref, children, ...list }: ItemListProps) {
  const { cards, total, query = '' } = list
  const field = useRef<HTMLInputElement>(null)
  const cardList = useRef<HTMLDivElement>(null)
  const askedFrom = useRef<number>(undefined)

  useEffect(() => {
    const first = askedFrom.current
    if (first === undefined || cards.length === first) return
    askedFrom.current = undefined
    // The button may be gone, so the focus moves to the first new item.
    cardList.current?.querySelectorAll<HTMLElement>('.card-link')[first]?.focus()
  }, [cards.length])

  const clear = () => field.current?.focus({ preventScroll: true })
  return (
    <>
      {(total > 0 || query) && <SearchForm query={query} field={field} />}
      {children}
      <SearchResults list={list} onClear={clear} {...(widerHref && { widerHref })} />
      {cards.length > 0 ? (
        <>
          <div className="item-list" ref={cardList}>
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

/** The count of items shown, and a link to more of them: a page of its own, so that it works without script. */
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
