import { type FormEvent, useState } from 'react'
import type { Scenario } from '#contract/scenario'
import { Button } from '../../../client/widgets/Button'
import { Input } from '../../../client/widgets/Input'
import type { HeldCall } from '../../../server/api/development/held-calls'
import { OperationSelect, Tool, useAction } from '../Controls'
import { callText, objectIn } from '../calls'
import { isolateLtr, useLanguage } from '../language'
import { ask, useAnswer } from '../server'

/** The scenario with the behaviours of this form. It comes before the others of the whole server. */
const name = 'studio-hold'

/** The calls that are held from now on, by a scenario of the whole server. `others` are the other scenarios of the whole server. */
function useHold() {
  const { data } = useAnswer<{ current: string[] }>('/__scenarios')
  const isOn = data?.current.includes(name) === true
  const { data: scenario } = useAnswer<Scenario>(`/__scenarios/${name}`, { enabled: isOn })
  return {
    behaviours: isOn ? (scenario?.behaviour ?? []) : [],
    others: data?.current.filter((each) => each !== name) ?? [],
  }
}

const setCurrent = (current: string[]) => ask('/__scenarios/current', { method: 'PUT', body: { current } })

/**
 * Says which calls are held from now on, and lists those that wait for their release. Every page of the studio has it, because calls stay
 * held while the page that holds them is left. Shows nothing while no call is held.
 */
export function HeldCalls() {
  const { say } = useLanguage()
  const { run, outcome } = useAction()
  const { behaviours, others } = useHold()
  const { data } = useAnswer<{ held: HeldCall[] }>('/__requests/held', { refetchInterval: 1_000 })
  const held = data?.held ?? []
  const release = (body: object) => ask<{ released: number }>('/__requests/release', { body })
  const tell = async (body: object) => say('hold.released', { count: (await release(body)).released })
  const stop = async () => {
    await setCurrent(others)
    // There may be no held call.
    await release({}).catch(() => undefined)
  }
  const isShown = behaviours.length > 0 || held.length > 0
  return (
    // Without a name this is no region, so that a page without held calls has none.
    <section aria-label={isShown ? say('hold.held') : undefined} className="studio-held">
      <div role="status">
        {behaviours.length > 0 && (
          <p>
            {say('hold.from', {
              calls: behaviours
                .map(({ operation, payload }) => isolateLtr(callText(operation, payload)))
                .join(say('verify.comma')),
            })}
          </p>
        )}
        {held.length > 0 && <p>{say('hold.waiting', { count: held.length })}</p>}
      </div>
      {behaviours.length > 0 && <Tool label={say('hold.stop')} onClick={() => run(stop)} />}
      {held.length > 0 && (
        <ul className="studio-calls">
          {held.map(({ id, operation, payload, until }) => (
            <li key={id}>
              <p>
                <code dir="ltr">{callText(operation, payload)}</code>
              </p>
              <p className="studio-call-payload">
                {say('hold.until', { time: isolateLtr(new Date(until).toLocaleTimeString('en-GB')) })}
              </p>
              <div className="studio-tools">
                <Tool
                  label={say('hold.release')}
                  aria-label={say('actionOn', {
                    action: say('hold.release'),
                    item: isolateLtr(callText(operation, payload)),
                  })}
                  onClick={() => run(() => tell({ id }))}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {held.length > 1 && <Tool label={say('hold.releaseAll')} onClick={() => run(() => tell({}))} />}
      {outcome}
    </section>
  )
}

/** A form that holds calls of pages without scenarios of their own from now on. */
export function HoldForm() {
  const { say } = useLanguage()
  const { run, outcome } = useAction()
  const [payload, setPayload] = useState('')
  const { behaviours, others } = useHold()
  const values = objectIn(payload)

  const hold = async (operation: FormDataEntryValue | null) => {
    const behaviour = { ...(operation && { operation }), ...(values && { payload: values }), hold: true }
    const body = { description: 'Calls that the studio holds', behaviour: [...behaviours, behaviour] }
    await ask(`/__scenarios/${name}`, { method: 'PUT', body })
    await setCurrent([name, ...others])
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const operation = new FormData(event.currentTarget).get('operation')
    run(() => hold(operation))
  }
  return (
    <form className="studio-form" aria-label={say('hold.heading')} onSubmit={submit}>
      <p>{say('hold.hint')}</p>
      <div className="studio-row">
        <OperationSelect name="operation" />
        <Input
          label={say('payload')}
          dir="ltr"
          placeholder={'{"slug": "…"}'}
          value={payload}
          error={values === null ? say('needs.object') : undefined}
          onChange={({ currentTarget: { value } }) => setPayload(value)}
        />
      </div>
      <div className="studio-tools">
        <Button type="submit" disabled={values === null}>
          {say('hold.hold')}
        </Button>
      </div>
      {outcome}
    </form>
  )
}
