import { locales } from '#contract/locales'
import { Badge } from '../../../client/widgets/Badge'
import { Input } from '../../../client/widgets/Input'
import { useEditor } from '../drafts'
import { type Field, titleOf } from '../fields'
import { useLanguage } from '../language'
import { BodyEditor } from './BodyEditor'
import { Select, TextArea } from './Controls'
import { PictureField } from './PictureField'

type Props = {
  field: Field
  value: unknown
  error: string | undefined
  /** `undefined` removes the field. */
  onChange: (value: unknown) => void
}

/** The input of one field, in the direction of the field's own language. */
export function FieldInput({ field, value, error, onChange }: Props) {
  const { say, locale } = useLanguage()
  const { listOf } = useEditor()
  const { type, isRequired } = field
  const own = field.locale && locales[field.locale]
  const label = own ? `${say(field.label)} (${say(field.locale === 'ar' ? 'arabic' : 'english')})` : say(field.label)
  const text = value === undefined || value === null ? '' : String(value)
  const textOrNothing = (next: string) => onChange(next === '' && !isRequired ? undefined : next)
  const language = own ? { lang: own.lang, dir: own.dir } : {}

  if (type === 'html')
    return (
      <BodyEditor label={label} locale={field.locale ?? locale} value={text} error={error} onChange={textOrNothing} />
    )
  if (type === 'picture') return <PictureField value={text} error={error} onChange={onChange} />
  if (type === 'boolean')
    return (
      <label className="studio-check">
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
        {label}
      </label>
    )
  if (type === 'choice')
    return (
      <Select
        {...{ label, error, value: text, onChange }}
        options={(field.options ?? []).map((option) => [
          option,
          say(option === 'free_workshop' ? 'field.free_workshop' : 'field.competitions_programming'),
        ])}
      />
    )
  if (type === 'category')
    return (
      <Select
        {...{ label, error, value: text, onChange }}
        options={listOf('courses_categories').map((category) => [
          String(category.slug),
          titleOf(category, locale) || String(category.slug),
        ])}
      />
    )
  if (type === 'long')
    return <TextArea {...{ label, error, value: text, onChange: textOrNothing, language }} rows={3} />
  if (type === 'tags') {
    const tags = Array.isArray(value) ? value.map(String) : []
    return (
      <div>
        <TextArea
          {...{ label, error, language }}
          hint={say('onePerLine')}
          value={tags.join('\n')}
          onChange={(next) => onChange(next === '' ? [] : next.split('\n'))}
          rows={3}
        />
        <p className="studio-badges">{[...new Set(tags)].map((tag) => tag.trim() && <Badge key={tag} text={tag} />)}</p>
      </div>
    )
  }
  // A time with a zone or seconds stays a text, because the browser's own input would drop them.
  const isLocalTime = type === 'date' && (text === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text))
  const isLatin = type === 'url' || type === 'date' || field.name === 'slug'
  return (
    <Input
      {...{ label, error, value: text }}
      {...(own ? language : isLatin && { dir: 'ltr' })}
      type={type === 'number' ? 'number' : isLocalTime ? 'datetime-local' : type === 'url' ? 'url' : 'text'}
      required={isRequired}
      onChange={({ target }) => {
        if (type !== 'number') textOrNothing(target.value)
        else onChange(target.value === '' ? undefined : target.valueAsNumber)
      }}
    />
  )
}
