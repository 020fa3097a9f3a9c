import { type FormEvent, useState } from 'react'
import { Alert } from '../../client/widgets/Alert'
import { Badge } from '../../client/widgets/Badge'
import { Button } from '../../client/widgets/Button'
import { Input } from '../../client/widgets/Input'
import { Progress } from '../../client/widgets/Progress'
import { useEditor } from './drafts'
import { titleOf } from './fields'
import { Heading } from './Heading'
import { useLanguage } from './language'
import { ask, type Item, type Kind, kinds, send } from './server'

type Drift = Record<'operation' | 'rule' | 'pointer' | 'expected' | 'found' | 'curl', string>

type Report = { verdict: 'holds' | 'drift' | 'unchecked'; unchecked?: string; drifts: Drift[]; warnings: Drift[] }

type CheckLine =
  | { type: 'progress'; done: number; all: number }
  | { type: 'report'; report: Report }
  | { type: 'error'; message: string }

type Difference = { kind: Kind; change: 'added' | 'changedItem' | 'removed'; key: string; item: Item }

/** Checks another API by the contract, and takes single items of its content. */
export function OtherApiPage() {
  const { say, locale } = useLanguage()
  const editor = useEditor()
  const [url, setUrl] = useState('')
  const [work, setWork] = useState<number>()
  const [report, setReport] = useState<Report>()
  const [plan, setPlan] = useState<Difference[]>()
  const [chosen, setChosen] = useState(new Set<Difference>())
  const [message, setMessage] = useState<{ tone: 'success' | 'danger'; text: string }>()

  const attempt = async (act: () => Promise<void>) => {
    setMessage(undefined)
    setWork(0)
    try {
      await act()
    } catch (error) {
      setMessage({ tone: 'danger', text: say('failed', { message: (error as Error).message }) })
    }
    setWork(undefined)
  }
  const check = () =>
    attempt(async () => {
      setReport(undefined)
      const response = await send('/__studio/api/contract-check', { body: { url } })
      for await (const line of linesOf<CheckLine>(response)) {
        if (line.type === 'progress') setWork((100 * line.done) / line.all)
        else if (line.type === 'report') setReport(line.report)
        else throw new Error(line.message)
      }
    })
  const compare = () =>
    attempt(async () => {
      const recorded = await ask<Record<Kind, unknown>>('/__studio/api/recording', { body: { url } })
      const found = kinds.flatMap((kind) => differences(kind, editor.listOf(kind), recorded[kind]))
      setPlan(found)
      setChosen(new Set(found.filter(({ change }) => change !== 'removed')))
    })
  const take = () =>
    attempt(async () => {
      const names = [...chosen].flatMap(({ item, change }) =>
        change === 'removed' || !item.image ? [] : [String(item.image)],
      )
      const taken = await ask<Record<string, string>>('/__studio/api/recording/pictures', { body: { names } })
      const values = Object.fromEntries(
        [...new Set([...chosen].map(({ kind }) => kind))].map((kind) => {
          const own = [...chosen].filter((each) => each.kind === kind)
          const list = own.reduce((items, each) => applied(items, each, taken), editor.listOf(kind))
          return [kind, kind === 'goals' ? list[0] : list]
        }),
      )
      editor.change(values)
      setPlan(undefined)
      setMessage({ tone: 'success', text: say('taken') })
    })

  return (
    <>
      <Heading text={say('otherApi')} />
      <form
        className="studio-tools"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void check()
        }}
      >
        <Input label={say('address')} type="url" required value={url} onChange={({ target }) => setUrl(target.value)} />
        <Button type="submit" disabled={work !== undefined}>
          {say('checkIt')}
        </Button>
        <Button look="quiet" disabled={work !== undefined || url === ''} onClick={() => void compare()}>
          {say('compare')}
        </Button>
      </form>
      {work !== undefined && <Progress label={say('working')} value={work} />}
      {message && (
        <Alert tone={message.tone} key={message.text}>
          {message.text}
        </Alert>
      )}
      {report && <Findings report={report} />}
      {plan && plan.length === 0 && <Alert>{say('sameContent')}</Alert>}
      {plan && plan.length > 0 && (
        <>
          <ul className="studio-scenarios">
            {plan.map((difference) => (
              <li key={`${difference.kind} ${difference.key}`}>
                <label className="studio-check">
                  <input
                    type="checkbox"
                    checked={chosen.has(difference)}
                    onChange={({ target }) => {
                      const next = new Set(chosen)
                      if (target.checked) next.add(difference)
                      else next.delete(difference)
                      setChosen(next)
                    }}
                  />
                  <span>
                    {say(`kind.${difference.kind}`)}: <bdi>{titleOf(difference.item, locale) || difference.key}</bdi>{' '}
                    <Badge text={say(difference.change)} tone={difference.change === 'removed' ? 'danger' : 'note'} />
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <Button disabled={chosen.size === 0} onClick={() => void take()}>
            {say('take', { count: chosen.size })}
          </Button>
        </>
      )}
    </>
  )
}

function Findings({ report: { verdict, unchecked, drifts, warnings } }: { report: Report }) {
  const { say } = useLanguage()
  return (
    <>
      <Alert tone={verdict === 'holds' ? 'success' : 'danger'}>
        {say(`verdict_${verdict}` as 'otherApi')} {unchecked}
      </Alert>
      <ul className="studio-calls">
        {[...drifts, ...warnings].map((drift, index) => (
          <li key={`${drift.operation} ${drift.rule} ${drift.pointer}`}>
            <p>
              <code dir="ltr">{drift.operation}</code> <code dir="ltr">{drift.pointer || '/'}</code>{' '}
              <Badge text={drift.rule} tone={index < drifts.length ? 'danger' : 'warning'} />
            </p>
            <p>
              {say('expected')}: <bdi lang="en">{drift.expected}</bdi>. {say('found')}:{' '}
              <bdi lang="en">{drift.found}</bdi>.
            </p>
            <pre dir="ltr">{drift.curl}</pre>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The JSON texts of an answer, one per line, as they come. */
async function* linesOf<Line>(response: Response): AsyncGenerator<Line> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}

function differences(kind: Kind, here: Item[], recorded: unknown): Difference[] {
  const there = (Array.isArray(recorded) ? recorded : [recorded]) as Item[]
  const keyOf = (item: Item) => String(item.slug ?? item.en_name ?? item.ar_name ?? '')
  const own = new Map(here.map((item) => [keyOf(item), item]))
  const others = new Set(there.map(keyOf))
  return [
    ...there.flatMap((item): Difference[] => {
      const key = keyOf(item)
      const old = own.get(key)
      if (!old) return [{ kind, change: 'added', key, item }]
      return textOf(old) === textOf(item) ? [] : [{ kind, change: 'changedItem', key, item }]
    }),
    ...here.flatMap((item): Difference[] =>
      others.has(keyOf(item)) ? [] : [{ kind, change: 'removed', key: keyOf(item), item }],
    ),
  ]
}

/** An item's text, whatever the order of its fields. */
function textOf(item: Item): string {
  return JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function applied(items: Item[], { change, key, item }: Difference, pictures: Record<string, string>): Item[] {
  const isIt = (each: Item) => String(each.slug ?? each.en_name ?? each.ar_name ?? '') === key
  if (change === 'removed') return items.filter((each) => !isIt(each))
  const next = item.image ? { ...item, image: pictures[String(item.image)] ?? item.image } : item
  return change === 'added' ? [...items, next] : items.map((each) => (isIt(each) ? next : each))
}
