import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inLocale } from '#contract/paths'
import { Alert } from '../../client/widgets/Alert'
import { Badge } from '../../client/widgets/Badge'
import { Button } from '../../client/widgets/Button'
import { Input } from '../../client/widgets/Input'
import { RangeSlider } from '../../client/widgets/RangeSlider'
import { Heading } from './Heading'
import { useLanguage } from './language'
import { ask, keyOf } from './server'

type Listed = { current: string[]; scenarios: { name: string; description?: string; faults?: unknown[] }[] }

type Scenario = { description: string; breaksContract?: boolean; data?: Record<string, unknown>; behaviour?: object[] }

/** The longest delay of the slider, in milliseconds. */
const longestDelay = 5_000

/** Lists the scenarios, applies several at once, and saves the chosen ones as a new scenario. */
export function ScenariosPage() {
  const { say, locale } = useLanguage()
  const client = useQueryClient()
  const { data, error } = useQuery({ queryKey: keyOf('scenarios'), queryFn: () => ask<Listed>('/__scenarios') })
  const [chosen, setChosen] = useState<string[]>([])
  const [delay, setDelay] = useState(0)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [message, setMessage] = useState<{ tone: 'success' | 'danger'; text: string }>()

  const attempt = async (act: () => Promise<string | undefined>) => {
    try {
      const text = await act()
      setMessage(text === undefined ? undefined : { tone: 'success', text })
      await client.invalidateQueries({ queryKey: keyOf('scenarios') })
    } catch (problem) {
      setMessage({ tone: 'danger', text: say('failed', { message: (problem as Error).message }) })
    }
  }
  const behaviour = [{ delay }]
  /** The names of the chosen scenarios. A delay is a scenario of its own. */
  const names = async (): Promise<string[]> => {
    if (delay === 0) return chosen
    const body = { description: `Every answer takes ${delay} ms`, behaviour }
    await ask('/__scenarios/studio-delay', { method: 'PUT', body })
    return [...chosen, 'studio-delay']
  }
  const site = (some: string[]) => `${inLocale('/', locale)}?scenario=${encodeURIComponent(some.join())}`
  const open = () =>
    attempt(async () => {
      window.open(site(await names()), '_blank', 'noreferrer')
      return undefined
    })
  const setForAll = () =>
    attempt(async () => {
      const { current } = await ask<Listed>('/__scenarios/current', { method: 'PUT', body: { current: await names() } })
      return say('forAllNow', { names: current.join(', ') || say('none') })
    })
  const save = () =>
    attempt(async () => {
      const parts = await Promise.all(chosen.map((each) => ask<Scenario>(`/__studio/api/scenarios/${each}`)))
      const all = parts.flatMap(({ data: changes = {} }) => Object.keys(changes))
      const twice = all.filter((kind, index) => all.indexOf(kind) !== index)
      if (twice.length > 0) throw new Error(say('bothChange', { kinds: twice.join(', ') }))
      const changes = Object.assign({}, ...parts.map((part) => part.data ?? {}))
      const steps = [...parts.flatMap((part) => part.behaviour ?? []), ...(delay > 0 ? behaviour : [])]
      const scenario = {
        ...{ $schema: '../schemas/scenario.schema.json', description },
        ...(parts.some(({ breaksContract }) => breaksContract) && { breaksContract: true }),
        ...(Object.keys(changes).length > 0 && { data: changes }),
        ...(steps.length > 0 && { behaviour: steps }),
      }
      await ask(`/__studio/api/scenarios/${encodeURIComponent(name)}`, { method: 'PUT', body: scenario })
      return say('savedScenario', { name })
    })

  const shown = data?.scenarios.filter(({ name: each }) => !each.startsWith('studio-')) ?? []
  return (
    <>
      <Heading text={say('scenarios')} />
      {error && <Alert tone="danger">{say('failed', { message: error.message })}</Alert>}
      <div className="studio-columns">
        <ul className="studio-scenarios">
          {shown.map(({ name: each, description: text, faults }) => (
            <li key={each}>
              <label className="studio-check">
                <input
                  type="checkbox"
                  checked={chosen.includes(each)}
                  disabled={faults !== undefined}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
                  }
                />
                <span>
                  <code dir="ltr">{each}</code> <bdi lang="en">{text}</bdi>{' '}
                  {faults && <Badge text={say('faulty')} tone="danger" />}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <div className="studio-form">
          <p role="status">
            {chosen.length > 0 ? say('chosen', { names: `\u2068${chosen.join(', ')}\u2069` }) : say('noneChosen')}
          </p>
          <RangeSlider label={say('delay')} max={longestDelay} step={100} onChange={setDelay} />
          <div className="studio-tools">
            <Button onClick={open}>{say('tryIt')}</Button>
            <Button look="quiet" onClick={() => window.open(site([]), '_blank', 'noreferrer')}>
              {say('endIt')}
            </Button>
            <Button look="quiet" onClick={setForAll}>
              {say('forAll')}
            </Button>
          </div>
          <p>{say('forAllNow', { names: `\u2068${data?.current.join(', ') || say('none')}\u2069` })}</p>
          <Input
            label={say('newName')}
            hint={say('newNameHint')}
            dir="ltr"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Input
            label={say('newDescription')}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
          <Button onClick={save}>{say('saveScenario')}</Button>
          {message && (
            <Alert tone={message.tone} key={message.text}>
              {message.text}
            </Alert>
          )}
        </div>
      </div>
    </>
  )
}
