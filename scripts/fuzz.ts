import { fuzzCommand } from './fuzz/command'

/** `npm run fuzz -- --requests 100000`: bad requests of every kind against the built server. */
process.exitCode = await fuzzCommand(process.argv.slice(2), process)
