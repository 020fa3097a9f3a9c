import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { Behaviour, Scenario } from '#contract/scenario'
import type { Violation } from '#contract/violations'
import { Alert } from '../../../client/widgets/Alert'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import type { EditedScenario } from '../../server/scenario-files'
import { Check, Failure, Heading, Tool, useAction } from '../Controls'
import { useEditor, useSettled } from '../drafts'
import { isolate, useLanguage } from '../language'
import { ask, keyOf, ResponseError, useAnswer } from '../server'
import { BehaviourFields } from './BehaviourFields'
import { ScenarioChanges, slugsIn } from './ScenarioChanges'
import { timeInDamascus, withZone } from './time'
import { WorldPreview } from './WorldPreview'

/** Edits a scenario's behaviours and time, beside what it changes and the site's page under it. */
export function ScenarioPage() {
  const { name = '' } = useParams()
  const { say } = useLanguage()
  const { scenarioDrafts, keepScenario } = useEditor()
  const { data, error } = useAnswer<EditedScenario>(`/__studio/api/scenarios/${encodeURIComponent(name)}`)
  return (
    <>
      <p>
        <Link to="/scenarios">{say('scenarios')}</Link>
      </p>
      <Heading text={name} />
      {error && <Failure error={error} />}
      {error && scenarioDrafts[name] && <Tool label={say('discard')} onClick={() => keepScenario(name)} />}
      {data && <ScenarioForm key={name} name={name} saved={data} />}
    </>
  )
}

/** The scenario that holds this tab's draft on the server. */
const draftName = `studio-draft-${Math.random().toString(36).slice(2, 10)}`

function ScenarioForm({ name, saved }: { name: string; saved: EditedScenario }) {
  const { say } = useLanguage()
  const { run, isPending, outcome } = useAction()
  const { scenarioDrafts, keepScenario } = useEditor()
  const { [name]: draft } = scenarioDrafts
  const { scenario, digest } = draft ?? saved
  const settled = useSettled(scenario)
  const { data: check } = useQuery({
    queryKey: keyOf('scenario draft', settled),
    queryFn: () => checkDraft(settled),
  })
  const violations = check?.violations ?? []
  const set = (fields: Partial<Scenario>) => {
    // Keeps the order of the fields, and an empty description, which the check refuses.
    const next = Object.entries({ ...scenario, ...fields }).filter(
      ([field, value]) => field === 'description' || (value !== undefined && value !== ''),
    )
    const changed = Object.fromEntries(next) as Scenario // the form has all fields that a scenario must have
    const isSaved = JSON.stringify(changed) === JSON.stringify(saved.scenario)
    keepScenario(name, isSaved ? undefined : { scenario: changed, digest })
  }
  const behaviours = scenario.behaviour ?? []
  const setBehaviours = (next: Behaviour[]) =>
    set({ behaviour: next.length > 0 ? next : undefined } as Partial<Scenario>)
  const [ids, setIds] = useState(() => behaviours.map((_, index) => index))
  const arrange = (nextIds: number[], next: Behaviour[]) => {
    setIds(nextIds)
    setBehaviours(next)
  }
  const save = async () => {
    await ask(`/__studio/api/scenarios/${encodeURIComponent(name)}`, { body: { scenario, digest } })
    keepScenario(name)
    return say('savedScenario', { name: isolate(name) })
  }
  const discard = () => {
    keepScenario(name)
    setIds((saved.scenario.behaviour ?? []).map((_, index) => Math.max(-1, ...ids) + 1 + index))
  }
  return (
    <div className="studio-edit">
      <div className="studio-form">
        <h2>{say('changes.heading')}</h2>
        <ScenarioChanges scenario={scenario} />
        {draft && draft.digest !== saved.digest && (
          <Alert tone="warning">{say('stale', { file: isolate(`${name}.json`) })}</Alert>
        )}
        <Input
          label={`${say('newDescription')} (${say('english')})`}
          value={scenario.description}
          required
          lang="en"
          dir="ltr"
          onChange={({ currentTarget: { value } }) => set({ description: value })}
        />
        <Input
          label={`${say('newDescription')} (${say('arabic')})`}
          lang="ar"
          dir="rtl"
          value={scenario.ar_description ?? ''}
          onChange={({ currentTarget: { value } }) => set({ ar_description: value })}
        />
        <Input
          label={say('time')}
          hint={say('timeHint')}
          type="datetime-local"
          value={timeInDamascus(scenario.now)}
          error={errorAt(violations, '/now', say('needs.date'))}
          onChange={({ currentTarget: { value } }) => set({ now: withZone(value) } as Partial<Scenario>)}
        />
        <Check
          checked={scenario.onUnhandledRequest === 'error'}
          onChange={({ currentTarget: { checked } }) =>
            set({ onUnhandledRequest: checked ? 'error' : undefined } as Partial<Scenario>)
          }
        >
          {say('behaviour.unhandled')}
        </Check>
        {behaviours.map((behaviour, index) => {
          const move = (by: 1 | -1) => {
            const swap = <Value,>(list: Value[]) =>
              list.toSpliced(index, 1).toSpliced(index + by, 0, list[index] as Value)
            arrange(swap(ids), swap(behaviours))
          }
          return (
            <BehaviourFields
              key={ids[index]}
              behaviour={behaviour}
              name={say('behaviour.name', { number: index + 1 })}
              errorOf={(field) => errorAt(violations, `/behaviour/${index}/${field}`, say(`behaviour.needs.${field}`))}
              onChange={(changed) => setBehaviours(behaviours.with(index, changed))}
              onMove={move}
              canMove={{ up: index > 0, down: index < behaviours.length - 1 }}
              onDelete={() => arrange(ids.toSpliced(index, 1), behaviours.toSpliced(index, 1))}
            />
          )
        })}
        <div className="studio-tools">
          <Tool
            label={say('behaviour.add')}
            onClick={() => arrange([...ids, Math.max(-1, ...ids) + 1], [...behaviours, {}])}
          />
        </div>
        {violations.length > 0 && (
          <Alert tone="danger">{say('behaviour.violations', { count: violations.length })}</Alert>
        )}
        <div className="studio-tools">
          <Button disabled={!draft || isPending || violations.length > 0} onClick={() => run(save)}>
            {say('save')}
          </Button>
          {draft && <Tool label={say('discard')} onClick={discard} />}
        </div>
        {outcome}
      </div>
      {check && (
        <WorldPreview
          names={check.violations.length > 0 ? [] : [draftName]}
          version={check.version}
          slugs={slugsIn(scenario)}
        />
      )}
    </div>
  )
}

/** Checks a scenario by the contract, and defines it on the server for the preview if it is valid. */
async function checkDraft(scenario: Scenario): Promise<{ violations: Violation[]; version: number }> {
  const version = Date.now()
  const put = ask(`/__scenarios/${draftName}`, { method: 'PUT', body: scenario })
  return put.then(
    () => ({ violations: [], version }),
    (error: unknown) => {
      const { errors } = (error instanceof ResponseError ? error.answer : {}) as { errors?: Violation[] }
      if (!errors) throw error
      return { violations: errors, version }
    },
  )
}

/** The text for a field that has a violation, with the places inside of it. */
function errorAt(violations: Violation[], pointer: string, text: string): string | undefined {
  const found = violations.find((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`))
  if (!found) return undefined
  const inside = found.pointer.slice(pointer.length)
  return inside ? `${text} \u2066${inside}: ${found.expected}; ${found.found}\u2069` : text
}
