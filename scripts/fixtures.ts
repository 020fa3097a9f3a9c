import { fixturesCommand } from './fixtures/check-command'

/** `npm run fixtures`: checks the fixtures, and repairs them with `--fix`. */
process.exitCode = await fixturesCommand(process.argv.slice(2), process.env, process)
