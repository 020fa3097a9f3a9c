import type { ItemField } from '#contract/fields'
import { objectsIn } from '#contract/json'
import { locales } from '#contract/locales'
import { cleanAddress } from '#contract/text/unicode'
import { Input } from '../../../client/widgets/Input'
import { Check, Select, Tool } from '../Controls'
import { useEditor } from '../drafts'
import {
  inOrderOf,
  isNeeded,
  type LocatedViolation,
  newItem,
  referenceOptions,
  rowsOfItems,
  violationText,
} from '../fields'
import { useLanguage } from '../language'
import type { Item } from '../server'
import { BodyEditor } from './BodyEditor'
import { PictureField } from './Pictures'

type Props = {
  field: ItemField
  value: unknown
  error: string | undefined
  /** The violations of the whole item, from which a list of objects takes those of its fields. */
  violations: LocatedViolation[]
  /** The path of the page that shows the item, in the language of the field. */
  path: string
  /** Called with the new value, or with `undefined` to remove the field. */
  onChange: (value: unknown) => void
}

/** The input of one field, in the direction of the field's own language. */
export function FieldInput({ field, value, error, path, violations, onChange }: Props) {
  const { say, locale } = useLanguage()
  const { lists } = useEditor()
  const { type, choices = {}, of, isLong } = field
  const isRequired = isNeeded(field)
  const language = field.locale && { lang: locales[field.locale].lang, dir: locales[field.locale].dir }
  const suffix = field.locale ? ` (${say(field.locale === 'ar' ? 'arabic' : 'english')})` : ''
  const label = field.label[locale] + suffix
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '')
  // Damascus has been at UTC+3 since October 2022. Times with another zone or seconds stay text, because the time input drops both.
  const [all, time = '', zone] = /^(?:(\d{4}-\d\d-\d\dT\d\d:\d\d)((?::00)?\+03:00)?)?$/.exec(text) ?? []
  const isTime = type === 'date' && all !== undefined && (!zone || time >= '2022-11')
  const isNumber = type === 'number' || type === 'id'
  const setText = (next: string) => {
    if (type === 'texts') onChange(next === '' ? [] : next.split('\n'))
    else if (isTime && next !== '') onChange(next < '2022-11' ? next : `${next}:00+03:00`)
    else if (isNumber) onChange(next === '' ? undefined : Number(next))
    else onChange(next === '' && !isRequired ? undefined : next)
  }
  const shared = { label, error, value: text }
  const input = { ...shared, onChange: ({ target }: { target: { value: string } }) => setText(target.value) }

  if (type === 'list')
    return <ObjectsField {...{ field, label, path, violations, onChange }} items={objectsIn(value)} />
  if (type === 'html') return <BodyEditor {...shared} path={path} onChange={setText} locale={field.locale ?? locale} />
  if (type === 'picture') return <PictureField {...shared} onChange={setText} />
  if (type === 'flag')
    return (
      <Check checked={value === true} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </Check>
    )
  if (type === 'choice')
    return (
      <Select
        {...input}
        required={isRequired}
        options={Object.entries(choices).map(([choice, { label }]) => [choice, label[locale]])}
      />
    )
  if (of) return <Select {...input} required={isRequired} options={referenceOptions(lists[of], locale)} />
  if (isLong) return <Input {...input} {...language} as="textarea" rows={3} />
  if (type === 'texts') {
    // While somebody types, an empty line is where the next text begins.
    const tidy = () => setText([...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean).join('\n'))
    return <Input {...input} as="textarea" rows={3} hint={say('onePerLine')} onBlur={tidy} />
  }
  const isLatin = type === 'link' || type === 'date' || type === 'slug'
  const tidy = () => {
    const clean = cleanAddress(text, type)
    if (clean !== text) setText(clean)
  }
  const inputTypes = { link: 'url', email: 'email', phone: 'tel' } as const
  return (
    <Input
      {...input}
      {...(language ?? (isLatin && { dir: 'ltr' }))}
      type={isNumber ? 'number' : (inputTypes[type as keyof typeof inputTypes] ?? 'text')}
      required={isRequired}
      {...(type in inputTypes && { onBlur: tidy })}
      {...(isTime && { type: 'datetime-local', value: time, hint: say('damascusTime') })}
    />
  )
}

type ObjectsProps = Pick<Props, 'field' | 'path' | 'violations' | 'onChange'> & { label: string; items: Item[] }

/** The objects of a list, such as phone numbers, each with a form of its own. They can be added, moved and deleted. */
function ObjectsField({ field, label, items, path, violations, onChange }: ObjectsProps) {
  const { say, locale } = useLanguage()
  const rows = rowsOfItems(field)
  const move = (index: number, by: number) => {
    const item = items[index]
    if (item && items[index + by]) onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, item))
  }
  return (
    <fieldset className="studio-objects">
      <legend>{label}</legend>
      {items.map((item, index) => {
        const name = `${label} ${index + 1}`
        const tool = (action: 'up' | 'down' | 'delete', onClick: () => void, isDisabled = false) => (
          <Tool
            label={say(action)}
            onClick={onClick}
            aria-label={say('actionOn', { action: say(action), item: name })}
            // `disabled` would take the focus from a button whose object has reached an end of the list.
            aria-disabled={isDisabled}
          />
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the objects have no names that stay while they are edited
          <fieldset className="studio-object" key={index} aria-label={name}>
            {rows.map((row) => (
              <div key={row[0]?.name} className={row.length > 1 ? 'studio-pair' : 'studio-single'}>
                {inOrderOf(locale, row).map((each) => {
                  const pointer = `/${field.name}/${index}/${each.name}`
                  const violation = violations.find((found) => found.pointer === pointer)
                  return (
                    <FieldInput
                      key={each.name}
                      field={each}
                      value={item[each.name]}
                      error={violation && violationText(say, violation, each, item, items)}
                      path={path}
                      violations={[]}
                      onChange={(value) => onChange(items.with(index, { ...item, [each.name]: value }))}
                    />
                  )
                })}
              </div>
            ))}
            <div className="studio-tools">
              {tool('up', () => move(index, -1), index === 0)}
              {tool('down', () => move(index, 1), index === items.length - 1)}
              {tool('delete', () => onChange(items.length > 1 ? items.toSpliced(index, 1) : undefined))}
            </div>
          </fieldset>
        )
      })}
      <Tool
        label={say('add')}
        aria-label={say('actionOn', { action: say('add'), item: label })}
        onClick={() => onChange([...items, newItem(rows)])}
      />
    </fieldset>
  )
}
