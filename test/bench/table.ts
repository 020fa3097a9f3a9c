import { cpus } from 'node:os'
import { test } from '@playwright/test'
import { type Chart, writeChart } from './chart'

type Row = (string | number)[]

/**
 * Prints a Markdown table after the last test, with the command, the machine and the date. Returns the list to add rows to. With
 * `CHARTS=yes` it also writes a chart to `docs/charts/`, which `chartOf` makes from the rows.
 */
export function printTable(head: string[], name?: string, chartOf?: (rows: Row[]) => Chart): Row[] {
  const rows: Row[] = []
  test.afterAll(() => {
    const variables = ['NGINX', 'LINE', 'RUNS', 'PEERS', 'RIVAL', 'GENERATED'].flatMap((name) =>
      process.env[name] ? [`${name}=${process.env[name]} `] : [],
    )
    const command = `${variables.join('')}npm run bench -- --project ${test.info().project.name}`
    const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node.js ${process.version}, ${process.platform}`
    const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
    if (process.env.CHARTS === 'yes' && !process.env.GENERATED && name && chartOf) writeChart(name, chartOf(rows))
    const day = new Date().toISOString().slice(0, 10)
    console.log(`\n${lines.join('\n')}\n\nMeasured by \`${command}\` on ${machine}, ${day}.\n`)
  })
  return rows
}

export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
