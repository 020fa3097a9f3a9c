import { STATUS_CODES } from 'node:http'
import type { Problem, ProblemFault } from '#contract/problem'

/** An answer that is a problem document. Thrown anywhere below a route, it becomes the answer in one place, `app.ts`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(
    readonly statusCode: number,
    detail: string,
    readonly errors?: ProblemFault[],
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

/** The document of a status; `detail` says what happened, to which thing. */
export function problem(status: number, detail?: string, more: Pick<Problem, 'errors' | 'id'> = {}): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...(detail && { detail }), ...more }
}

export const problemType = 'application/problem+json; charset=utf-8'
