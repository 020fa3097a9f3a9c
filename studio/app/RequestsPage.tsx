import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { Badge } from '../../client/widgets/Badge'
import { Button } from '../../client/widgets/Button'
import { Input } from '../../client/widgets/Input'
import { Select } from './content/Controls'
import { useEditor } from './drafts'
import { Heading } from './Heading'
import { useLanguage } from './language'
import { ask, type Item, type Kind, keyOf } from './server'

type Call = {
  number: number
  at: string
  operation: OperationName | null
  method: string
  url: string
  payload?: unknown
  status: number
  scenario: string
  from: string
  milliseconds: number
  answer: string
  curl: string
}

/** Shows the API's calls as they arrive. They can be filtered, copied, repeated and saved as fixtures. */
export function RequestsPage() {
  const { say } = useLanguage()
  const { listOf, changeList } = useEditor()
  const client = useQueryClient()
  const [filter, setFilter] = useState({ q: '', operation: '', status: '', scenario: '' })
  const [message, setMessage] = useState('')
  // The studio's own previews are no calls of the site.
  const isShown = ({ scenario }: Call) => !scenario.startsWith('studio-draft-')
  const query = `?${new URLSearchParams({ format: 'json', ...filter })}`
  const { data, error } = useQuery({
    queryKey: keyOf('requests', query),
    queryFn: () => ask<{ total: number; calls: Call[] }>(`/__requests${query}`),
    refetchInterval: 1_000,
    placeholderData: (previous) => previous,
  })
  const set = (name: keyof typeof filter) => (value: string) => setFilter({ ...filter, [name]: value })
  const anyOr = (values: readonly string[]): [string, string][] => [
    ['', say('any')],
    ...values.map((each): [string, string] => [each, each]),
  ]

  const sendAgain = (call: Call) =>
    fetch(call.url, {
      method: call.method,
      headers: { 'content-type': 'application/json', 'x-scenario': call.scenario },
      ...(call.method === 'POST' && { body: JSON.stringify(call.payload ?? {}) }),
    })
  const keep = async (call: Call, kind: Kind) => {
    // The journal has only the beginning of a long answer.
    const { data: item } = (await (await sendAgain(call)).json()) as { data: Item }
    const list = listOf(kind)
    const place = list.findIndex(({ slug }) => slug === item.slug)
    changeList(kind, place < 0 ? [...list, item] : list.with(place, item))
    setMessage(say('kept', { kind: say(`kind.${kind}`) }))
  }

  return (
    <>
      <Heading text={say('requests')} />
      <div className="studio-tools">
        <Input label={say('search')} type="search" value={filter.q} onChange={({ target }) => set('q')(target.value)} />
        <Select
          label={say('operation')}
          value={filter.operation}
          options={anyOr(operationNames)}
          onChange={set('operation')}
        />
        <Select
          label={say('status')}
          value={filter.status}
          options={anyOr(['2xx', '3xx', '4xx', '5xx'])}
          onChange={set('status')}
        />
        <Input
          label={say('scenario')}
          dir="ltr"
          value={filter.scenario}
          onChange={({ target }) => set('scenario')(target.value)}
        />
        <Button
          look="quiet"
          onClick={async () => {
            await ask('/__requests', { method: 'DELETE' })
            await client.invalidateQueries({ queryKey: keyOf('requests') })
          }}
        >
          {say('forget')}
        </Button>
      </div>
      <p role="status">{error ? say('failed', { message: error.message }) : message}</p>
      {data && <p>{say('calls', { count: data.calls.filter(isShown).length })}</p>}
      <ul className="studio-calls">
        {data?.calls.filter(isShown).map((call) => {
          const kind =
            call.operation &&
            'item' in operations[call.operation] &&
            (operations[call.operation] as { item: Kind }).item
          return (
            <li key={call.number}>
              <details>
                <summary>
                  <time dateTime={call.at} dir="ltr">
                    {call.at.slice(11, 23)}
                  </time>
                  <code dir="ltr">{call.operation ?? `${call.method} ${call.url}`}</code>
                  <Badge text={String(call.status)} tone={call.status < 400 ? 'success' : 'danger'} />
                  <span dir="ltr">{call.milliseconds} ms</span>
                  {call.scenario && <Badge text={call.scenario} />}
                  <span className="studio-call-payload" dir="ltr">
                    {call.payload === undefined ? '' : JSON.stringify(call.payload)}
                  </span>
                </summary>
                <Text
                  label={say('payload')}
                  text={call.payload === undefined ? '' : JSON.stringify(call.payload, null, 2)}
                />
                <Text label={`${say('answer')} (${call.from})`} text={call.answer} />
                <Text label="curl" text={call.curl} />
              </details>
              <div className="studio-tools">
                <Button
                  look="quiet"
                  onClick={() => void navigator.clipboard.writeText(call.curl).then(() => setMessage(say('copied')))}
                >
                  {say('copyCurl')}
                </Button>
                <Button
                  look="quiet"
                  onClick={() => void sendAgain(call).then(({ status }) => setMessage(say('sentAgain', { status })))}
                >
                  {say('sendAgain')}
                </Button>
                {kind && call.status === 200 && (
                  <Button look="quiet" onClick={() => void keep(call, kind)}>
                    {say('keep')}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    text !== '' && (
      <section className="studio-text" aria-label={label}>
        <h2>{label}</h2>
        <pre dir="ltr">{text}</pre>
      </section>
    )
  )
}
