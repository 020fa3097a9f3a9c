import { slugSource } from '#contract/answers'
import type { OperationName } from '#contract/operations'
import { nearest } from '#contract/text/nearest'
import { describe, type Violation, violationInWords } from '#contract/violations'
import type { Content } from '../content/content-index'
import { ProblemError } from '../http/problem'
import { ContentError, type ContentSource, defaultRetryAfter, retryAfterIn } from './content-source'

/** The maximum number of violations that a problem document names. */
const maxViolations = 20

/** The 400 for an invalid value, such as a payload. `text` begins its message; `root` names the value that an empty pointer means. */
export function invalid(text: string, violations: Violation[], root: string): ProblemError {
  const named = violations.slice(0, maxViolations)
  const texts = named.map((violation) => violationInWords(violation, root))
  return new ProblemError(400, `${text}: ${texts.join('; ')}.`, named)
}

/** The 404 for an unknown slug or id. */
export function notFound(operation: OperationName, payload: unknown, content: Content): ProblemError {
  const { id, slug } = payload as { id?: number; slug?: string }
  const source = slugSource(operation)
  if (id !== undefined || slug === undefined || !source) {
    const violation = { pointer: '/id', expected: 'the id of an item', found: describe(id) }
    return new ProblemError(404, `${operation}: nothing has the id ${id}.`, [violation])
  }
  const violation = { pointer: '/slug', expected: `a slug of ${source}` }
  return unknownName(
    404,
    `${operation}: nothing in ${source} has the slug`,
    slug,
    content.bySlug(source).keys(),
    violation,
  )
}

/** Asks a content source for the answer of a call. Throws a 503 if only the API at `UPSTREAM` could answer. */
export async function askOrRefuse(source: ContentSource, operation: OperationName, payload: unknown) {
  return source.ask(operation, payload).catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error
    const { message, retryAfter = defaultRetryAfter } = error
    const headers = { 'retry-after': retryAfterIn(retryAfter) }
    throw new ProblemError(503, `${operation}: the upstream ${message}.`, undefined, headers)
  })
}

/** The error for an unknown name or slug. It suggests the nearest known ones. */
export function unknownName(
  status: number,
  text: string,
  name: string,
  names: Iterable<string>,
  violation: Pick<Violation, 'pointer' | 'expected'>,
): ProblemError {
  // Does not suggest the name itself, which the fixtures may have although the upstream lacks it.
  const meant = nearest(name, names).filter((candidate) => candidate !== name)
  const hint = meant.length > 0 ? ` Nearest: ${meant.join(', ')}.` : ''
  return new ProblemError(status, `${text} ${JSON.stringify(name.slice(0, 80))}.${hint}`, [
    { ...violation, found: describe(name), ...(meant.length > 0 && { nearest: meant }) },
  ])
}
