import { recordCommand } from './record/command'

/** `npm run record -- URL --out DIR`: records a server's content as fixtures and pictures. */
process.exitCode = await recordCommand(process.argv.slice(2), process)
