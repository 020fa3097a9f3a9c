import { parseArgs } from 'node:util'
import { benchBudgets } from './bench/budgets'
import { benchGrowth } from './bench/growth'
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
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
    connections: { type: 'string', default: '32' },
    'json-server': { type: 'string' },
  },
})
const { only } = values
const [subject = 'pages'] = positionals
const subjects: Record<string, () => Promise<string>> = {
  pages: () => benchPages({ ...values, runs: Number(values.runs ?? 3) }),
  server: () =>
    benchServer({
      only,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      connections: Number(values.connections),
      jsonServer: values['json-server'],
    }),
  growth: benchGrowth,
  start: benchStart,
  budgets: benchBudgets,
  taps: benchTaps,
  visits: () => benchVisits({ ...values, runs: Number(values.runs ?? 3) }),
}
const measure = subjects[subject]
if (!measure) throw new Error(`npm run bench takes one of ${Object.keys(subjects).join(', ')}; found "${subject}"`)
process.stdout.write(await measure())
