import { exportCommand } from './export/command'

/** `npm run export -- --out DIR`: writes the whole site as files for any static host. */
process.exitCode = await exportCommand(process.argv.slice(2), process)
