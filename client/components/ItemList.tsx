import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Card, type CardItem } from './Card'
import { LoadMore } from './LoadMore'
import { useSite } from './site-context'

/** A list page's items, in rows of one wide card and six small ones, with "Load more" beneath. */
export function ItemList({
  cards,
  total,
  pathOf,
}: {
  cards: CardItem[]
  total: number
  pathOf: (slug: string) => string
}) {
  const list = useRef<HTMLDivElement>(null)
  const askedFrom = useRef<number>(undefined)

  useEffect(() => {
    const first = askedFrom.current
    if (first === undefined || cards.length <= first) return
    askedFrom.current = undefined
    // The button may be gone, and with it the focus: it goes on where the new items begin.
    list.current?.querySelectorAll<HTMLElement>('.card-link')[first]?.focus()
  }, [cards.length])

  if (cards.length === 0) return <EmptyList />
  return (
    <>
      <div className="item-list" ref={list}>
        {cards.map((item, index) => (
          <Card
            key={item.slug}
            item={item}
            href={pathOf(item.slug)}
            sizes={
              index % 7 === 0
                ? '(min-width: 75rem) 42rem, (min-width: 48rem) 56vw, 92vw'
                : '(min-width: 75rem) 23rem, (min-width: 62rem) 31vw, (min-width: 36rem) 46vw, 92vw'
            }
            widest={index % 7 === 0 ? 1280 : 960}
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
