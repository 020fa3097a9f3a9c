import { stressCommand } from './stress/command'

/** `npm run stress`: slow clients, idle connections and a thousand busy ones against the built server. */
process.exitCode = await stressCommand(process.argv.slice(2), process)
