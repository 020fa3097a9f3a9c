import { builtFile, impersonal, type VisitorError } from '#contract/visitor-errors'

/** The maximum number of reports per document, because an error in a loop would send hundreds. */
const maxReports = 5

/**
 * Sends uncaught errors of the site's own scripts to the address in `<meta name="reports">`. A static export does not call this
 * (`after-start.ts`), because it has no server to send to.
 */
export function reportErrors(): void {
  const endpoint = document.querySelector('meta[name="reports"]')?.getAttribute('content')
  if (!endpoint) return
  const sent = new Set<string>()
  const send = (report: VisitorError) => {
    const text = JSON.stringify({ ...report, message: impersonal(report.message) })
    if (!report.file || sent.has(text) || sent.size === maxReports) return
    sent.add(text)
    navigator.sendBeacon(endpoint, new Blob([text], { type: 'application/json' }))
  }
  addEventListener('error', ({ message, filename, lineno, colno }) =>
    send({ kind: 'error', message, file: builtFile(filename), line: lineno, column: colno }),
  )
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof Error)) return
    const frame = reason.stack?.split('\n').find((line) => builtFile(line)) ?? ''
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame) ?? []
    const message = `${reason.name}: ${reason.message}`
    send({ kind: 'rejection', message, file: builtFile(frame), line: Number(line), column: Number(column) })
  })
}
