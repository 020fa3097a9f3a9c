import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { inLocale } from '#contract/paths'
import { Badge } from '../../client/widgets/Badge'
import { Button } from '../../client/widgets/Button'
import { Input } from '../../client/widgets/Input'
import { RangeSlider } from '../../client/widgets/RangeSlider'
import type { Mix } from '../server/app'
import { Check, Failure, Heading, Tool, toggled, useAction } from './Controls'
import { useSettled } from './drafts'
import { isolate, useLanguage } from './language'
import { ChangesOf } from './scenarios/ScenarioChanges'
import { WorldPreview } from './scenarios/WorldPreview'
import { ask, keyOf, useAnswer } from './server'

type Listed = {
  current: string[]
  scenarios: { name: string; description?: string; ar_description?: string; violations?: unknown[] }[]
}

/** The longest delay of the slider, in milliseconds. */
const longestDelay = 5_000

/** Lists the scenarios, says what they change, applies several at once, and saves the chosen ones as a new scenario. */
export function ScenariosPage() {
  const { say, locale } = useLanguage()
  const { data, error } = useAnswer<Listed>('/__scenarios')
  const { run, outcome } = useAction()
  const [chosen, setChosen] = useState<string[]>([])
  const [delay, setDelay] = useState(0)
  const [now, setNow] = useState('')

  /** Returns the names of the chosen scenarios. Saves a delay and a time as a scenario of its own, and adds its name. */
  const names = async (): Promise<string[]> => {
    if (delay === 0 && now === '') return chosen
    const body = {
      description: 'The delay and the time of the studio',
      ...(delay > 0 && { behaviour: [{ delay }] }),
      ...(now && { now }),
    }
    await ask('/__scenarios/studio-delay', { method: 'PUT', body })
    return [...chosen, 'studio-delay']
  }
  const settled = useSettled(JSON.stringify([chosen, delay, now]))
  const previewed = useQuery({ queryKey: keyOf('previewed scenarios', settled), queryFn: names })
  const open = (some: string[]) =>
    window.open(`${inLocale('/', locale)}?scenario=${encodeURIComponent(some.join())}`, '_blank', 'noreferrer')
  const setForAll = async () => ask('/__scenarios/current', { method: 'PUT', body: { current: await names() } })
  const save = async (form: FormData) => {
    const name = String(form.get('name'))
    const body: Mix = { description: String(form.get('description')), of: chosen, delay, ...(now && { now }) }
    await ask(`/__studio/api/scenarios/${encodeURIComponent(name)}`, { method: 'PUT', body })
    return say('savedScenario', { name })
  }

  // Leaves out the studio's own scenarios, which are drafts and delays.
  const shown = data?.scenarios.filter(({ name }) => !name.startsWith('studio-')) ?? []
  return (
    <>
      <Heading text={say('scenarios')} />
      {error && <Failure error={error} />}
      <div className="studio-edit">
        <div className="studio-columns">
          <ul className="studio-scenarios">
            {shown.map(({ name, description, ar_description, violations }) => (
              <li key={name}>
                <div className="studio-scenario">
                  <Check
                    checked={chosen.includes(name)}
                    disabled={violations !== undefined}
                    onChange={() => setChosen(toggled(chosen, name))}
                  >
                    <code dir="ltr">{name}</code>{' '}
                    <Description text={(locale === 'ar' && ar_description) || description} />{' '}
                    {violations && <Badge text={say('invalid')} tone="danger" />}
                  </Check>
                  {!violations && (
                    <Link
                      to={`/scenarios/${encodeURIComponent(name)}`}
                      aria-label={say('actionOn', { action: say('edit'), item: isolate(name) })}
                    >
                      {say('edit')}
                    </Link>
                  )}
                </div>
                {chosen.includes(name) && <ChangesOf name={name} />}
              </li>
            ))}
          </ul>
          <form
            className="studio-form"
            onSubmit={(event: FormEvent<HTMLFormElement>) => {
              event.preventDefault()
              const form = new FormData(event.currentTarget)
              run(() => save(form))
            }}
          >
            <p role="status">
              {chosen.length > 0 ? say('chosen', { names: isolate(chosen.join(', ')) }) : say('noneChosen')}
            </p>
            <RangeSlider label={say('delay')} max={longestDelay} step={100} onChange={setDelay} />
            <Input
              label={say('time')}
              hint={say('timeHint')}
              type="datetime-local"
              value={now}
              onChange={({ currentTarget: { value } }) => setNow(value)}
            />
            <div className="studio-tools">
              <Button onClick={() => run(async () => open(await names()))}>{say('tryIt')}</Button>
              <Tool label={say('endIt')} onClick={() => open([])} />
              <Tool label={say('forAll')} onClick={() => run(setForAll)} />
            </div>
            <p role="status">{data && say('forAllNow', { names: isolate(data.current.join(', ') || say('none')) })}</p>
            <Input label={say('newName')} hint={say('newNameHint')} dir="ltr" name="name" required />
            <Input label={say('newDescription')} name="description" required />
            <Button type="submit">{say('saveScenario')}</Button>
            {outcome}
          </form>
        </div>
        {previewed.data && previewed.data.length > 0 && chosen.length + Number(delay > 0) + Number(now !== '') > 0 ? (
          <WorldPreview names={previewed.data} version={[delay, now]} slugs={[]} />
        ) : (
          <p>{say('changes.choose')}</p>
        )}
      </div>
    </>
  )
}

/** The description of a scenario, in the language in which it was written. */
function Description({ text }: { text: string | undefined }) {
  return <bdi lang={/\p{Script=Arabic}/u.test(text ?? '') ? 'ar' : 'en'}>{text}</bdi>
}
