import { newsFlag, type OperationName } from '#contract/operations'
import type { Content } from '../content/look-ups'
import { type Handlers, slugSource } from './handlers'

/** A payload of an operation and its answer from the fixtures, with lists cut to their first item. Empty if the fixtures have none. */
export function exampleOf(name: OperationName, content: Content, handlers: Handlers, product: string) {
  const [home] = content.homeData
  const source = slugSource(name)
  const slug = source && home?.[source][0]?.slug
  if (source && slug === undefined) return {}
  const flag = newsFlag(product)
  const payloads: { [Name in OperationName]?: object } = {
    events: { event_type: home?.events[0]?.event_type ?? 'free_workshop' },
    news: { [flag]: home?.news[0]?.[flag] === true },
  }
  const asked = source ? { slug } : payloads[name]
  // TypeScript cannot tie the payload to the operation.
  return { asked, answer: cut(handlers[name](content, asked as never)) }
}

/** Cuts each list to its first item; items, which have slugs, stay whole. */
function cut(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 1).map(cut)
  if (typeof answer !== 'object' || answer === null || 'slug' in answer) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, cut(value)]))
}
