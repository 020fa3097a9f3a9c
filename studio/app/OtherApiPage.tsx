import { useState } from 'react'
import { entities, type Kind } from '#contract/entities'
import { isKind } from '#contract/fields'
import { identityOf, titleIn } from '#contract/identity'
import { Alert } from '../../client/widgets/Alert'
import { Badge } from '../../client/widgets/Badge'
import { Button } from '../../client/widgets/Button'
import { Input } from '../../client/widgets/Input'
import { Progress } from '../../client/widgets/Progress'
import type { Report } from '../../contract-check/report'
import { Check, Heading, Tool, toggled, useAction } from './Controls'
import { DriftList } from './DriftList'
import { applied, type Difference, differences, type Lists, useEditor } from './drafts'
import { useLanguage } from './language'
import { ask, type Item, orderedKinds, type StudioContent, useAnswer } from './server'

type Planned = Difference & { kind: Kind }

/** Checks another API by the contract, and copies single items of its content into the drafts. */
export function OtherApiPage() {
  const { say, locale } = useLanguage()
  const { lists, change } = useEditor()
  const { run, isPending, outcome } = useAction()
  const [url, setUrl] = useState('')
  const [report, setReport] = useState<{ verdict: Report['verdict']; html: string }>()
  const [plan, setPlan] = useState<Planned[]>()
  const [chosen, setChosen] = useState<Planned[]>([])
  const { data: progress } = useAnswer<{ percentage: number }>('/__studio/api/contract-check', {
    refetchInterval: 300,
    enabled: isPending,
  })

  const check = async () => {
    setReport(undefined)
    setReport(await ask('/__studio/api/contract-check', { body: { url } }))
  }
  const compare = async () => {
    const recorded = await ask<StudioContent['files']>('/__studio/api/recording', { body: { url } })
    const found = orderedKinds
      .filter(isKind)
      .flatMap((kind) => differences(lists[kind], recorded[kind].items).map((difference) => ({ ...difference, kind })))
    setPlan(found)
    setChosen(found.filter((difference) => difference.change !== 'removed'))
  }
  const take = async () => {
    const body = { items: chosen.map(({ item }) => item) }
    const items = await ask<Item[]>('/__studio/api/recording/items', { body })
    change((before) => {
      const after: Partial<Lists> = {}
      for (const [index, { kind, ...difference }] of chosen.entries()) {
        const own = { ...difference, item: items[index] ?? difference.item }
        after[kind] = applied(after[kind] ?? before[kind], own)
      }
      return after
    })
    setPlan(undefined)
    return say('taken')
  }

  return (
    <>
      <Heading text={say('otherApi')} />
      <DriftList />
      <form className="studio-tools" action={() => run(check)}>
        <Input label={say('address')} type="url" required value={url} onChange={({ target }) => setUrl(target.value)} />
        <Button type="submit" disabled={isPending}>
          {say('checkIt')}
        </Button>
        <Tool label={say('compare')} disabled={isPending || url === ''} onClick={() => run(compare)} />
      </form>
      {isPending && <Progress label={say('working')} value={progress?.percentage ?? 0} />}
      {outcome}
      {report && (
        <>
          <Alert tone={report.verdict === 'holds' ? 'success' : 'danger'}>{say(`verdict.${report.verdict}`)}</Alert>
          <iframe className="studio-report" sandbox="" title={say('report')} srcDoc={report.html} />
        </>
      )}
      {plan?.length === 0 && <Alert>{say('sameContent')}</Alert>}
      {plan && plan.length > 0 && (
        <>
          <ul className="studio-scenarios">
            {plan.map((difference) => (
              <li key={`${difference.kind} ${identityOf(difference.item)}`}>
                <Check
                  key={entities[difference.kind].label[locale]}
                  checked={chosen.includes(difference)}
                  onChange={() => setChosen(toggled(chosen, difference))}
                >
                  {entities[difference.kind].label[locale]}:{' '}
                  <bdi>{titleIn(difference.item, locale) || identityOf(difference.item)}</bdi>{' '}
                  <Badge text={say(difference.change)} tone={difference.change === 'removed' ? 'danger' : 'note'} />
                </Check>
              </li>
            ))}
          </ul>
          <Button disabled={chosen.length === 0} onClick={() => run(take)}>
            {say('take', { count: chosen.length })}
          </Button>
        </>
      )}
    </>
  )
}
