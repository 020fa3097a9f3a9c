import { text } from 'node:stream/consumers'
import { operationAt } from '#contract/operations'
import { startHttpServer } from '../../support/http-server'
import { payloads } from './payloads'

/** The number of items in a category. The category's page shows all of them. */
export const groupSize = 7

/** The mark of item `index` in a page. The mark comes after the item's titles, where only text is possible. */
export const markOf = (index: number) => `№${index}.`

/** Starts an API with a payload in every field. All fields of item `p7` have payload 7. Category `g2` has seven items. */
export function startHostileApi() {
  const answers = { homeData: [homeData()], blogs: items, events: items, news: items }
  const answerOf = (name: string, slug: string) => {
    const number = Number(/^[pg](\d+)$/.exec(slug)?.[1] ?? 0)
    if (name !== 'coursesByCategory') return Reflect.get(answers, name) ?? items[number]
    const courses = items.slice(number * groupSize, (number + 1) * groupSize)
    return { courses, category: { ...courses[0], slug: `g${number}` } }
  }
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  return startHttpServer(async (request, response) => {
    const { slug = '' } = JSON.parse((await text(request)) || '{}') as { slug?: string }
    const name = operationAt(request.url)
    if (!name) return void response.writeHead(404).end()
    response.writeHead(200, { ...headers, 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: answerOf(name, slug) }))
  })
}

const both = (fields: string[]) => fields.flatMap((field) => [`en_${field}`, `ar_${field}`])
const titles = [...both(['title', 'name']), 'name']
const others = [
  ...both(['description', 'body', 'author', 'teacher', 'bio', 'headline']),
  ...['image', 'registration_link', 'link', 'facebook', 'linkedin', 'x', 'date', 'category', 'event_type', 'count'],
]

/** Makes an item with the fields of all kinds of item, each set to the payload. */
function itemOf(index: number): Record<string, unknown> {
  const payload = payloads[index] ?? ''
  return {
    ...Object.fromEntries(others.map((field) => [field, payload])),
    ...Object.fromEntries(titles.map((field) => [field, `${payload} ${markOf(index)}`])),
    [payload]: payload,
    id: index,
    slug: `p${index}`,
    tags: [payload, payload],
    ugarit_news: true,
  }
}

const items = payloads.map((_, index) => itemOf(index))

/** Makes home data with every 25th item. The slugs are payloads too, where a page shows slugs. */
function homeData(): object {
  const list = Array.from({ length: 24 }, (_, index) => ({ ...items[index * 25], slug: payloads[index * 25] }))
  const lists = ['courses', 'courses_categories', 'blogs', 'events', 'news', 'team'].map((name) => [name, list])
  const goals = both(['who_we_are', 'mission']).map((field) => [field, payloads.join('\n')])
  return { ...Object.fromEntries(lists), goals: Object.fromEntries(goals) }
}
