import { cpus, release, totalmem, type } from 'node:os'

/** What was measured on, and when: a line in Markdown. */
export function describeMachine(): string {
  const cores = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${cores.length} cores of ${cores[0]?.model.trim() ?? 'unknown'}, ${memory} GB, ${type()} ${release()}, Node.js ${process.version}.`
}
