import { parseArgs } from 'node:util'
import { benchBudgets } from './bench/budgets'
import { benchGrowth } from './bench/growth'
import { lines } from './bench/lighthouse'
import { benchPages } from './bench/pages'
import { benchServer } from './bench/server'
import { benchStart } from './bench/start'
import { benchTaps } from './bench/taps'
import { benchVisits } from './bench/visits'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    line: { type: 'string' },
    rival: { type: 'string' },
    runs: { type: 'string' },
    items: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
    connections: { type: 'string', default: '32' },
    nginx: { type: 'boolean' },
    'json-server': { type: 'string' },
  },
})
const { only } = values
const items = values.items === undefined ? undefined : Number(values.items)
const runs = Number(values.runs ?? 3)
const subjects: Record<string, (line?: string) => Promise<string>> = {
  budgets: benchBudgets,
  start: benchStart,
  server: () =>
    benchServer({
      only,
      items,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
      hasNginx: values.nginx,
      jsonServer: values['json-server'],
    }),
  growth: benchGrowth,
  taps: benchTaps,
  visits: () => benchVisits({ ...values, runs, items }),
  pages: (line) => benchPages({ ...values, line, runs, items }),
}

const [subject, ...more] = positionals
const known = Object.keys(subjects).join(', ')
if (more.length > 0 || (subject && !subjects[subject]))
  throw new Error(`npm run bench takes one of ${known}, or none for all; found "${positionals.join(' ')}"`)
for (const [name, measure] of Object.entries(subjects)) {
  if (subject && subject !== name) continue
  const each = name === 'pages' && !subject ? Object.keys(lines) : [values.line]
  for (const line of each) process.stdout.write(`${await measure(line)}\n`)
}
