import type { FastifyInstance } from 'fastify'
import { type OperationName, operationAt } from '#contract/operations'
import type { Content } from '../../content/look-ups'
import type { Store } from '../../content/store'
import { type Handlers, slugSources } from '../handlers'
import { contentChanges } from '../scenarios/rewrites'
import type { Behaviour } from '../scenarios/scenario-files'
import type { Behave } from './behaviour'

/** The slugs whose answer fails. `error-STATUS` and `slow-MILLISECONDS` are read by `behaviourOf`. */
const behavioursBySlug: Record<string, Behaviour> = {
  malformed: { body: 'malformed' },
  html: { body: 'html' },
  drop: { drop: true },
}

/** The longest delay of a slug such as `slow-5000`, in milliseconds. Longer than the client's timeout of 20 s. */
const longestDelay = 60_000

/**
 * Answers slugs such as `error-503` with an error, so that every state of a page can be visited. For development and tests. Slugs
 * of the content take precedence.
 */
export function faults(
  app: FastifyInstance,
  { store, handlers, behave }: { store: Store; handlers: Handlers; behave: Behave },
): void {
  app.addHook('preHandler', async (request, reply) => {
    const name = operationAt(request.routeOptions.url)
    const { slug } = (request.body ?? {}) as { slug?: unknown }
    if (!name || !slugSources[name] || typeof slug !== 'string') return
    const behaviour = behaviourOf(slug)
    const content = store.content()
    // The payload has been checked against this operation's own schema.
    if (!behaviour || handlers[name](content, request.body as never) !== undefined) return
    const answer = answerAs(name, slug, content)
    if (!answer) return
    reply.header('x-answered-by', 'fault')
    const why = `A failure on demand: ${behaviour.status}.`
    if (await behave(behaviour, { request, reply, why })) return reply
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ data: changed(answer, slug) }))
  })
}

/** The behaviour of a failing slug; `{}` for one that only changes the content. */
function behaviourOf(slug: string): Behaviour | undefined {
  const [, word, digits] = /^(error|slow)-(\d{1,5})$/.exec(slug) ?? []
  const number = Number(digits)
  if (word === 'error' && number >= 400 && number < 600) return { status: number }
  if (word === 'slow' && number <= longestDelay) return { delay: number }
  if (Object.hasOwn(behavioursBySlug, slug)) return behavioursBySlug[slug]
  return slug === 'empty' || Object.hasOwn(contentChanges, slug) ? {} : undefined
}

/** The answer with the change that a slug names. `empty` gives a list without items, or an item without fields. */
function changed(answer: object, slug: string): object {
  const { courses, category, ...item } = answer as { courses?: Record<string, unknown>[]; category?: object | string }
  if (slug === 'empty') return courses ? { ...answer, courses: [] } : {}
  const change = Object.hasOwn(contentChanges, slug) && contentChanges[slug]
  if (!change) return answer
  if (!courses) return change({ ...answer })
  return { ...item, courses: courses.map(change), category: change({ ...Object(category) }) }
}

/** The first item of the content with its slug replaced; for a category, all courses. `undefined` without content. */
function answerAs(name: OperationName, slug: string, content: Content): object | undefined {
  const source = slugSources[name]
  const [first] = (source && content.homeData[0]?.[source]) ?? []
  if (!first) return undefined
  const item = { ...first, slug }
  return name === 'coursesByCategory' ? { courses: content.coursesOf('')?.courses ?? [], category: item } : item
}
