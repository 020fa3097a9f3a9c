import { nearest } from '#contract/nearest'
import type { OperationName } from '#contract/operations'
import type { Content } from '../../content/look-ups'
import type { Store } from '../../content/store'
import { ProblemError } from '../../http/problem'
import { changeContent } from './scenario-content'
import type { Behaviour, ScenarioFile } from './scenario-files'

/** The server as one request sees it: the content under its scenarios, and their behaviour for each call. */
export type World = {
  /** The scenarios' names, joined by commas. */
  name: string
  key: string
  content: Content
  /** Returns the behaviour for a call, and counts the call. */
  behaviourOf: (operation: OperationName, payload: unknown) => Behaviour | undefined
}

/** The maximum number of cached worlds, because each may hold thousands of items. */
const mostWorlds = 30

/** Makes the world of each request from its scenarios' names. */
export function createWorlds(readFiles: () => Map<string, ScenarioFile>, store: Store, product: string) {
  const contents = new Map<string, Content>()
  /** Calls so far, by key, scenario, place of the behaviour and operation. */
  const counts = new Map<string, number>()

  /** Throws a 400 for an unknown or invalid scenario. */
  function worldOf(names: readonly string[], key: string): World {
    const all = readFiles()
    const files = names.map((name) => all.get(name) ?? unknownScenario(name, all.keys()))
    const scenarios = files.map(({ name, scenario, faults }) => {
      if (!scenario) throw faultyScenario(name, faults)
      return { name, ...scenario }
    })
    const { homeData, version, changed } = store.content()
    const state = [version, ...files.map((file) => file.state)].join('\n')
    let content = contents.get(state)
    if (!content) {
      const [home] = homeData
      const made: ReturnType<typeof changeContent> = home ? changeContent(home, scenarios, product) : { faults: [] }
      if (!made.content) throw faultyScenario(made.name ?? names.join(), made.faults)
      content = { ...made.content, version, changed }
      contents.set(state, content)
      const [oldest = ''] = contents.keys()
      if (contents.size > mostWorlds) contents.delete(oldest)
    }
    const behaviours = scenarios.flatMap(({ name, behaviour = [] }) =>
      behaviour.map((each, place) => ({ ...each, id: `${key}\n${name}\n${place}` })),
    )
    const behaviourOf = (operation: OperationName, payload: unknown) =>
      behaviours.find((behaviour) => fits(behaviour, operation, payload) && isDue(behaviour, operation))
    return { name: names.join(), key, content, behaviourOf }
  }

  function isDue({ id, calls, every, share }: Behaviour & { id: string }, operation: OperationName): boolean {
    const place = `${id}\n${operation}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    if (calls && !calls.includes(count)) return false
    if (every && count % every !== 0) return false
    return share === undefined || Math.random() < share
  }

  return {
    worldOf,
    /** Resets the call counts of a key, or of all keys. */
    reset: (key?: string) => {
      for (const place of counts.keys()) if (key === undefined || place.startsWith(`${key}\n`)) counts.delete(place)
    },
  }
}

function fits({ operation, slug }: Behaviour, asked: OperationName, payload: unknown): boolean {
  const { slug: askedSlug } = (payload ?? {}) as { slug?: unknown }
  return (operation === undefined || operation === asked) && (slug === undefined || slug === askedSlug)
}

function unknownScenario(name: string, names: Iterable<string>): never {
  const known = [...names]
  const meant = nearest(name, known, 3)
  const fault = {
    ...{ pointer: '', expected: `a scenario: ${known.join(', ') || 'there is none'}`, found: JSON.stringify(name) },
    ...(meant.length > 0 && { nearest: meant }),
  }
  const hint = meant.length > 0 ? ` Nearest: ${meant.join(', ')}.` : ''
  throw new ProblemError(400, `There is no scenario ${JSON.stringify(name.slice(0, 80))}.${hint}`, [fault])
}

function faultyScenario(name: string, faults: ScenarioFile['faults']): ProblemError {
  const places = faults
    .slice(0, 20)
    .map(({ pointer, expected, found }) => `${pointer || '/'}: expected ${expected}, found ${found}`)
  return new ProblemError(400, `The scenario ${name} can't be used: ${places.join('; ')}.`, faults.slice(0, 20))
}
