import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type OperationName, operationAt } from '#contract/operations'
import type { Content } from '../../content/look-ups'
import type { Store } from '../../content/store'
import { ProblemError } from '../../http/problem'
import { type Handlers, slugSources } from '../handlers'
import { type ContentChange, contentChanges, isContentChange } from './fault-content'

/** What becomes of one call's answer. */
export type CallFault =
  | { kind: 'status'; status: number }
  | { kind: 'delay'; milliseconds: number }
  /** JSON that ends in its middle. */
  | { kind: 'malformed' }
  /** A web page where JSON was promised, as a proxy or a login wall sends it. */
  | { kind: 'html' }
  /** The connection ends without an answer. */
  | { kind: 'drop' }
  /** A list without items, or an item without fields. */
  | { kind: 'empty' }
  | { kind: 'change'; change: ContentChange }

export type FaultsOptions = { store: Store; handlers: Handlers }

/** The longest that a failing slug may wait, in milliseconds: longer than the client's own limit of 20 s. */
const longestDelay = 60_000

/**
 * Failures on demand, so that every state of a page can be visited: a failing slug such as `error-503` in place of an item's or
 * a category's. For development and tests; the content's own slugs come first.
 */
export function faults(app: FastifyInstance, { store, handlers }: FaultsOptions): void {
  app.addHook('preHandler', async (request, reply) => {
    const name = operationAt(request.routeOptions.url)
    const { slug } = (request.body ?? {}) as { slug?: unknown }
    if (!name || !slugSources[name] || typeof slug !== 'string') return
    const fault = faultOfSlug(slug)
    const content = store.content()
    // The payload has been checked against this operation's own schema.
    if (!fault || handlers[name](content, request.body as never) !== undefined) return
    const answer = answerAs(name, slug, content)
    if (answer) return commit(fault, answer, request, reply)
  })
}

/** The fault that a slug asks for: `error-` and a status, `slow-` and milliseconds, or a fault's own name. */
export function faultOfSlug(slug: string): CallFault | undefined {
  const [, word, number] = /^(error|slow)-(\d{1,5})$/.exec(slug) ?? []
  const count = Number(number)
  if (word === 'error' && count >= 400 && count < 600) return { kind: 'status', status: count }
  if (word === 'slow' && count <= longestDelay) return { kind: 'delay', milliseconds: count }
  if (slug === 'malformed' || slug === 'html' || slug === 'drop' || slug === 'empty') return { kind: slug }
  return isContentChange(slug) ? { kind: 'change', change: slug } : undefined
}

/** Answers a call as the fault wants it; `answer` is what it would have been. */
async function commit(fault: CallFault, answer: object, request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-answered-by', 'fault')
  switch (fault.kind) {
    case 'status':
      throw new ProblemError(fault.status, `A failure on demand: ${fault.status}.`)
    case 'delay':
      return (await hasWaited(fault.milliseconds, request)) ? reply.send({ data: answer }) : reply.hijack()
    case 'malformed': {
      const text = JSON.stringify({ data: answer })
      return reply.type('application/json; charset=utf-8').send(text.slice(0, text.length / 2))
    }
    case 'html':
      return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Welcome</title><h1>It works!</h1>')
    case 'drop':
      request.raw.socket.destroy()
      return reply.hijack()
    case 'empty':
      return reply.send({ data: 'courses' in answer ? { ...answer, courses: [] } : {} })
    case 'change':
      return reply.send({ data: changed(answer, contentChanges[fault.change]) })
  }
}

/** False when the caller has gone meanwhile. */
export async function hasWaited(milliseconds: number, { raw }: FastifyRequest): Promise<boolean> {
  const gone = new AbortController()
  const abort = () => gone.abort()
  raw.socket.once('close', abort)
  const isThere = await wait(milliseconds, true, { signal: gone.signal }).catch(() => false)
  // The connection may be kept for many more calls.
  raw.socket.off('close', abort)
  return isThere
}

function changed(answer: object, change: (item: Record<string, unknown>) => object): object {
  const { courses, category, ...item } = answer as { courses?: Record<string, unknown>[]; category?: object | string }
  if (!courses) return change({ ...answer })
  return { ...item, courses: courses.map(change), category: change({ ...Object(category) }) }
}

/** The content's first item under another slug; for a category, all courses. `undefined` without content. */
function answerAs(name: OperationName, slug: string, content: Content): object | undefined {
  const source = slugSources[name]
  const [first] = (source && content.homeData[0]?.[source]) ?? []
  if (!first) return undefined
  const item = { ...first, slug }
  return name === 'coursesByCategory' ? { courses: content.coursesOf('')?.courses ?? [], category: item } : item
}
