import { parseArgs } from 'node:util'
import { benchPages } from './bench/pages'

const { values } = parseArgs({
  allowPositionals: true,
  options: { line: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } },
})
process.stdout.write(await benchPages({ ...values, runs: Number(values.runs ?? 3) }))
