import { observatoryCommand } from './observatory/command'

process.exitCode = await observatoryCommand(process.argv.slice(2), process)
