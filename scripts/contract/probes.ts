import { isObject, type JsonObject } from '#contract/json'
import type { OperationName } from '#contract/operations'
import { type Answer, entitiesOf } from './answers'
import type { ListOperation } from './derive'
import type { Finding } from './findings'
import type { Home, Task } from './items'
import type { RuleId } from './rules'
import type { Session } from './session'

/** A slug that no content has. Constant, so that the reports of two runs can be compared. */
const unknownSlug = 'no-such-item-7f3a9c'

type Probe = { operation: OperationName; payload: unknown; what: string; rule: RuleId }

/** Sends unknown slugs and ids and invalid payloads. The API must refuse them or return no item. */
export function probeTasks(session: Session, home: Home): Task[] {
  const { items, lists } = session.derived
  const probes = [
    ...items.flatMap(({ operation, key, takesId }): Probe[] => {
      const unknownId = { payload: { id: 2_000_000_011 }, what: 'an unknown id', rule: 'refusal.unknown-id' } as const
      return [
        ...slugProbes(operation, [firstSlug(home[key]) ?? 'a'], 'a list'),
        { operation, payload: {}, what: 'a payload without a slug', rule: 'refusal.no-slug' },
        { operation, payload: { slug: '' }, what: 'an empty slug', rule: 'refusal.empty-slug' },
        ...(takesId ? [{ operation, ...unknownId }] : []),
      ]
    }),
    ...slugProbes('coursesByCategory', 7_001, 'a number'),
    ...lists.flatMap((list) => choiceProbes(list)),
  ]
  return probes.map(({ operation, payload, what, rule }) => ({
    operation,
    run: async () => {
      const answer = await session.probe(operation, payload)
      if (!answer) return
      const choice = lists.find((list) => list.operation === operation)?.choice
      if (answer.status === 200 && choice?.values.includes(false) && isUniform(answer.data, choice.field, false)) {
        // An API that reads the flag as false returns real items. The report notes it, but it is no drift.
        session.findings.entry(operation).notes.add(`${what} is answered like false`)
        return
      }
      const finding = refusal(answer, what, rule)
      if (finding) session.findings.add(operation, answer.curl, answer.body, [finding])
    },
  }))
}

function slugProbes(operation: OperationName, wrong: unknown, wrongType: string): Probe[] {
  return [
    { operation, payload: { slug: unknownSlug }, what: 'an unknown slug', rule: 'refusal.unknown-slug' },
    { operation, payload: { slug: wrong }, what: `${wrongType} in place of a slug`, rule: 'refusal.wrong-type' },
    { operation, payload: '{"slug":', what: 'a payload that is no JSON', rule: 'refusal.malformed' },
  ]
}

function choiceProbes({ operation, choice }: ListOperation): Probe[] {
  if (!choice) return []
  const { field, values } = choice
  const what = `a payload without ${field}`
  return [
    values.includes(true)
      ? { operation, payload: {}, what, rule: 'refusal.no-flag' }
      : { operation, payload: {}, what, rule: 'refusal.no-type' },
    values.includes(true)
      ? {
          ...{ operation, payload: { [field]: 'perhaps' }, rule: 'refusal.wrong-type' },
          what: 'a string in place of true or false',
        }
      : {
          ...{ operation, payload: { [field]: 'no_such_type' }, rule: 'refusal.unknown-type' },
          what: `an unknown ${field}`,
        },
    { operation, payload: `{"${field}":`, what: 'a payload that is no JSON', rule: 'refusal.malformed' },
  ]
}

type Form = { operation: OperationName; payload: JsonObject; isRight: (data: unknown) => boolean }

/** Sends one valid call as a form per operation with a payload. The result is a note, never drift. */
export function formTasks(session: Session, home: Home): Task[] {
  const { items, lists } = session.derived
  const category = firstSlug(home.courses_categories)
  const forms = [
    ...items.flatMap(({ operation, key }): Form[] => {
      const slug = firstSlug(home[key])
      const isRight = (data: unknown) => isObject(data) && data.slug === slug
      return slug === undefined ? [] : [{ operation, payload: { slug }, isRight }]
    }),
    ...lists.flatMap(({ operation, key, choice }): Form[] => {
      const field = choice?.field ?? ''
      // Asks for a flag that is true if it can: an API that ignores forms answers as if it were false, so false would seem to work.
      const value = choice?.values.find((wanted) => home[key].some((item) => item[field] === wanted))
      const isRight = (data: unknown) => isUniform(data, field, value)
      return value === undefined ? [] : [{ operation, payload: { [field]: value }, isRight }]
    }),
  ]
  if (category !== undefined) {
    const isRight = (data: unknown) => isObject(data) && isObject(data.category) && data.category.slug === category
    forms.push({ operation: 'coursesByCategory', payload: { slug: category }, isRight })
  }
  return forms.map(({ operation, payload, isRight }): Task => {
    const run = async () => {
      const answer = await session.probe(operation, payload, 'form')
      if (answer) session.findings.entry(operation).acceptsForm = answer.status === 200 && isRight(answer.data)
    }
    return { operation, run }
  })
}

function firstSlug(items: readonly JsonObject[]): unknown {
  return items.find(({ slug }) => typeof slug === 'string')?.slug
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

function isUniform(data: unknown, field: string, value: unknown): boolean {
  const items = entitiesOf(data)
  return items.length > 0 && items.every((item) => item[field] === value)
}
