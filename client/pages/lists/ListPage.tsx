import { type MouseEvent as ReactMouseEvent, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Card as CardItem } from '#content/cards'
import type { ListPageData } from '#content/list-page'
import { lists } from '#content/lists'
import { filterNamesOf, pages } from '#contract/pages'
import { pageSize } from '#contract/paths'
import { Card } from '../../components/Card'
import { Fold } from '../../components/Fold'
import { Link, NavLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import { FilterForm } from './FilterForm'
import { NoneFits, NoResults, SearchForm, SearchResults, useAddressWithout } from './SearchForm'
import './lists.css'

/** The page of any list (spec section 2). It has a heading, a search field, the items, and "Load more" beneath. */
export default function ListPage({ name, category, ...list }: ListPageData) {
  const { t, paths, institute } = useSite()
  const { search } = useLocation()
  const { cards, total, query = '', filters } = list
  const kind = pages[name].list.of
  // A search or a filter may have found none of them.
  const hasItems = total > 0 || query || filters
  const { title, intro, art } = lists[name]
  const listTitle = t(title, { product: institute.product })
  // The no-break space keeps the hyphen from beginning a line.
  const beforeCategory = `${listTitle}\u00a0- `
  const heading = category ? (
    <span key={beforeCategory}>
      {beforeCategory}
      <LocalText value={category} />
    </span>
  ) : (
    listTitle
  )
  const widerHref = category && paths.courses() + search
  return (
    <>
      {/* The introduction is about all courses. */}
      <PageHeading art={art} title={heading} intro={category ? undefined : t(intro)} />
      {/* Each list has a new search field and a new count, because a changed count would be announced before the title. */}
      <div className="wrap page-body" key={name}>
        {hasItems && (
          // If an extension, such as a password manager, has changed the form before hydration, React renders only the form anew.
          <Suspense>
            <SearchForm query={query} filters={filters ?? {}} />
          </Suspense>
        )}
        {(name === 'courses' || (hasItems && filterNamesOf(kind).length > 0)) && (
          <Fold className="list-filters" summary={t(name === 'courses' ? 'list.categoriesAndFilters' : 'list.filters')}>
            {name === 'courses' && <CategoryLinks />}
            {hasItems && (
              <Suspense>
                <FilterForm query={query} filters={filters ?? {}} kind={kind} />
              </Suspense>
            )}
          </Fold>
        )}
        <SearchResults list={list} widerHref={widerHref} />
        {cards.length > 0 ? (
          <ItemList cards={cards} total={total} pathOf={paths[pages[name].list.item]} />
        ) : query ? (
          <NoResults query={query} widerHref={widerHref} />
        ) : filters ? (
          <NoneFits />
        ) : (
          <EmptyList />
        )}
      </div>
    </>
  )
}

/** The course categories as chips above the list, "All categories" first. Their links keep the search and the filters. */
function CategoryLinks() {
  const { t, paths, navigation } = useSite()
  const [, kept] = useAddressWithout(['tag']).split('?')
  if (navigation.categories.length === 0) return null
  const search = kept ? `?${kept}` : ''
  return (
    <ul className="category-links" id="category-links" aria-label={t('list.categories')}>
      <li>
        <NavLink className="chip" to={paths.courses() + search} keepsScroll>
          {t('nav.allCategories')}
        </NavLink>
      </li>
      {navigation.categories.map(({ slug, name }) => (
        <li key={slug}>
          <NavLink className="chip" to={paths.courseCategory(slug) + search} keepsScroll>
            <LocalText value={name} />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/**
 * A list's items in groups of one wide card and six small cards, the items' count, and a link to more items. The link leads to a
 * page with more items, so that it works without script.
 */
function ItemList({ cards, total, pathOf }: { cards: CardItem[]; total: number; pathOf: (slug: string) => string }) {
  const { t } = useSite()
  const { pathname, search } = useLocation()
  const shown = cards.length
  const cardList = useRef<HTMLDivElement>(null)
  const askedFrom = useRef<number>(undefined)

  useEffect(() => {
    const first = askedFrom.current
    if (first === undefined || shown === first) return
    askedFrom.current = undefined
    // The link "Load more" may be gone, so the focus moves to the first new item.
    cardList.current?.querySelectorAll<HTMLElement>('.card-link')[first]?.focus()
  }, [shown])

  const onMore = () => {
    askedFrom.current = shown
  }
  const query = new URLSearchParams(search)
  query.set('show', String(shown + pageSize))
  return (
    <>
      {/* biome-ignore-start lint/a11y: the link itself is reached by keyboard */}
      <div className="item-list" ref={cardList} onClick={followCard} onAuxClick={followCard} onMouseDown={followCard}>
        {cards.map((item, index) => (
          <Card
            key={item.slug}
            item={item}
            href={pathOf(item.slug)}
            layout={index % pageSize === 0 ? 'wide' : 'list'}
            isFirst={index === 0}
          />
        ))}
      </div>
      {/* biome-ignore-end lint/a11y: as above */}
      <div className="load-more">
        <p role="status" className="load-more-count">
          {total > pageSize && (shown < total ? t('list.shown', { shown, total }) : t('list.allShown', { total }))}
        </p>
        {shown < total && (
          <Link className="button button-quiet" to={`${pathname}?${query}`} keepsScroll onClick={onMore}>
            {t('action.loadMore')}
          </Link>
        )}
      </div>
    </>
  )
}

/**
 * Follows a card's link after a click on a text above it (`item-list.css`), unless the click ends a selection. The middle button and
 * Ctrl open it in a new tab. Firefox ignores events of a script that ask for that.
 */
function followCard(event: ReactMouseEvent<HTMLElement>): void {
  const { target, type, button, ctrlKey, metaKey, nativeEvent } = event
  const text = (target as Element).closest('.card-facts, .card-excerpt')
  const link = text?.closest('.card')?.querySelector<HTMLAnchorElement>('.card-link')
  if (!link || button === 2 || !getSelection()?.isCollapsed) return
  // Stops Windows from scrolling the page by the mouse, as it does by the middle button where no link is.
  if (type === 'mousedown') return void (button && event.preventDefault())
  if (button || ctrlKey || metaKey) window.open(link.href, '_blank', 'noopener')
  else link.dispatchEvent(new MouseEvent('click', nativeEvent))
}

function EmptyList() {
  const { t, paths } = useSite()
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
