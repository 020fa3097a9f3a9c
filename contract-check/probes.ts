import { isObject, type JsonObject, objectsIn } from '#contract/json'
import { legacyFormats } from '#contract/legacy-formats'
import { answeringOf, type OperationName, operationNames } from '#contract/operations'
import { dataOf, isEmptyGroup, isMissingAnswer, isNothing, isUsable } from '#contract/response'
import { at } from '#contract/violations'
import type { Answer } from './answers'
import { type Finding, finding } from './findings'
import type { Home, Task } from './items'
import type { RuleId } from './rules'
import type { Session } from './session'

/** A slug that no content has. It is constant, so that the reports of two runs can be compared. */
export const unknownSlug = 'no-such-item-7f3a9c'

/** A payload that the API must refuse or answer without an item. */
type Probe = [rule: RuleId, what: string, payload: JsonObject | string]

/** Makes tasks that send unknown slugs, unknown ids and invalid payloads. The API must refuse them or return no item. */
export function probeTasks(session: Session, home: Home): Task[] {
  const { items, lists, groups } = session.derived
  const tasks = (operation: OperationName, probes: Probe[], isFine: (answer: Answer) => boolean = () => false) =>
    probes.map(([rule, what, payload]): Task => {
      const run = async () => {
        const answer = await session.probe(operation, payload)
        if (!answer) return
        if (isFine(answer)) session.findings.entryOf(operation).notes.add(`${what} is answered like false`)
        else {
          const isMissing = isMissingAnswer(answer.status, answer.reply.headers.get('content-type'))
          const found = refusalFindings(operation, { ...answer, isMissing }, what, rule)
          session.findings.add(operation, answer.curl, answer.body, found)
        }
      }
      return { operation, run }
    })
  return [
    ...items.flatMap(({ operation, key, takesId }) =>
      tasks(operation, [
        ...slugProbes('a list', [firstSlug(home[key]) ?? 'a']),
        ['refusal.no-slug', 'a payload without a slug', {}],
        ['refusal.empty-slug', 'an empty slug', { slug: '' }],
        ...(takesId ? [['refusal.unknown-id', 'an unknown id', { id: 2_000_000_011 }] satisfies Probe] : []),
      ]),
    ),
    ...groups.flatMap(({ operation }) => tasks(operation, slugProbes('a number', 7_001))),
    ...lists.flatMap(({ operation, choice }) => {
      if (!choice) return []
      const { field, values } = choice
      const isFlag = values.includes(true)
      const none: Probe = [isFlag ? 'refusal.no-flag' : 'refusal.no-type', `a payload without ${field}`, {}]
      const wrong: Probe = isFlag
        ? ['refusal.wrong-type', 'a string in place of true or false', { [field]: 'perhaps' }]
        : ['refusal.unknown-type', `an unknown ${field}`, { [field]: 'no_such_type' }]
      const malformed: Probe = ['refusal.malformed', 'a payload that is no JSON', `{"${field}":`]
      // An API that reads an invalid flag as false returns real items. The report has a note about this, but no drift.
      const isFine = ({ status, data }: Answer) => isFlag && status === 200 && isUniform(data, field, false)
      return tasks(operation, [none, wrong, malformed], isFine)
    }),
  ]
}

function slugProbes(wrongType: string, wrong: unknown): Probe[] {
  return [
    ['refusal.unknown-slug', 'an unknown slug', { slug: unknownSlug }],
    ['refusal.wrong-type', `${wrongType} in place of a slug`, { slug: wrong }],
    ['refusal.malformed', 'a payload that is no JSON', '{"slug":'],
  ]
}

/** Makes one task per operation with a payload, which sends a valid payload as a form. The result is `acceptsForm`, never drift. */
export function formTasks(session: Session, home: Home): Task[] {
  const { items, lists, groups } = session.derived
  const task = (operation: OperationName, payload: JsonObject, isRight: (data: unknown) => boolean): Task => {
    const run = async () => {
      const answer = await session.probe(operation, payload, true)
      if (answer) session.findings.entryOf(operation).acceptsForm = answer.status === 200 && isRight(answer.data)
    }
    return { operation, run }
  }
  const bySlug = (operation: OperationName, from: readonly JsonObject[], pointer: string) => {
    const slug = firstSlug(from)
    return slug === undefined ? [] : [task(operation, { slug }, (data) => at(data, pointer) === slug)]
  }
  return [
    ...items.flatMap(({ operation, key }) => bySlug(operation, home[key], '/slug')),
    ...groups.flatMap(({ operation, field, of }) => bySlug(operation, home[of], `/${field}/slug`)),
    ...lists.flatMap(({ operation, key, choice }) => {
      const { field = '', values = [] } = choice ?? {}
      // `values` lists true before false. An API that ignores forms may read a missing flag as false and would seem right.
      const value = values.find((wanted) => home[key].some((item) => item[field] === wanted))
      return value === undefined ? [] : [task(operation, { [field]: value }, (data) => isUniform(data, field, value))]
    }),
  ]
}

export function firstSlug(items: readonly JsonObject[]): unknown {
  return items.find(({ slug }) => typeof slug === 'string')?.slug
}

/** Finds an item or a server failure in the response to a call that must be refused. */
function refusalFindings(
  operation: OperationName,
  { status, body, data, isMissing }: Answer & { isMissing: boolean },
  what: string,
  rule: RuleId,
): Finding[] {
  const expected = `no item for ${what}: a status of 400 to 499`
  // Visitors ask for unknown items by old links, but pages send no other bad payload.
  const failure = isUnknown(rule) ? 'refusal.failure' : 'refusal.bad-payload'
  if (status >= 500) return [finding(failure, '', expected, `status ${status}`)]
  if (isUnknown(rule) && status !== 200 && !isMissing)
    return [finding(failure, '', `no item for ${what}: status 404`, `status ${status}`)]
  const pointer = holdsItem(data) ? '/data' : ''
  const value = pointer ? data : body
  if (status === 200 && isUnknown(rule) && (isNothing(dataOf(body)) || isEmptyGroup(operation, data))) {
    const { name: format, expected } = legacyFormats.missing
    return [{ ...finding('format.missing', '', expected, `status 200 with ${excerptOfBody(body)}`), format }]
  }
  // Pages take this for a failure that may pass, or for an item, and search engines keep the address of what is gone.
  const isList = answeringOf(operation).groupedBy !== undefined && isUsable(operation, data)
  if (status === 200 && isUnknown(rule) && !holdsItem(value) && !isList)
    return [finding(failure, '', `no item for ${what}: status 404`, `status 200 with ${excerptOfBody(body)}`)]
  if (status !== 200 || !holdsItem(value)) return []
  const found = Array.isArray(value) ? `${value.length} items` : 'an item'
  return [finding(rule, pointer, expected, `status 200 with ${found}`)]
}

/** True for the rules of payloads that are valid but name nothing. */
function isUnknown(rule: RuleId): boolean {
  return rule === 'refusal.unknown-slug' || rule === 'refusal.unknown-id'
}

function excerptOfBody(body: unknown): string {
  return body === undefined ? 'text that is no JSON' : JSON.stringify(body).slice(0, 80)
}

/** The members of answers that hold items: the list and the item of each group. */
const groupMembers = operationNames.flatMap((name) => {
  const { list, groupedBy } = answeringOf(name)
  return list && groupedBy ? [list, groupedBy] : []
})

function holdsItem(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => holdsItem(entry))
  if (!isObject(value)) return false
  if (typeof value.slug === 'string' && value.slug !== '') return true
  if (typeof value.en_title === 'string' || typeof value.ar_title === 'string') return true
  return groupMembers.some((member) => holdsItem(value[member]))
}

function isUniform(data: unknown, field: string, value: unknown): boolean {
  const items = objectsIn(data)
  return items.length > 0 && items.every((item) => item[field] === value)
}
