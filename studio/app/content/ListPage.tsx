import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, NavLink, useNavigate, useParams } from 'react-router-dom'
import { Badge } from '../../../client/widgets/Badge'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import { Pagination } from '../../../client/widgets/Pagination'
import { useEditor } from '../drafts'
import { freeSlug, missingIn, newItem, rowsOf, titleOf } from '../fields'
import { Heading } from '../Heading'
import { listed, useLanguage } from '../language'
import { type Item, type Kind, kinds } from '../server'
import { Orphans } from './Orphans'

const perPage = 10

/** A kind's items, searched, ten on a page. */
export function ListPage() {
  const { kind } = useParams() as { kind: Kind } // the route's own parameter
  const { say } = useLanguage()
  if (!kinds.includes(kind)) return <p>{say('unknownPage')}</p>
  return (
    <>
      <nav aria-label={say('content')} className="studio-kinds">
        {kinds.map((each) => (
          <NavLink key={each} to={each === 'goals' ? '/content/goals/0' : `/content/${each}`}>
            {say(`kind.${each}`)}
          </NavLink>
        ))}
      </nav>
      <Heading text={say(`kind.${kind}`)} />
      <Orphans />
      <List kind={kind} key={kind} />
    </>
  )
}

function List({ kind }: { kind: Kind }) {
  const { say, locale } = useLanguage()
  const { content, listOf, changeList, faults } = useEditor()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const items = useRef<HTMLUListElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const list = listOf(kind)
  const rows = rowsOf(content, kind)
  const found = list
    .map((item, place) => ({ item, place }))
    .filter(({ item }) => JSON.stringify(item).toLowerCase().includes(words.trim().toLowerCase()))
  const shown = found.slice((page - 1) * perPage, page * perPage)

  const add = (item: Item, place = list.length) => {
    changeList(kind, list.toSpliced(place, 0, item))
    void navigate(`/content/${kind}/${place}`)
  }
  const copy = (item: Item, place: number) => {
    const { id, ...rest } = item
    const number = Math.max(0, ...list.map((each) => Number(each.id) || 0)) + 1
    add(
      {
        ...(id !== undefined && { id: number }),
        ...rest,
        ...(item.slug !== undefined && { slug: freeSlug(`${item.slug}-copy`, list) }),
      },
      place + 1,
    )
  }
  /** Shows the changed list and focuses a button of the row, else its link; without rows the button that adds one. */
  const changeAndFocus = (next: Item[], row: number, button?: 'up' | 'down') => {
    flushSync(() => changeList(kind, next))
    const last = (items.current?.children.length ?? 0) - 1
    const target = items.current?.children[Math.max(0, Math.min(row, last))] ?? tools.current
    const wanted = button && target?.querySelector<HTMLElement>(`[name=${button}]:enabled`)
    const focused = wanted ?? target?.querySelector<HTMLElement>(button ? 'button:enabled' : 'a, button')
    focused?.focus()
  }
  const move = (item: Item, place: number, row: number, button: 'up' | 'down') => {
    const by = button === 'up' ? -1 : 1
    changeAndFocus(list.toSpliced(place, 1).toSpliced(place + by, 0, item), row + by, button)
  }

  return (
    <>
      <div className="studio-tools" ref={tools}>
        <Input
          label={say('search')}
          type="search"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setPage(1)
          }}
        />
        <Button onClick={() => add(newItem(rows, list, listOf('courses_categories')))}>{say('add')}</Button>
        <p role="status">{found.length > 0 ? say('items', { count: found.length }) : say('noItems')}</p>
      </div>
      <ul className="studio-items" ref={items}>
        {shown.map(({ item, place }, row) => {
          const title = titleOf(item, locale) || say('untitled')
          const action = (name: 'copy' | 'delete' | 'up' | 'down', onClick: () => void, isDisabled = false) => (
            <button
              type="button"
              name={name}
              disabled={isDisabled}
              aria-label={say('actionOn', { action: say(name), item: title })}
              onClick={onClick}
            >
              {say(name)}
            </button>
          )
          const hasFault = faults.some(
            ({ file, pointer }) =>
              file === `${kind}.json` && (pointer === `/${place}` || pointer.startsWith(`/${place}/`)),
          )
          return (
            <li key={`${item.slug ?? ''} ${place}`} className={hasFault ? 'studio-item is-faulty' : 'studio-item'}>
              <Link to={`/content/${kind}/${place}`} className="studio-item-title">
                <bdi>{title}</bdi>
              </Link>
              <span className="studio-item-slug" dir="ltr">
                {String(item.slug ?? '')}
              </span>
              <Translations item={item} rows={rows} />
              <span className="studio-item-actions">
                {action('up', () => move(item, place, row, 'up'), place === 0)}
                {action('down', () => move(item, place, row, 'down'), place === list.length - 1)}
                {action('copy', () => copy(item, place))}
                {action('delete', () => changeAndFocus(list.toSpliced(place, 1), row))}
              </span>
            </li>
          )
        })}
      </ul>
      {found.length > perPage && (
        <Pagination
          key={words}
          total={found.length}
          onPage={setPage}
          labels={{
            navigation: say('pages'),
            previous: say('previousPage'),
            next: say('nextPage'),
            page: (number) => say('page', { page: number }),
          }}
        />
      )}
    </>
  )
}

/** Says which language lacks which texts. */
function Translations({ item, rows }: { item: Item; rows: ReturnType<typeof rowsOf> }) {
  const { say, locale } = useLanguage()
  const [noArabic, noEnglish] = (['ar', 'en'] as const).map((lacking) =>
    listed(
      missingIn(lacking, rows, item).map((label) => say(label)),
      locale,
    ),
  )
  if (!noArabic && !noEnglish) return <Badge text={say('complete')} tone="success" />
  return (
    <span className="studio-item-badges">
      {noArabic && <Badge text={say('lacksArabic', { fields: noArabic })} tone="warning" />}
      {noEnglish && <Badge text={say('lacksEnglish', { fields: noEnglish })} tone="warning" />}
    </span>
  )
}
