import type { OperationReport } from './findings'
import { operationTable, type Paint } from './reports/text'

/** How often the table is drawn at most, in milliseconds. */
const interval = 100

/** A table of the operations that is redrawn in place while a check runs; `clear` takes it away. For terminals only. */
export function createLiveTable(output: { write: (text: string) => unknown; columns?: number }, paint: Paint) {
  let lines = 0
  let last = 0
  const clear = () => {
    if (lines > 0) output.write(`\x1b[${lines}A\x1b[J`)
    lines = 0
  }
  return {
    clear,
    draw: (operations: () => OperationReport[]) => {
      const now = performance.now()
      if (now - last < interval) return
      last = now
      // While it runs, what has no answer yet is waiting and not unreachable. A line that wraps would spoil the redrawing.
      const width = Math.max(output.columns ?? 80, 20)
      const waiting = operations().map((entry) =>
        entry.calls === 0 && entry.reason === undefined ? { ...entry, status: 'waiting' as 'passed' } : entry,
      )
      const table = operationTable(waiting, (_, text) => text).map((line) => line.slice(0, width - 1))
      clear()
      output.write(`${table.map((line, index) => paint(index === 0 ? 'dim' : 'bold', line)).join('\n')}\n`)
      lines = table.length
    },
  }
}
