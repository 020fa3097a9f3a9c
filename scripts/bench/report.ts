import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../bench')

/** The options of `npm run bench` that a measurement was made with. */
type Made = { line?: string; items?: number | undefined; runs?: number; rival?: string | undefined }

/**
 * Writes a measurement's tables as `bench/{subject}.md`, or one for each line and size of content, with the command, the machine and
 * the day it was made on; gives the whole text.
 */
export async function writeReport(subject: string, tables: string, made: Made = {}): Promise<string> {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const machine = `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${memory} GB, Node.js ${process.version}, ${process.platform}`
  const words = Object.entries(made).flatMap(([option, value]) => (value === undefined ? [] : [`--${option} ${value}`]))
  const command = ['npm run bench --', subject, ...words].join(' ')
  const text = `${tables}\nMeasured by \`${command}\` on ${machine}, ${new Date().toISOString().slice(0, 10)}.\n`
  const name = [subject, made.line, made.items && `${made.items}-items`].filter(Boolean).join('-')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.md`), text)
  return text
}

/** A table under its title, with what there is to know of its figures. */
export function section(title: string, notes: string, head: string[], rows: (string | number)[][]): string {
  return [`### ${title}`, '', notes, '', table(head, rows), ''].join('\n')
}

/** A table in Markdown, its columns aligned as the formatter of this repository has them. */
export function table(head: string[], rows: (string | number)[][]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((cells) => String(cells[column] ?? '').length)),
  )
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows]
  return lines
    .map((cells) => `| ${cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}

/** The middle one of some figures. */
export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

/** Those whose name contains `only`. Throws when there is none. */
export function chosen<Named extends { name: string }>(known: Named[], only: string): Named[] {
  const found = known.filter(({ name }) => name.includes(only))
  if (found.length > 0) return found
  throw new Error(`--only takes a part of one of ${known.map(({ name }) => name).join(', ')}; found "${only}"`)
}
