import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, NavLink, useNavigate } from 'react-router-dom'
import { foldText, splitWords } from '#content/words'
import { entities, type Kind } from '#contract/entities'
import { fixtureFiles, isListFile } from '#contract/fixture-files'
import { titleIn } from '#contract/identity'
import { Alert } from '../../../client/widgets/Alert'
import { Badge } from '../../../client/widgets/Badge'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import { Pagination } from '../../../client/widgets/Pagination'
import { Heading, Select, Tool } from '../Controls'
import { type FormState, useEditor } from '../drafts'
import { asNew, isEmpty, missingIn, newItem, outdatedIn, referenceOptions, rowsOf } from '../fields'
import { isolate, useLanguage } from '../language'
import { type Item, orderedKinds } from '../server'

const perPage = 10

/** Lists the items of a kind, ten per page, with a search. */
export function ListPage({ kind }: { kind: Kind }) {
  const { say, locale, list: names } = useLanguage()
  const { content, lists, change, violations } = useEditor()
  const navigate = useNavigate()
  // A number that changes lets the pages of the list begin at `page`.
  const [{ words, page, jump }, setShown] = useState({ words: '', page: 1, jump: 0 })
  const [dragged, setDragged] = useState<number>()
  const items = useRef<HTMLUListElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const list = lists[kind]
  const rows = rowsOf(content, kind)
  const found = list
    .map((item, position) => ({ item, position }))
    .filter(({ item }) => {
      const text = foldText(JSON.stringify(Object.values(item)))
      return splitWords(foldText(words)).every((word) => text.includes(word))
    })
  const shown = found.slice((page - 1) * perPage, page * perPage)

  const add = (item: Item, position = list.length) => {
    change(() => ({ [kind]: list.toSpliced(position, 0, asNew(item, list)) }))
    const state: FormState = { isNew: true }
    void navigate(`/content/${kind}/${position}`, { state })
  }
  const copy = (item: Item, position: number) =>
    add({ ...item, ...(item.slug !== undefined && { slug: `${item.slug}-copy` }) }, position + 1)
  /** Shows the changed list and focuses an element of a row. If there are no rows, focuses the search field. */
  const changeAndFocus = (next: Item[], row: number, selector: string) => {
    flushSync(() => change(() => ({ [kind]: next })))
    const last = (items.current?.children.length ?? 0) - 1
    const target = items.current?.children[Math.max(0, Math.min(row, last))]
    ;(target?.querySelector<HTMLElement>(selector) ?? tools.current?.querySelector('input'))?.focus()
  }
  const moved = (from: number, to: number) => list.toSpliced(from, 1).toSpliced(to, 0, list[from] ?? {})
  const move = (position: number, row: number, by: 1 | -1) => {
    if (position + by < 0 || position + by >= list.length) return
    changeAndFocus(moved(position, position + by), row + by, by < 0 ? '[name=up]' : '[name=down]')
  }
  /** Moves an item to another place of the whole list, and shows the page with that place. */
  const moveTo = (position: number, to: number) => {
    if (!Number.isInteger(to) || to < 0 || to >= list.length || to === position) return
    const passed = found.filter(
      (other) => other.position !== position && other.position < (to > position ? to + 1 : to),
    )
    const place = passed.length
    flushSync(() => setShown({ words, page: Math.floor(place / perPage) + 1, jump: jump + 1 }))
    changeAndFocus(moved(position, to), place % perPage, '[name=position]')
  }

  return (
    <>
      <nav aria-label={say('content')} className="studio-kinds">
        {orderedKinds.map((each) => (
          <NavLink key={each} to={isListFile(each) ? `/content/${each}` : `/content/${each}/0`}>
            {fixtureFiles[each].label[locale]}
          </NavLink>
        ))}
      </nav>
      <Heading text={entities[kind].label[locale]} />
      <Orphans />
      <div className="studio-tools" ref={tools}>
        <Input
          label={say('search')}
          type="search"
          value={words}
          onChange={({ target }) => setShown({ words: target.value, page: 1, jump })}
        />
        <Button onClick={() => add(newItem(rows))}>{say('add')}</Button>
        <p role="status">{found.length > 0 ? say('items', { count: found.length }) : say('noItems')}</p>
      </div>
      <ul className="studio-items" ref={items}>
        {shown.map(({ item, position }, row) => {
          const title = titleIn(item, locale) || say('untitled')
          const tool = (name: 'copy' | 'delete' | 'up' | 'down', onClick: () => void, isDisabled = false) => (
            <Tool
              {...{ name, onClick, label: say(name) }}
              aria-label={say('actionOn', { action: say(name), item: title })}
              // `disabled` would take the focus from a button whose item has reached an end of the list.
              aria-disabled={isDisabled}
            />
          )
          const outdated = outdatedIn(kind, item, content)
          const hasViolation = violations.some(
            (violation) => violation.kind === kind && violation.position === position,
          )
          return (
            <li
              key={`${item.slug ?? ''} ${position}`}
              className={hasViolation ? 'studio-item is-invalid' : 'studio-item'}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== undefined) moveTo(dragged, position)
                setDragged(undefined)
              }}
            >
              <span className="studio-item-place">
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the number beside it does the same by keyboard */}
                <span
                  className="studio-item-handle"
                  draggable
                  title={say('drag')}
                  onDragStart={({ currentTarget, dataTransfer }) => {
                    dataTransfer.effectAllowed = 'move'
                    // Firefox drags only what has data.
                    dataTransfer.setData('text/plain', title)
                    if (currentTarget.parentElement?.parentElement)
                      dataTransfer.setDragImage(currentTarget.parentElement.parentElement, 0, 0)
                    setDragged(position)
                  }}
                  onDragEnd={() => setDragged(undefined)}
                />
                <input
                  key={position}
                  name="position"
                  type="number"
                  min={1}
                  max={list.length}
                  aria-label={say('placeOf', { item: title })}
                  defaultValue={position + 1}
                  onKeyDown={({ key, currentTarget }) => {
                    if (key === 'Enter') moveTo(position, currentTarget.valueAsNumber - 1)
                  }}
                  onBlur={({ currentTarget }) => {
                    currentTarget.value = String(position + 1)
                  }}
                />
              </span>
              <Link to={`/content/${kind}/${position}`} className="studio-item-title">
                <bdi>{title}</bdi>
              </Link>
              <span className="studio-item-slug" dir="ltr">
                {String(item.slug ?? '')}
              </span>
              <span className="studio-item-badges">
                {hasViolation && <Badge text={say('needsFixing')} tone="danger" />}
                {(['ar', 'en'] as const).map((language) => {
                  const fields = names(missingIn(language, rows, item).map((label) => label[locale]))
                  return fields && <Badge key={language} text={say(`lacks.${language}`, { fields })} tone="warning" />
                })}
                {(['ar', 'en'] as const).map((language) => {
                  const texts = outdated.filter((text) => text.locale === language).map(({ name }) => name)
                  const own = rows.flat().filter(({ name }) => texts.includes(name))
                  const fields = names(own.map(({ label }) => label[locale]))
                  return (
                    fields && <Badge key={language} text={say(`outdatedIn.${language}`, { fields })} tone="warning" />
                  )
                })}
              </span>
              <span className="studio-item-actions">
                {tool('up', () => move(position, row, -1), position === 0)}
                {tool('down', () => move(position, row, 1), position === list.length - 1)}
                {tool('copy', () => copy(item, position))}
                {tool('delete', () => changeAndFocus(list.toSpliced(position, 1), row, 'a'))}
              </span>
            </li>
          )
        })}
      </ul>
      {found.length > perPage && (
        <Pagination
          key={`${words} ${jump}`}
          initialPage={page}
          total={found.length}
          onPage={(next) => setShown({ words, page: next, jump })}
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

/** Asks what to do with courses whose category has been renamed or deleted. */
export function Orphans() {
  const { say, list, locale } = useLanguage()
  const { lists, change } = useEditor()
  const options = referenceOptions(lists.courses_categories, locale)
  const [target, setTarget] = useState('')
  // A category may be renamed or deleted after it was chosen.
  const [chosen = ''] = options.find(([value]) => value === target) ?? options.at(-1) ?? []
  // A new course has no category yet, which its form tells.
  const isOrphan = ({ category }: Item) => !isEmpty(category) && !options.some(([slug]) => slug === category)
  const orphans = lists.courses.filter(isOrphan)
  if (orphans.length === 0) return null

  const lost = [...new Set(orphans.map(({ category }) => isolate(category)))]
  const replaceEach = (by: (course: Item) => Item[]) =>
    change(({ courses }) => ({ courses: courses.flatMap((course) => (isOrphan(course) ? by(course) : [course])) }))
  return (
    <Alert tone="warning">
      <p>{say('orphans', { count: orphans.length, slug: list(lost) })}</p>
      <div className="studio-tools">
        <Select
          label={say('moveTo')}
          value={chosen}
          options={options}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Button onClick={() => replaceEach((course) => [{ ...course, category: chosen }])}>{say('moveCourses')}</Button>
        <Tool label={say('deleteCourses')} onClick={() => replaceEach(() => [])} />
      </div>
    </Alert>
  )
}
