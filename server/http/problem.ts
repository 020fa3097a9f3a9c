import { STATUS_CODES } from 'node:http'
import type { Problem, ProblemViolation } from '#contract/problem'

/** An error that the error handler (`errors.ts`) sends as a problem document. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  constructor(
    readonly statusCode: number,
    detail: string,
    readonly errors?: ProblemViolation[],
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

/** Makes the problem document for a status. `detail` describes the error. */
export function problem(status: number, detail?: string, more: Pick<Problem, 'errors' | 'id'> = {}): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, ...(detail && { detail }), ...more }
}

export const problemType = 'application/problem+json; charset=utf-8'
