import { fixturesCommand } from './fixtures/command'

/** `npm run fixtures`: checks the fixtures, repairs them with `--fix`, and adds an item with `new`. */
process.exitCode = await fixturesCommand(process.argv.slice(2), process.env, process)
