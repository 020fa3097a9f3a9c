import { useState } from 'react'
import { entities, type Kind } from '#contract/entities'
import { answeringOf } from '#contract/operations'
import { Badge } from '../../client/widgets/Badge'
import { Input } from '../../client/widgets/Input'
import type { RecordedCall } from '../../server/api/development/recorded-call'
import { Check, Failure, Heading, OperationSelect, Select, Tool, toggled, useAction } from './Controls'
import { applied, useEditor } from './drafts'
import { useLanguage } from './language'
import { Expectation, emptyExpectation, expectationOf } from './requests/Expectation'
import { HoldForm } from './requests/HeldCalls'
import { ask, type Item, useAnswer } from './server'

/** The number of characters that a call's line shows of its answer. */
const longestAnswer = 60

/**
 * Shows the API's calls as they arrive. They can be filtered, sent again with changes, copied as curl
 * commands, added to the drafts, expected and held.
 */
export function RequestsPage() {
  const { say } = useLanguage()
  const { run, outcome } = useAction()
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<number[]>([])
  const [expected, setExpected] = useState(emptyExpectation)
  const [isExpecting, setExpecting] = useState(false)
  const { data, error } = useAnswer<{ calls: RecordedCall[] }>(`/__requests?format=json&${filter}`, {
    refetchInterval: 1_000,
  })
  // Leaves out the calls that the studio's own previews make.
  const calls = data?.calls.filter(({ scenario }) => !scenario.startsWith('studio-draft-'))
  const chosen = calls?.filter(({ number }) => selected.includes(number)) ?? []
  const anyOr = (values: readonly string[]) => [['', say('any')], ...values.map((each) => [each, each])]

  return (
    <>
      <Heading text={say('requests')} />
      <form
        className="studio-tools"
        onChange={({ currentTarget }) => {
          const texts = Object.fromEntries(new FormData(currentTarget)) as Record<string, string> // no field has files
          setFilter(String(new URLSearchParams(texts)))
        }}
      >
        <Input label={say('search')} type="search" name="q" />
        <OperationSelect name="operation" />
        <Select label={say('status')} name="status" options={anyOr(['2xx', '3xx', '4xx', '5xx'])} />
        <Input label={say('scenario')} dir="ltr" name="scenario" />
        <Tool label={say('forget')} onClick={() => run(() => ask('/__requests', { method: 'DELETE' }))} />
      </form>
      {outcome}
      {error && <Failure error={error} />}
      <details>
        <summary className="studio-fold">{say('hold.heading')}</summary>
        <HoldForm />
      </details>
      <details open={isExpecting} onToggle={({ currentTarget }) => setExpecting(currentTarget.open)}>
        <summary className="studio-fold">{say('verify.heading')}</summary>
        <Expectation expected={expected} onChange={setExpected} />
      </details>
      {calls && (
        <div className="studio-tools studio-tools-centred">
          <p>{say('calls', { count: calls.length })}</p>
          {chosen.length > 0 && (
            <Tool
              label={say('verify.make', { count: chosen.length })}
              onClick={() => {
                setExpected(expectationOf(chosen))
                setExpecting(true)
              }}
            />
          )}
        </div>
      )}
      {calls && calls.length > 0 && (
        <ul className="studio-calls">
          {calls.map((call) => (
            <Call
              key={call.number}
              call={call}
              run={run}
              isSelected={selected.includes(call.number)}
              onSelect={() => setSelected(toggled(selected, call.number))}
            />
          ))}
        </ul>
      )}
    </>
  )
}

type CallProps = {
  call: RecordedCall
  run: ReturnType<typeof useAction>['run']
  isSelected: boolean
  onSelect: () => void
}

function Call({ call, run, isSelected, onSelect }: CallProps) {
  const { say, locale } = useLanguage()
  const { change } = useEditor()
  const { number, at, operation, method, url, status, scenario, now, held, milliseconds, answer, from, curl } = call
  const [payload, setPayload] = useState(() => JSON.stringify(call.payload, null, 2) ?? '')
  const kind = operation && status === 200 ? answeringOf(operation).item : undefined

  const sendAgain = () =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', 'x-scenario': scenario, 'x-scenario-now': now },
      ...(method === 'POST' && { body: payload }),
    })
  const tellSent = async () => say('sentAgain', { status: (await sendAgain()).status })
  const keepIn = async (list: Kind) => {
    // Sends the call again, because only the beginning of a long response is recorded.
    const { data: item } = (await (await sendAgain()).json()) as { data: Item }
    change((lists) => ({ [list]: applied(lists[list], { change: 'changed', item }) }))
    return say('savedToDrafts', { kind: entities[list].label[locale] })
  }
  const texts = {
    [`${say('answer')} (${from})`]: answer,
    curl,
  }
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at} dir="ltr">
            {at.slice(11, 23)}
          </time>
          <code dir="ltr">{`${method} ${url}`}</code>
          <Badge text={String(status)} tone={status < 400 ? 'success' : 'danger'} />
          <span dir="ltr">{`${milliseconds} ms`}</span>
          {scenario && <Badge text={scenario} />}
          {held && <Badge text={say(`hold.ends.${held}`)} />}
          <span className="studio-call-payload" dir="ltr">
            {[JSON.stringify(call.payload), answer.slice(0, longestAnswer)].filter(Boolean).join(' → ')}
          </span>
        </summary>
        {method === 'POST' && (
          <Input
            as="textarea"
            rows={3}
            label={say('payload')}
            hint={say('payloadHint')}
            dir="ltr"
            value={payload}
            onChange={({ currentTarget: { value } }) => setPayload(value)}
          />
        )}
        {Object.entries(texts).map(
          ([label, text]) =>
            text && (
              // Not a region, because each call has the same.
              <div className="studio-text" key={label}>
                <h2>{label}</h2>
                <pre dir="ltr">{text}</pre>
              </div>
            ),
        )}
      </details>
      <div className="studio-tools studio-tools-centred">
        <Check checked={isSelected} onChange={onSelect}>
          {say('verify.select', { number })}
        </Check>
        <Tool
          label={say('copyCurl')}
          onClick={() => run(() => navigator.clipboard.writeText(curl).then(() => say('copied')))}
        />
        <Tool label={say('sendAgain')} onClick={() => run(tellSent)} />
        {kind && <Tool label={say('keep')} onClick={() => run(() => keepIn(kind))} />}
      </div>
    </li>
  )
}
