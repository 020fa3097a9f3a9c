import { type FormEvent, useState } from 'react'
import { Alert } from '../../../client/widgets/Alert'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import type { RecordedCall } from '../../../server/api/development/recorded-call'
import type { VerificationFailure } from '../../../server/api/development/verify'
import { Check, Failure, OperationSelect, Select, Tool } from '../Controls'
import { objectIn } from '../calls'
import { isolateLtr, useLanguage } from '../language'
import { ask, ResponseError } from '../server'
import { failureWords } from './failure-words'

const countKinds = ['atLeast', 'times', 'atMost', 'never'] as const
type CountKind = (typeof countKinds)[number]

/** A row of the form: an expected call, as it is typed. */
type Row = { id: number; operation: string; payload: string; status: string; kind: CountKind; count: string }

/**
 * A new expectation. Its rows have ids, because rows can be moved while they are edited. Only calls after the time `since` count, if it
 * is set.
 */
export type Expected = { rows: Row[]; isInOrder: boolean; since?: string | undefined }

let lastId = 0

function newRow(fields: Partial<Row> = {}): Row {
  lastId++
  return { operation: '', payload: '', status: '', kind: 'atLeast', count: '1', ...fields, id: lastId }
}

export const emptyExpectation = (): Expected => ({ rows: [newRow()], isInOrder: false })

/** The expectation that recorded calls came, in their order. Equal calls in succession become one row. */
export function expectationOf(calls: readonly RecordedCall[]): Expected {
  const rows: Row[] = []
  for (const { operation, payload, status } of calls.toSorted((a, b) => a.number - b.number)) {
    const row = newRow({ operation: operation ?? '', payload: JSON.stringify(payload) ?? '', status: String(status) })
    const last = rows.at(-1)
    const isSame =
      last && ['operation', 'payload', 'status'].every((name) => last[name as 'status'] === row[name as 'status'])
    if (isSame) last.count = String(Number(last.count) + 1)
    else rows.push(row)
  }
  return { rows, isInOrder: true }
}

/** The expected call of a row, or `undefined` if its payload is no JSON object. */
function callOf({ operation, payload, status, kind, count }: Row): object | undefined {
  const values = objectIn(payload)
  if (values === null) return undefined
  return {
    ...(operation && { operation }),
    ...(values && { payload: values }),
    ...(status && { status }),
    [kind]: kind === 'never' ? true : Number(count),
  }
}

type Outcome = { failure?: VerificationFailure; error?: Error }

type Props = { expected: Expected; onChange: (expected: Expected) => void }

/** A form that checks which calls have come, and explains by the nearest calls if it fails. */
export function Expectation({ expected, onChange }: Props) {
  const { say } = useLanguage()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isWaiting, setWaiting] = useState(false)
  const { rows, isInOrder, since } = expected
  const set = (changed: Row[]) => onChange({ ...expected, rows: changed })
  const verify = async (within: number) => {
    setWaiting(true)
    const body = { calls: rows.map(callOf), inOrder: isInOrder, since, within: within * 1_000 }
    setOutcome(
      await ask('/__requests/verify', { body }).then(
        () => ({}),
        (error: Error) => {
          const { failure } = (error instanceof ResponseError ? error.answer : {}) as Outcome
          return failure ? { failure } : { error }
        },
      ),
    )
    setWaiting(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void verify(Number(new FormData(event.currentTarget).get('within')))
  }
  return (
    <form className="studio-form" aria-label={say('verify.heading')} onSubmit={submit}>
      <ol className="studio-rows">
        {rows.map((row, index) => (
          <li key={row.id}>
            <RowFields
              row={row}
              name={say('verify.call', { number: index + 1 })}
              onChange={(changed) => set(rows.with(index, changed))}
              onUp={index > 0 ? () => set(rows.with(index - 1, row).with(index, rows[index - 1] ?? row)) : undefined}
              onDelete={rows.length > 1 ? () => set(rows.toSpliced(index, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      <div className="studio-tools studio-tools-centred">
        <Tool label={say('verify.add')} onClick={() => set([...rows, newRow()])} />
        <Check checked={isInOrder} onChange={() => onChange({ ...expected, isInOrder: !isInOrder })}>
          {say('verify.inOrder')}
        </Check>
        <Check
          checked={since !== undefined}
          onChange={() => onChange({ ...expected, since: since ? undefined : new Date().toISOString() })}
        >
          {since
            ? say('verify.since', { time: isolateLtr(new Date(since).toLocaleTimeString('en-GB')) })
            : say('verify.fromNow')}
        </Check>
      </div>
      <Input label={say('verify.within')} name="within" type="number" min={0} max={60} defaultValue={0} required />
      <div className="studio-tools">
        <Button type="submit" disabled={isWaiting || rows.some((row) => !callOf(row))}>
          {isWaiting ? say('working') : say('verify.check')}
        </Button>
      </div>
      {!isWaiting && outcome && <Answer {...outcome} />}
    </form>
  )
}

function Answer({ failure, error }: Outcome) {
  const { say } = useLanguage()
  if (error) return <Failure error={error} />
  if (!failure) return <Alert tone="success">{say('verify.holds')}</Alert>
  return (
    <Alert tone="danger">
      {failureWords(say, failure).map((line) => (
        <p className="studio-line" key={line}>
          {line}
        </p>
      ))}
    </Alert>
  )
}

type RowProps = {
  row: Row
  name: string
  onChange: (row: Row) => void
  onUp: (() => void) | undefined
  onDelete: (() => void) | undefined
}

function RowFields({ row, name, onChange, onUp, onDelete }: RowProps) {
  const { say } = useLanguage()
  const field = (key: 'operation' | 'payload' | 'status' | 'kind' | 'count') => ({
    value: row[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...row, [key]: value }),
  })
  const kinds = countKinds.map((kind) => [kind, say(`verify.kinds.${kind}`)])
  const tool = (action: 'up' | 'delete', onClick: (() => void) | undefined) => (
    <Tool
      label={say(action)}
      aria-label={say('actionOn', { action: say(action), item: name })}
      // `disabled` would take the focus from a button whose row has come to the top.
      aria-disabled={!onClick}
      onClick={onClick}
    />
  )
  return (
    <fieldset className="studio-object">
      <legend>{name}</legend>
      <div className="studio-row">
        <OperationSelect {...field('operation')} />
        <Input
          label={say('payload')}
          dir="ltr"
          placeholder={'{"slug": "…"}'}
          error={callOf(row) ? undefined : say('needs.object')}
          {...field('payload')}
        />
        <Input
          label={say('status')}
          dir="ltr"
          placeholder="200, 5xx"
          pattern="[1-5](\d\d|[xX][xX])"
          title={say('needs.status')}
          {...field('status')}
        />
        <Select label={say('verify.howOften')} options={kinds} {...field('kind')} />
        {row.kind !== 'never' && (
          <Input label={say('verify.number')} type="number" min={0} max={300} required {...field('count')} />
        )}
      </div>
      <div className="studio-tools">
        {tool('up', onUp)}
        {tool('delete', onDelete)}
      </div>
    </fieldset>
  )
}
