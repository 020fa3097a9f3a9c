import { failoverCommand } from './failover/command'

/** `npm run failover`: two instances behind nginx under load, of which one is killed. */
process.exitCode = await failoverCommand(process.argv.slice(2), process)
