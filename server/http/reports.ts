import type { FastifyInstance } from 'fastify'
import { isObject, type JsonObject } from '#contract/json'
import { builtFile, impersonal, visitorErrorKinds } from '#contract/visitor-errors'
import { ProblemError } from './problem'
import type { LimitCostly } from './rate-limit'
import type { Metrics } from './request-log'

export const reportsPath = '/reports'

const maxBytes = 16 * 1024

/** The maximum number of reports per request, and of log lines per minute. The metric also counts reports that are not logged. */
const maxReports = 20
const maxLines = 60

type Report = { kind: 'error' | 'rejection' | 'policy' } & Record<string, unknown>

/**
 * Receives error reports of browsers: uncaught errors, and policy violations from the Reporting API. Logs and counts them without
 * personal data. Log lines are limited, because anyone can send reports.
 */
export async function reports(
  app: FastifyInstance,
  options: { metrics: Metrics; limitCostly: LimitCostly },
): Promise<void> {
  const { metrics, limitCostly } = options
  let minute = 0
  let lines = 0
  app.removeAllContentTypeParsers()
  const types = ['application/json', 'application/reports+json']
  app.addContentTypeParser(types, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.post(reportsPath, { bodyLimit: maxBytes }, async (request, reply) => {
    await limitCostly(request)
    const found = [request.body].flat().slice(0, maxReports).flatMap(readReport)
    if (found.length === 0) throw new ProblemError(400, 'The payload has no report of an error or of the policy.')
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    const { visitorErrors } = await metrics()
    for (const report of found) {
      visitorErrors.inc({ kind: report.kind })
      if (++lines > maxLines) continue
      request.log.warn(
        { ...report, browser: browserOf(request.headers['user-agent']) },
        "an error in a visitor's browser",
      )
    }
    return reply.code(204).send()
  })
}

function readReport(value: unknown): Report[] {
  if (!isObject(value)) return []
  if (value.type === 'csp-violation' && isObject(value.body)) return [policyReport(value.body)]
  const kind = visitorErrorKinds.find((each) => each === value.kind)
  if (!kind || typeof value.message !== 'string') return []
  // Replaces control characters, because a terminal may interpret them when it shows the log.
  const message = impersonal(value.message.replace(/\p{Cc}/gu, ' '))
  const file = typeof value.file === 'string' ? builtFile(`/assets/${value.file}`) : undefined
  return [{ kind, message, file, ...position(value.line, value.column) }]
}

/** Reads a policy violation: its directive, and the scheme or keyword of the blocked resource. */
function policyReport({ effectiveDirective, blockedURL, sourceFile, lineNumber, columnNumber }: JsonObject): Report {
  const directive = /^[a-z-]{1,40}$/.exec(stringOf(effectiveDirective))?.[0] ?? 'unknown'
  const blocked = /^[a-z][a-z-]{0,30}(?=:|$)/.exec(stringOf(blockedURL))?.[0] ?? 'unknown'
  const file = builtFile(stringOf(sourceFile).slice(0, 1_000))
  return { kind: 'policy', directive, blocked, file, ...position(lineNumber, columnNumber) }
}

/** The value if it is a text, else an empty text. `String` throws for some objects and overflows the stack for deep lists. */
function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function position(line: unknown, column: unknown) {
  const [isLine, isColumn] = [Number.isSafeInteger(line), Number.isSafeInteger(column)]
  return { ...(isLine && { line }), ...(isColumn && { column }) }
}

/** The browser's name and major version only, because a whole User-Agent may identify a device. */
function browserOf(userAgent = ''): string {
  // The order matters, because Edge, Opera and Samsung's browser name Chrome too.
  const names = { Edg: 'Edge', OPR: 'Opera', SamsungBrowser: 'Samsung', Firefox: 0, Chrome: 0, Version: 'Safari' }
  for (const [token, name] of Object.entries(names)) {
    const [, major] = new RegExp(`\\b${token}/(\\d{1,4})`).exec(userAgent) ?? []
    if (major) return `${name || token} ${major}`
  }
  return 'other'
}
