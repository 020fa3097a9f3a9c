import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benchGrowth } from './bench/growth'
import { describeMachine } from './bench/machine'
import { benchPages } from './bench/pages'
import { benchServer } from './bench/server'
import { benchStart } from './bench/start'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    line: { type: 'string' },
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
}
const measure = subjects[subject]
if (!measure) throw new Error(`npm run bench takes one of ${Object.keys(subjects).join(', ')}; found "${subject}"`)
const table = await measure()
process.stdout.write(table)
// Some of the rows are for looking, not for keeping.
if (subject === 'server' && !only) {
  await mkdir('bench', { recursive: true })
  await writeFile('bench/server.md', `${table}\n${describeMachine()}\n`)
}
