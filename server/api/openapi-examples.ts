import { newsFlag, type OperationName } from '#contract/operations'
import type { Content } from '../content/look-ups'
import { type Handlers, slugSources } from './handlers'

/** A payload and its answer of an operation, from the fixtures: lists are cut to their first item. Empty where there is none. */
export function exampleOf(name: OperationName, content: Content, handlers: Handlers, product: string) {
  const [home] = content.homeData
  const source = slugSources[name]
  const slug = source && home?.[source][0]?.slug
  if (source && slug === undefined) return {}
  const flag = newsFlag(product)
  const payloads: { [Name in OperationName]?: object } = {
    events: { event_type: home?.events[0]?.event_type ?? 'free_workshop' },
    news: { [flag]: home?.news[0]?.[flag] === true },
  }
  const asked = source ? { slug } : payloads[name]
  // Made for this operation just now.
  return { asked, answer: cut(handlers[name](content, asked as never)) }
}

/** Whole items, which have slugs, and the first of each list. */
function cut(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 1).map(cut)
  if (typeof answer !== 'object' || answer === null || 'slug' in answer) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, cut(value)]))
}
