import { contractCommand } from './command'

process.exitCode = await contractCommand(process.argv.slice(2), process)
