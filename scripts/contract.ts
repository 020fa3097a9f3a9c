import { contractCommand } from './contract/command-line/command'

/** `npm run contract -- URL`: checks any server against the contract. */
process.exitCode = await contractCommand(process.argv.slice(2), process)
