import { Link, useParams } from 'react-router-dom'
import { Alert } from '../../../client/widgets/Alert'
import { useEditor } from '../drafts'
import { faultText } from '../fault-text'
import { rowsOf, titleOf } from '../fields'
import { Heading } from '../Heading'
import { useLanguage } from '../language'
import { type FileFault, type Item, type Kind, kinds } from '../server'
import { FieldInput } from './FieldInput'
import { Orphans } from './Orphans'
import { Preview } from './Preview'

/** An item's form, English and Arabic side by side, and the page that it makes. */
export function ItemPage() {
  const { kind, place } = useParams() as { kind: Kind; place: string } // the route's own parameters
  const { say, locale } = useLanguage()
  const editor = useEditor()
  const { content, listOf, changeList, faults } = editor
  if (!kinds.includes(kind)) return <p>{say('unknownPage')}</p>
  const index = Number(place)
  const list = listOf(kind)
  const item = list[index]
  const isList = kind !== 'goals'
  const back = (
    <Link to={isList ? `/content/${kind}` : '/content/courses'}>{say(isList ? `kind.${kind}` : 'content')}</Link>
  )
  if (!item)
    return (
      <>
        <p>{back}</p>
        <p>{say('noItem')}</p>
      </>
    )

  const prefix = isList ? `/${index}` : ''
  const own = faults.filter(
    ({ file, pointer }) => file === `${kind}.json` && (pointer === prefix || pointer.startsWith(`${prefix}/`)),
  )
  const rows = rowsOf(content, kind)
  const names = new Set(rows.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const fieldOf = ({ pointer }: FileFault) => pointer.slice(prefix.length + 1).split('/', 1)[0] ?? ''
  const others = own.filter((fault) => !names.has(fieldOf(fault)))
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = item
    changeList(kind, list.with(index, value === undefined ? rest : orderLike({ ...item, [name]: value }, item, rows)))
  }

  return (
    <>
      <p>{back}</p>
      <Heading text={isList ? titleOf(item, locale) || say('untitled') : say('kind.goals')} />
      {kind.startsWith('courses') && <Orphans />}
      {others.length > 0 && (
        <Alert tone="danger" title={say('faults')}>
          {others.map((fault) => (
            <p key={fault.pointer}>{faultText(say, editor, fault)}</p>
          ))}
        </Alert>
      )}
      <div className="studio-edit">
        <form className="studio-form" onSubmit={(event) => event.preventDefault()}>
          {rows.map(({ label, fields }) => (
            <div key={label} className={fields.length > 1 ? 'studio-pair' : 'studio-single'}>
              {fields.map((field) => {
                const fault = own.find((each) => fieldOf(each) === field.name)
                return (
                  <FieldInput
                    key={`${kind} ${place} ${field.name}`}
                    field={field}
                    value={item[field.name]}
                    error={fault && faultText(say, editor, fault)}
                    onChange={(value) => set(field.name, value)}
                  />
                )
              })}
            </div>
          ))}
        </form>
        <Preview kind={kind} item={item} />
      </div>
    </>
  )
}

/** Keeps the order of an item's fields. Inserts a new field at its place in the schema. */
function orderLike(item: Item, before: Item, rows: ReturnType<typeof rowsOf>): Item {
  const added = Object.keys(item).filter((name) => !(name in before))
  if (added.length === 0) return item
  const order = rows.flatMap(({ fields }) => fields.map(({ name }) => name))
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.fromEntries(Object.entries(item).sort(([a], [b]) => rank(a) - rank(b)))
}
