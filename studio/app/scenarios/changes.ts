import { formatDate } from '#content/localize'
import { entities, type Kind } from '#contract/entities'
import { fieldsOf, isKind } from '#contract/fields'
import { titleIn } from '#contract/identity'
import { isObject } from '#contract/json'
import type { Locale } from '#contract/locales'
import type { Behaviour, Change, Scenario } from '#contract/scenario'
import { callText } from '../calls'
import { isolate, isolateLtr, type Say } from '../language'
import type { Item } from '../server'

export type Words = {
  say: Say
  locale: Locale
  list: (texts: string[]) => string
  product: string
  itemsOf: (kind: Kind) => Item[]
}

/** Says in the studio's language what a scenario changes: its time, its content and its behaviours. */
export function changesOf({ now, data = {}, behaviour = [], ...others }: Scenario, words: Words): string[] {
  const { say } = words
  const { language, requiredOnly, lists, goals, ...ofKinds } = data
  const changes = [
    ...(now === undefined ? [] : [say('changes.now', { time: isolateLtr(formatDate(now)?.text ?? now) })]),
    ...(language ? [say(`changes.language.${language}`)] : []),
    ...(requiredOnly ? [say('changes.requiredOnly')] : []),
    ...(lists ? listChanges(lists, { ...words, label: say('changes.lists') }) : []),
    ...Object.entries(ofKinds).flatMap(([kind, change]) =>
      isKind(kind) ? listChanges(change, { ...words, kind }) : [],
    ),
    ...(goals
      ? [say('changes.each', { kind: labelOf('goals', words), fields: fieldsIn(goals, { ...words, kind: 'goals' }) })]
      : []),
    ...behaviour.map((each) => behaviourWords(each, words)),
    ...(others.onUnhandledRequest === 'error' ? [say('changes.unhandled')] : []),
    ...(others.breaksContract ? [say('changes.breaksContract')] : []),
  ]
  return changes.length > 0 ? changes : [say('changes.nothing')]
}

/** The kind whose list is changed, or the label of several lists. */
type OfList = Words & { kind?: Kind; label?: string }

function listChanges({ none, only, first, items, each, repeat }: Change, of: OfList): string[] {
  const { say, list } = of
  const kind = of.kind ? labelOf(of.kind, of) : of.label
  return [
    ...(none ? [say('changes.none', { kind })] : []),
    ...(only ? [say('changes.only', { kind, items: list(only.map((slug) => nameOf(slug, of))) })] : []),
    ...(first === undefined ? [] : [say('changes.first', { kind, count: first })]),
    ...Object.entries(items ?? {}).map(([slug, patch]) => {
      const item = nameOf(slug, of)
      if (patch === null) return say('changes.removed', { kind, item })
      const isKnown = !of.kind || of.itemsOf(of.kind).some((other) => other.slug === slug)
      return say(isKnown ? 'changes.item' : 'changes.added', { kind, item, fields: fieldsIn(patch, of) })
    }),
    ...(each ? [say('changes.each', { kind, fields: fieldsIn(each, of) })] : []),
    ...(repeat ? [say('changes.repeat', { kind, count: repeat })] : []),
  ]
}

const labelOf = (kind: Kind, { locale }: Pick<Words, 'locale'>) => entities[kind].label[locale]

/** The title of an item in the studio's language, or its slug. */
function nameOf(slug: string, { kind, itemsOf, locale }: OfList): string {
  const item = kind && itemsOf(kind).find((other) => other.slug === slug)
  return isolate((item && titleIn(item, locale)) || slug)
}

/** The labels of the fields of a patch. */
function fieldsIn(patch: object, { kind, say, locale, list, product }: OfList): string {
  const fields = kind ? fieldsOf(kind, product) : kindsOfLists.flatMap((each) => fieldsOf(each, product))
  const labels = Object.keys(patch).map((name) => {
    const field = fields.find((each) => each.name === name)
    if (!field) return isolateLtr(name)
    const suffix = field.locale ? ` (${say(field.locale === 'ar' ? 'arabic' : 'english')})` : ''
    return field.label[locale] + suffix
  })
  return list([...new Set(labels)])
}

const kindsOfLists = ['courses', 'blogs', 'events', 'news', 'team'] as const satisfies Kind[]

/** Says which calls a behaviour fits, and what becomes of them. */
function behaviourWords({ operation, slug, payload, ...rest }: Behaviour, { say, list }: Words): string {
  const { calls, every, share, hold, delay, status, retryAfter, body, contentType, hang, cut, drop, habits } = rest
  // While JSON is being typed, a draft's payload is a text.
  const asked = { ...(isObject(payload) && payload), ...(slug !== undefined && { slug }) }
  const isAny = operation === undefined && Object.keys(asked).length === 0
  const which = [
    isAny ? say('changes.anyCall') : isolateLtr(callText(operation, asked)),
    ...(calls ? [say('changes.calls', { numbers: list(calls.map(String)) })] : []),
    ...(every ? [say('changes.every', { every })] : []),
    ...(share === undefined ? [] : [say('changes.share', { percent: isolateLtr(`${Math.round(share * 100)} %`) })]),
  ]
  const [min = 0, max = min] = [delay ?? 0].flat()
  const does = [
    ...(hold ? [say('changes.hold')] : []),
    ...(max > 0 ? [min === max ? say('changes.delay', { max }) : say('changes.delays', { min, max })] : []),
    ...(status === undefined ? [] : [say('changes.status', { status })]),
    ...(retryAfter === undefined ? [] : [say('changes.retryAfter', { retryAfter })]),
    ...(body === undefined ? [] : [say(`changes.body.${typeof body === 'string' ? body : 'own'}`)]),
    ...(contentType === undefined ? [] : [say('changes.contentType', { type: isolateLtr(contentType) })]),
    ...(hang ? [say('changes.hang')] : []),
    ...(cut ? [say('changes.cut')] : []),
    ...(drop ? [say('changes.drop')] : []),
    ...(habits ? [say('changes.habits')] : []),
  ]
  const comma = say('verify.comma')
  return say('changes.behaviour', {
    which: which.join(comma),
    does: does.length > 0 ? does.join(comma) : say('changes.usual'),
  })
}
