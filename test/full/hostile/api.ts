import type { OperationName } from '#contract/operations'
import { type HttpServer, startDataApi } from '../../support/http-server'
import { payloads } from './payloads'

/** Items per list; its page shows all of them. */
export const groupSize = 7

export const groupCount = Math.ceil(payloads.length / groupSize)

/** Marks item `index` in a page; follows its titles, where only text is possible. */
export function markOf(index: number): string {
  return `№${index}.`
}

/** An API with a payload in every field: item `p7` has the 7th payload in all of them, category `g2` the second seven items. */
export function startHostileApi(): Promise<HttpServer> {
  return startDataApi(answerOf)
}

function answerOf(name: OperationName, slug: string): unknown {
  const number = Number(/^[pg](\d+)$/.exec(slug)?.[1] ?? 0)
  switch (name) {
    case 'homeData':
      return [homeData()]
    case 'coursesByCategory':
      return { courses: groupOf(number), category: { ...itemOf(number * groupSize), slug: `g${number}` } }
    case 'blogs':
    case 'events':
    case 'news':
      return payloads.map((_, index) => itemOf(index))
    default:
      return itemOf(number)
  }
}

function groupOf(group: number): object[] {
  const first = group * groupSize
  return payloads.slice(first, first + groupSize).map((_, index) => itemOf(first + index))
}

/** One item with the fields of every entity, all set to the payload. */
function itemOf(index: number): Record<string, unknown> {
  const payload = payloads[index] ?? ''
  const texts = ['description', 'body', 'author', 'bio', 'headline'].flatMap((field) => [`en_${field}`, `ar_${field}`])
  const titles = ['en_title', 'ar_title', 'en_name', 'ar_name', 'name'].map((field) => [
    field,
    `${payload} ${markOf(index)}`,
  ])
  const others = [
    'image',
    'registration_link',
    'link',
    'date',
    'category',
    'event_type',
    'bio',
    'facebook',
    'linkedin',
    'x',
  ]
  return {
    ...Object.fromEntries([...texts, ...others].map((field) => [field, payload])),
    ...Object.fromEntries(titles),
    [payload]: payload,
    id: index,
    slug: `p${index}`,
    tags: [payload, payload],
    count: payload,
    ugarit_news: true,
  }
}

/** Lists with hostile slugs too, where a page shows them. */
function homeData(): object {
  const items = payloads.slice(0, 24 * 25).filter((_, index) => index % 25 === 0)
  const list = items.map((payload, index) => ({ ...itemOf(index * 25), slug: payload }))
  const goals = ['who_we_are', 'mission'].flatMap((field) =>
    ['en', 'ar'].map((language) => [`${language}_${field}`, payloads.join('\n')]),
  )
  const lists = ['courses', 'courses_categories', 'blogs', 'events', 'news', 'team'].map((name) => [name, list])
  return { ...Object.fromEntries(lists), goals: Object.fromEntries(goals) }
}
