import { entities } from '#contract/entities'
import { fieldsOf } from '#contract/fields'
import { identityOf, titleIn } from '#contract/identity'
import { createPaths } from '#contract/paths'
import { Badge } from '../../client/widgets/Badge'
import type { ListedDrift } from '../../server/api/drift'
import { Tool, useAction } from './Controls'
import { applied, useEditor } from './drafts'
import { useLanguage } from './language'
import { itemPages, useAnswer } from './server'

/** Lists the drift in the answers of the API that the site reads (`UPSTREAM`, `BASE_URL`). Nothing without drift. */
export function DriftList() {
  const { say } = useLanguage()
  const { data } = useAnswer<{ drifts: ListedDrift[] }>('/__drift')
  const { run, outcome } = useAction()
  if (!data || data.drifts.length === 0) return null
  return (
    <section className="studio-drift" aria-label={say('drift')}>
      <h2>{say('drift')}</h2>
      <p>{say('driftKinds', { count: data.drifts.length })}</p>
      {outcome}
      <ul className="studio-calls">
        {data.drifts.map((drift) => (
          <Drift
            key={JSON.stringify([drift.operation, drift.rule, drift.pointer, drift.found])}
            drift={drift}
            run={run}
          />
        ))}
      </ul>
    </section>
  )
}

function Drift({ drift, run }: { drift: ListedDrift; run: ReturnType<typeof useAction>['run'] }) {
  const { say, locale } = useLanguage()
  const { change, content } = useEditor()
  const { operation, rule, pointer, expected, found, count, item } = drift
  const isRead = rule.startsWith('format.')
  // The words of the contract's check are English.
  const field = item && fieldsOf(item.kind, content.product).find(({ name }) => pointer.split('/').includes(name))
  const keep = async () => {
    if (!item) return ''
    const { kind, value } = item
    change((lists) => ({
      [kind]: 'item' in entities[kind] ? applied(lists[kind], { change: 'changed', item: value }) : [value],
    }))
    return say('savedToDrafts', { kind: entities[kind].label[locale] })
  }
  const slug = String(item?.value.slug ?? '')
  const path = item && createPaths({ locale, product: content.product })[itemPages[item.kind]](slug)
  return (
    <li>
      <p className="studio-drift-head">
        <code dir="ltr">{operation}</code> <code dir="ltr">{pointer || '/'}</code>{' '}
        <Badge text={say(isRead ? 'driftRead' : 'driftBroken')} tone={isRead ? 'note' : 'danger'} />{' '}
        <span>{say('driftAnswers', { count })}</span>
      </p>
      <p>{field && locale === 'ar' ? say(`needs.${field.type}`) : say('violation', { expected, found })}</p>
      {item && path && (
        <div className="studio-tools">
          <a href={path} target="_blank" rel="noreferrer">
            <span>{say('driftPage')}</span> <bdi>{titleIn(item.value, locale) || identityOf(item.value)}</bdi>
          </a>
          <Tool label={say('keep')} onClick={() => run(keep)} />
        </div>
      )}
      {!item && <p>{say('driftWithoutItem')}</p>}
    </li>
  )
}
