import { type FixtureName, fixtureFiles, isListFile } from '#contract/fixture-files'
import { titleIn } from '#contract/identity'
import { Badge } from '../../../client/widgets/Badge'
import { useEditor } from '../drafts'
import { inOrderOf, rowsOf, savedOf } from '../fields'
import { useLanguage } from '../language'
import type { Item } from '../server'

type Props = { kind: FixtureName; before: Item[]; after: Item[] }

type Change = { change: 'added' | 'changed' | 'removed'; item: Item; names: string[] }

/** Names the items that a change adds, changes and deletes, and the fields that it changes. */
export function ChangeList({ kind, before, after }: Props) {
  const { say, list, locale } = useLanguage()
  const fields = rowsOf(useEditor().content, kind).flatMap((row) => inOrderOf(locale, row))
  const isList = isListFile(kind)
  const beforeOf = (item: Item) => (isList ? savedOf(item, before) : before[0])
  const matched = new Set(after.map(beforeOf))
  const namesOf = (item: Item, old: Item) =>
    fields
      .filter(({ name }) => JSON.stringify(item[name]) !== JSON.stringify(old[name]))
      .map(({ label, locale: own }) => {
        return own ? `${label[locale]} (${say(own === 'ar' ? 'arabic' : 'english')})` : label[locale]
      })
  const changes = after.map((item): Change => {
    const old = beforeOf(item)
    return { change: old ? 'changed' : 'added', item, names: old ? namesOf(item, old) : [] }
  })
  const all: Change[] = [
    ...changes.filter(({ change, names }) => change === 'added' || names.length > 0),
    ...before.filter((item) => !matched.has(item)).map((item) => ({ change: 'removed' as const, item, names: [] })),
  ]
  const nameOf = (item: Item) => (isList ? titleIn(item, locale) || say('untitled') : fixtureFiles[kind].label[locale])
  return (
    <ul className="studio-changes">
      {all.map(({ change, item, names }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal, and the list is only read
        <li key={index}>
          <Badge text={say(change)} tone={change === 'removed' ? 'danger' : 'note'} /> <bdi>{nameOf(item)}</bdi>
          {names.length > 0 && <span>{`: ${list(names)}`}</span>}
        </li>
      ))}
      {all.length === 0 && <li>{say('reordered')}</li>}
    </ul>
  )
}
