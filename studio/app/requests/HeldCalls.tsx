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

/** Lists the calls that wait for their release. Shows nothing while there are none. */
export function HeldCalls() {
  const { say } = useLanguage()
  const { run, outcome } = useAction()
  const { data } = useAnswer<{ held: HeldCall[] }>('/__requests/held', { refetchInterval: 1_000 })
  const held = data?.held ?? []
  const release = (body: object) => ask<{ released: number }>('/__requests/release', { body })
  const tell = async (body: object) => say('hold.released', { count: (await release(body)).released })
  return (
    <section aria-label={say('hold.held')} className="studio-held">
      <p role="status">{held.length > 0 ? say('hold.waiting', { count: held.length }) : ''}</p>
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
  const { data } = useAnswer<{ current: string[] }>('/__scenarios')
  const isOn = data?.current.includes(name) === true
  const { data: scenario } = useAnswer<Scenario>(`/__scenarios/${name}`, { enabled: isOn })
  const behaviours = isOn ? (scenario?.behaviour ?? []) : []
  const others = data?.current.filter((each) => each !== name) ?? []
  const setCurrent = (current: string[]) => ask('/__scenarios/current', { method: 'PUT', body: { current } })
  const values = objectIn(payload)

  const hold = async (operation: FormDataEntryValue | null) => {
    const behaviour = { ...(operation && { operation }), ...(values && { payload: values }), hold: true }
    const body = { description: 'Calls that the studio holds', behaviour: [...behaviours, behaviour] }
    await ask(`/__scenarios/${name}`, { method: 'PUT', body })
    await setCurrent([name, ...others])
  }
  const stop = async () => {
    await setCurrent(others)
    // There may be no held call.
    await ask('/__requests/release', { body: {} }).catch(() => undefined)
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
        {isOn && <Tool label={say('hold.stop')} onClick={() => run(stop)} />}
      </div>
      {behaviours.length > 0 && (
        <p role="status">
          {say('hold.from', {
            calls: behaviours
              .map((each) => isolateLtr(callText(each.operation, each.payload)))
              .join(say('verify.comma')),
          })}
        </p>
      )}
      {outcome}
    </form>
  )
}
