import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OperationName, operationAt } from '#contract/operations'
import type { Content } from '../../content/look-ups'
import type { Store } from '../../content/store'
import { ProblemError } from '../../http/problem'
import { type Handlers, slugSources } from '../handlers'
import { contentChanges } from '../scenarios/rewrites'

/** Sends the faulty response. `answer` is the data of the normal response. */
type AnswerWrongly = (answer: object, request: FastifyRequest, reply: FastifyReply) => unknown

const faultsByName: Record<string, AnswerWrongly> = {
  /** Truncated JSON. */
  malformed: (answer, _, reply) => {
    const text = JSON.stringify({ data: answer })
    return reply.type('application/json; charset=utf-8').send(text.slice(0, text.length / 2))
  },
  /** An HTML page instead of JSON, as a proxy or a login page sends it. */
  html: (_answer, _request, reply) =>
    reply.type('text/html; charset=utf-8').send('<!doctype html><title>Welcome</title><h1>It works!</h1>'),
  drop: (_, request, reply) => drop(request, reply),
  /** A list without items, or an item without fields. */
  empty: (answer, _, reply) => reply.send({ data: 'courses' in answer ? { ...answer, courses: [] } : {} }),
}

/** The longest delay of a slug such as `slow-5000`, in milliseconds. Longer than the client's timeout of 20 s. */
const longestDelay = 60_000

/**
 * Answers slugs such as `error-503` with an error, so that every state of a page can be visited. For development and tests. Slugs
 * of the content take precedence.
 */
export function faults(app: FastifyInstance, { store, handlers }: { store: Store; handlers: Handlers }): void {
  app.addHook('preHandler', async (request, reply) => {
    const name = operationAt(request.routeOptions.url)
    const { slug } = (request.body ?? {}) as { slug?: unknown }
    if (!name || !slugSources[name] || typeof slug !== 'string') return
    const answerWrongly = faultOfSlug(slug)
    const content = store.content()
    // The payload has been checked against this operation's own schema.
    if (!answerWrongly || handlers[name](content, request.body as never) !== undefined) return
    const answer = answerAs(name, slug, content)
    if (answer) return answerWrongly(answer, request, reply.header('x-answered-by', 'fault'))
  })
}

/** The fault that a slug names: `error-STATUS`, `slow-MILLISECONDS`, or a key of `faultsByName`. */
function faultOfSlug(slug: string): AnswerWrongly | undefined {
  const [, word, digits] = /^(error|slow)-(\d{1,5})$/.exec(slug) ?? []
  const number = Number(digits)
  if (word === 'error' && number >= 400 && number < 600) {
    return () => {
      throw new ProblemError(number, `A failure on demand: ${number}.`)
    }
  }
  if (word === 'slow' && number <= longestDelay) {
    return async (answer, request, reply) =>
      (await hasWaited(number, request)) ? reply.send({ data: answer }) : reply.hijack()
  }
  if (Object.hasOwn(faultsByName, slug)) return faultsByName[slug]
  const change = Object.hasOwn(contentChanges, slug) && contentChanges[slug]
  return change ? (answer, _, reply) => reply.send({ data: changed(answer, change) }) : undefined
}

/** Closes the connection without a response. */
export function drop({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  raw.socket.destroy()
  return reply.hijack()
}

/** Waits. Resolves to false if the client disconnects before the end. */
export async function hasWaited(milliseconds: number, { raw }: FastifyRequest): Promise<boolean> {
  const gone = new AbortController()
  const abort = () => gone.abort()
  raw.socket.once('close', abort)
  const isThere = await wait(milliseconds, true, { signal: gone.signal }).catch(() => false)
  // Removes the listener, because a keep-alive connection serves more calls.
  raw.socket.off('close', abort)
  return isThere
}

function changed(answer: object, change: (item: Record<string, unknown>) => object): object {
  const { courses, category, ...item } = answer as { courses?: Record<string, unknown>[]; category?: object | string }
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
