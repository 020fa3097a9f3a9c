import { newCommand } from './fixtures/new-command'

/** `npm run new -- KIND "Title"`: adds an item to the fixtures. */
process.exitCode = newCommand(process.argv.slice(2), process.env, process)
