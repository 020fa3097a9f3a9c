import { isObject } from '#contract/json'
import { eventTypes, newsFlag, type OperationName } from '#contract/operations'
import { type Answer, entitiesOf } from './answers'
import type { Finding } from './findings'
import type { Home, Task } from './items'
import { singles } from './items'
import type { RuleId } from './rules'
import type { Session } from './session'

/** A slug that no content has. It is constant, so that reports of two runs compare. */
const unknownSlug = 'no-such-item-7f3a9c'

/** Sends unknown slugs and ids and bad payloads, which must be refused or answered without an item. */
export function probeTasks(session: Session, home: Home): Task[] {
  const flag = newsFlag(session.options.product)
  const probes: { operation: OperationName; payload: unknown; what: string; rule: RuleId }[] = singles.flatMap(
    ({ operation, key, takesId }) => {
      const known = home[key].find(({ slug }) => typeof slug === 'string')?.slug ?? 'a'
      return [
        { operation, payload: { slug: unknownSlug }, what: 'an unknown slug', rule: 'refusal.unknown-slug' },
        { operation, payload: {}, what: 'a payload without a slug', rule: 'refusal.no-slug' },
        { operation, payload: { slug: '' }, what: 'an empty slug', rule: 'refusal.empty-slug' },
        { operation, payload: { slug: [known] }, what: 'a list in place of a slug', rule: 'refusal.wrong-type' },
        { operation, payload: '{"slug":', what: 'a payload that is no JSON', rule: 'refusal.malformed' },
        ...(takesId
          ? [{ operation, payload: { id: 2_000_000_011 }, what: 'an unknown id', rule: 'refusal.unknown-id' as const }]
          : []),
      ]
    },
  )
  const byCategory = 'coursesByCategory'
  probes.push(
    { operation: byCategory, payload: { slug: unknownSlug }, what: 'an unknown slug', rule: 'refusal.unknown-slug' },
    {
      operation: byCategory,
      payload: { slug: 7_001 },
      what: 'a number in place of a slug',
      rule: 'refusal.wrong-type',
    },
    { operation: byCategory, payload: '{"slug":', what: 'a payload that is no JSON', rule: 'refusal.malformed' },
    {
      operation: 'events',
      payload: { event_type: 'no_such_type' },
      what: 'an unknown event type',
      rule: 'refusal.unknown-type',
    },
    { operation: 'events', payload: {}, what: 'a payload without an event type', rule: 'refusal.no-type' },
    { operation: 'events', payload: '{"event_type":', what: 'a payload that is no JSON', rule: 'refusal.malformed' },
    { operation: 'news', payload: {}, what: `a payload without ${flag}`, rule: 'refusal.no-flag' },
    {
      operation: 'news',
      payload: { [flag]: 'perhaps' },
      what: 'a string in place of true or false',
      rule: 'refusal.wrong-type',
    },
    { operation: 'news', payload: '{', what: 'a payload that is no JSON', rule: 'refusal.malformed' },
  )
  return probes.map(({ operation, payload, what, rule }) => ({
    operation,
    run: async () => {
      const answer = await session.probe(operation, payload)
      if (!answer) return
      if (operation === 'news' && isOneKind(answer, flag)) {
        // The API reads the flag as false, which returns real items: a note, no drift.
        session.findings.entry(operation).notes.add(`${what} is answered like false`)
        return
      }
      const finding = refusal(answer, what, rule)
      if (finding) session.findings.add(operation, answer.curl, answer.body, [finding])
    },
  }))
}

/** Sends one valid call as a form per operation with a payload. The result is a note, never drift. */
export function formTasks(session: Session, home: Home): Task[] {
  const flag = newsFlag(session.options.product)
  const first = (key: keyof Home) => home[key].find(({ slug }) => typeof slug === 'string')?.slug
  const event_type = home.events
    .map((event) => event.event_type)
    .find((type) => eventTypes.some((known) => known === type))
  const isOfProduct = home.news.some((item) => item[flag] === true)
  const category = first('courses_categories')
  const calls: { operation: OperationName; payload: object | undefined; isRight: (data: unknown) => boolean }[] = [
    ...singles.map(({ operation, key }) => {
      const slug = first(key)
      const isRight = (data: unknown) => isObject(data) && data.slug === slug
      return { operation, payload: slug === undefined ? undefined : { slug }, isRight }
    }),
    {
      operation: 'coursesByCategory',
      payload: category === undefined ? undefined : { slug: category },
      isRight: (data) => isObject(data) && isObject(data.category) && data.category.slug === category,
    },
    {
      operation: 'events',
      payload: event_type === undefined ? undefined : { event_type },
      isRight: (data) => isUniform(data, 'event_type', event_type),
    },
    {
      operation: 'news',
      payload: home.news.length === 0 ? undefined : { [flag]: isOfProduct },
      isRight: (data) => isUniform(data, flag, isOfProduct),
    },
  ]
  return calls.flatMap(({ operation, payload, isRight }): Task[] => {
    if (!payload) return []
    const run = async () => {
      const answer = await session.probe(operation, payload, 'form')
      if (answer) session.findings.entry(operation).acceptsForm = answer.status === 200 && isRight(answer.data)
    }
    return [{ operation, run }]
  })
}

/** Finds an item or a server failure in the answer to a call that must be refused. */
function refusal({ status, body, data }: Answer, what: string, rule: RuleId): Finding | undefined {
  const expected = `no item for ${what}: a status of 400 to 499`
  if (status >= 500) return { rule: 'refusal.failure', pointer: '', expected, found: `status ${status}` }
  if (status !== 200) return undefined
  const place = holdsItem(data) ? '/data' : holdsItem(body) ? '' : undefined
  if (place === undefined) return undefined
  const value = place === '/data' ? data : body
  return {
    rule,
    pointer: place,
    expected,
    found: `status 200 with ${Array.isArray(value) ? `${value.length} items` : 'an item'}`,
  }
}

function holdsItem(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => holdsItem(entry))
  if (!isObject(value)) return false
  if (typeof value.slug === 'string' && value.slug !== '') return true
  if (typeof value.en_title === 'string' || typeof value.ar_title === 'string') return true
  return holdsItem(value.courses) || holdsItem(value.category)
}

function isOneKind({ status, data }: Answer, flag: string): boolean {
  return status === 200 && isUniform(data, flag, false)
}

function isUniform(data: unknown, field: string, value: unknown): boolean {
  const items = entitiesOf(data)
  return items.length > 0 && items.every((item) => item[field] === value)
}
