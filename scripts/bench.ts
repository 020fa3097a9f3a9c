import { parseArgs } from 'node:util'
import { benchGrowth } from './bench/growth'
import { benchPages } from './bench/pages'
import { benchStart } from './bench/start'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { line: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } },
})
const [subject = 'pages'] = positionals
const subjects: Record<string, () => Promise<string>> = {
  pages: () => benchPages({ ...values, runs: Number(values.runs ?? 3) }),
  growth: benchGrowth,
  start: benchStart,
}
const measure = subjects[subject]
if (!measure) throw new Error(`npm run bench takes one of ${Object.keys(subjects).join(', ')}; found "${subject}"`)
process.stdout.write(await measure())
