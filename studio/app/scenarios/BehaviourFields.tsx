import { useState } from 'react'
import { isObject } from '#contract/json'
import type { Behaviour } from '#contract/scenario'
import { Input } from '../../../client/widgets/Input'
import { Check, OperationSelect, Select, Tool } from '../Controls'
import { objectIn } from '../calls'
import { type Message, useLanguage } from '../language'

type Name = keyof Behaviour

type Props = {
  behaviour: Behaviour
  name: string
  /** Says what is wrong with a field; `undefined` for a valid one. */
  errorOf: (field: Name) => string | undefined
  onChange: (behaviour: Behaviour) => void
  onMove: (by: 1 | -1) => void
  /** True if there is a behaviour before, and after. */
  canMove: { up: boolean; down: boolean }
  onDelete: () => void
}

const bodies = ['problem', 'html', 'malformed', 'empty', 'own'] as const
const flags = ['hold', 'hang', 'cut', 'drop', 'habits'] as const

/**
 * The form of a behaviour: the calls that it fits, and what becomes of them. A text that is no JSON stays in its field as it is, and the
 * check of the scenario refuses it.
 */
export function BehaviourFields({ behaviour, name, errorOf, onChange, onMove, canMove, onDelete }: Props) {
  const { say } = useLanguage()
  const set = (field: Name, value: unknown) => {
    const { [field]: _, ...others } = behaviour
    // A field that stays keeps its place in the file.
    onChange(value === undefined ? others : { ...behaviour, [field]: value })
  }
  const label = (field: Message) => say(field)
  const number = (field: 'every' | 'share' | 'status' | 'retryAfter', more: object) => (
    <Input
      label={label(`behaviour.${field}`)}
      type="number"
      value={behaviour[field] ?? ''}
      error={errorOf(field)}
      onChange={({ currentTarget: { value } }) => set(field, value === '' ? undefined : Number(value))}
      {...more}
    />
  )
  const [min, max] = [behaviour.delay].flat()
  const setDelay = (least: string, most: string) => {
    const values = [least, most].filter((text) => text !== '').map(Number)
    set('delay', values.length > 1 ? values : values[0])
  }
  const delay = [String(min ?? ''), String(max ?? '')] as const
  const { body } = behaviour
  const tool = (action: 'up' | 'down' | 'delete', onClick: () => void, isDisabled = false) => (
    <Tool
      label={say(action)}
      aria-label={say('actionOn', { action: say(action), item: name })}
      // `disabled` would take the focus from a button whose behaviour has reached an end.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
    />
  )
  return (
    <fieldset className="studio-objects">
      <legend>{name}</legend>
      <fieldset className="studio-object">
        <legend>{say('behaviour.which')}</legend>
        <div className="studio-row">
          <OperationSelect
            value={behaviour.operation ?? ''}
            error={errorOf('operation')}
            onChange={({ currentTarget: { value } }) => set('operation', value || undefined)}
          />
          <Input
            label={label('behaviour.slug')}
            dir="ltr"
            value={behaviour.slug ?? ''}
            error={errorOf('slug')}
            onChange={({ currentTarget: { value } }) => set('slug', value || undefined)}
          />
          <JsonInput
            label={label('behaviour.payload')}
            value={behaviour.payload}
            error={errorOf('payload')}
            onChange={(value) => set('payload', value)}
          />
          <NumbersInput
            label={label('behaviour.calls')}
            value={behaviour.calls}
            error={errorOf('calls')}
            onChange={(value) => set('calls', value)}
          />
          {number('every', { min: 1 })}
          {number('share', { min: 0, max: 1, step: 0.05 })}
        </div>
      </fieldset>
      <fieldset className="studio-object">
        <legend>{say('behaviour.what')}</legend>
        <div className="studio-row">
          <Input
            label={label('behaviour.delay')}
            type="number"
            min={0}
            max={60_000}
            value={delay[0]}
            error={errorOf('delay')}
            onChange={({ currentTarget: { value } }) => setDelay(value, delay[1])}
          />
          <Input
            label={label('behaviour.delayMax')}
            type="number"
            min={0}
            max={60_000}
            value={delay[1]}
            disabled={delay[0] === ''}
            onChange={({ currentTarget: { value } }) => setDelay(delay[0], value)}
          />
          {number('status', { min: 400, max: 599 })}
          {number('retryAfter', { min: 0 })}
          <Select
            label={label('behaviour.body')}
            value={body === undefined ? '' : (bodies.find((each) => each === body) ?? 'own')}
            options={[['', say('behaviour.usual')], ...bodies.map((each) => [each, say(`behaviour.bodies.${each}`)])]}
            onChange={({ currentTarget: { value } }) =>
              set('body', value === 'own' ? { data: {} } : value || undefined)
            }
          />
          <Input
            label={label('behaviour.contentType')}
            dir="ltr"
            value={behaviour.contentType ?? ''}
            error={errorOf('contentType')}
            onChange={({ currentTarget: { value } }) => set('contentType', value || undefined)}
          />
        </div>
        {body !== undefined && !bodies.some((each) => each === body) && (
          <JsonInput
            label={label('behaviour.ownBody')}
            rows={4}
            value={body}
            error={errorOf('body')}
            // An empty body stays one of its own, which the check refuses.
            onChange={(value) => set('body', value ?? {})}
          />
        )}
        <div className="studio-tools studio-tools-centred">
          {flags.map((flag) => (
            <Check
              key={flag}
              checked={behaviour[flag] === true}
              onChange={({ currentTarget: { checked } }) => set(flag, checked || undefined)}
            >
              {say(`behaviour.flags.${flag}`)}
            </Check>
          ))}
        </div>
      </fieldset>
      <div className="studio-tools">
        {tool('up', () => onMove(-1), !canMove.up)}
        {tool('down', () => onMove(1), !canMove.down)}
        {tool('delete', onDelete)}
      </div>
    </fieldset>
  )
}

type ParsedProps = {
  label: string
  value: unknown
  error: string | undefined
  rows?: number
  onChange: (value: unknown) => void
}

/** A field for a JSON object. It shows the text as it is typed, which `value` may be written otherwise. */
function JsonInput({ value, onChange, rows, ...rest }: ParsedProps) {
  const [text, setText] = useState(() =>
    isObject(value) ? JSON.stringify(value, null, rows && 2) : String(value ?? ''),
  )
  return (
    <Input
      {...rest}
      as={rows ? 'textarea' : 'input'}
      rows={rows}
      dir="ltr"
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next)
        onChange(objectIn(next) === null ? next : objectIn(next))
      }}
    />
  )
}

/** A field for whole numbers that commas separate. */
function NumbersInput({ value, onChange, ...rest }: ParsedProps) {
  const [text, setText] = useState(() => [value ?? ''].flat().join(', '))
  return (
    <Input
      {...rest}
      dir="ltr"
      placeholder="1, 2"
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next)
        const parts = next
          .split(/[,،]/)
          .map((part) => part.trim())
          .filter(Boolean)
        onChange(parts.length === 0 ? undefined : parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : next)
      }}
    />
  )
}
