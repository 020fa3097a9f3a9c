import { useState } from 'react'
import type { ItemField } from '#contract/fields'
import { locales } from '#contract/locales'
import { Input } from '../../../client/widgets/Input'
import { Check, Select, useAction } from '../Controls'
import { useEditor } from '../drafts'
import { isNeeded, referenceOptions } from '../fields'
import { useLanguage } from '../language'
import { ask } from '../server'
import { BodyEditor } from './BodyEditor'

type Props = {
  field: ItemField
  value: unknown
  error: string | undefined
  /** Called with the new value, or with `undefined` to remove the field. */
  onChange: (value: unknown) => void
}

/** The input of one field, in the direction of the field's own language. */
export function FieldInput({ field, value, error, onChange }: Props) {
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

  if (type === 'html') return <BodyEditor {...shared} onChange={setText} locale={field.locale ?? locale} />
  if (type === 'picture') return <PictureField {...shared} onChange={setText} />
  if (type === 'flag')
    return (
      <Check checked={value === true} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </Check>
    )
  if (type === 'choice')
    return <Select {...input} options={Object.entries(choices).map(([choice, { label }]) => [choice, label[locale]])} />
  if (of) return <Select {...input} options={referenceOptions(lists[of], locale)} />
  if (isLong) return <Input {...input} {...language} as="textarea" rows={3} />
  if (type === 'texts') return <Input {...input} as="textarea" rows={3} hint={say('onePerLine')} />
  const isLatin = type === 'link' || type === 'date' || type === 'slug'
  return (
    <Input
      {...input}
      {...(language ?? (isLatin && { dir: 'ltr' }))}
      type={isNumber ? 'number' : type === 'link' ? 'url' : 'text'}
      required={isRequired}
      {...(isTime && { type: 'datetime-local', value: time, hint: say('damascusTime') })}
    />
  )
}

type PictureProps = { label: string; error: string | undefined; value: string; onChange: (name: string) => void }

/** Selects a picture of the images folder, or adds one that is dropped or chosen from this device. */
function PictureField({ value, onChange, ...shared }: PictureProps) {
  const { say } = useLanguage()
  const { pictures } = useEditor().content
  const { run, outcome } = useAction()
  const [size, setSize] = useState('')

  const add = (file: File | undefined) =>
    file &&
    run(async () => {
      const path = `/__studio/api/pictures/${encodeURIComponent(file.name)}`
      const { name } = await ask<{ name: string }>(path, { method: 'PUT', body: file })
      onChange(name)
    })
  return (
    <div className="studio-picture">
      {pictures.includes(value) && (
        <img
          src={`/images/${encodeURIComponent(value)}`}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize(say('pictureSize', { width, height }))
          }
        />
      )}
      <div>
        <Select
          {...shared}
          hint={size}
          dir="ltr"
          value={value}
          options={pictures.map((name) => [name, name])}
          onChange={({ target }) => onChange(target.value)}
        />
        <label className="studio-drop" key={say('pictureDrop')}>
          {say('pictureDrop')}
          {/* A file can be dropped on the input itself. */}
          <input type="file" accept="image/*" onChange={({ target }) => add(target.files?.[0])} />
        </label>
        {outcome}
      </div>
    </div>
  )
}
