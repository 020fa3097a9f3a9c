import type { Scenario } from '#contract/scenario'
import { useEditor } from '../drafts'
import { useLanguage } from '../language'
import { useAnswer } from '../server'
import { changesOf } from './changes'

/** Says what a scenario of the server changes. */
export function ChangesOf({ name }: { name: string }) {
  const { data } = useAnswer<Scenario>(`/__scenarios/${encodeURIComponent(name)}`)
  return data ? <ScenarioChanges scenario={data} /> : null
}

/** Says what a scenario changes, in a list. */
export function ScenarioChanges({ scenario }: { scenario: Scenario }) {
  const { say, locale, list } = useLanguage()
  const { content } = useEditor()
  const words = {
    say,
    locale,
    list,
    product: content.product,
    itemsOf: (kind: keyof typeof content.files) => content.files[kind].items,
  }
  return (
    <ul className="studio-effects" aria-label={say('changes.heading')}>
      {changesOf(scenario, words).map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}

/** The slugs that a scenario names. */
export function slugsIn({ data = {}, behaviour = [] }: Scenario): string[] {
  const { language, requiredOnly, goals, ...lists } = data
  const changed = Object.values(lists).flatMap(({ only = [], items = {} }) => [...only, ...Object.keys(items)])
  const asked = behaviour.flatMap(({ slug, payload }) => [slug, (payload as { slug?: unknown } | undefined)?.slug])
  return [...changed, ...asked].filter((slug) => typeof slug === 'string')
}
