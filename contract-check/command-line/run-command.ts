import { fileErrorText } from './files'
import { exitCodes, type Flags, flagLines, type Output, type Parsed, parseFlags, UsageError } from './options'

/** An error that ends a command with an exit code. The message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    readonly exitCode: number,
    message: string,
  ) {
    super(message)
  }
}

/** A command: its options, the help text before and after their list, and whether it takes other arguments. */
export type Command<F extends Flags> = {
  name: string
  flags: F
  before: string
  after: string
  hasArguments?: boolean
}

/** Runs a command and returns its exit code. Prints help for `--help`, and one line for an error of usage or of the file system. */
export async function runCommand<F extends Flags>(
  { name, flags, before, after, hasArguments }: Command<F>,
  args: string[],
  { stdout, stderr }: Output,
  run: (values: Parsed<F>['values'], positionals: string[]) => Promise<number>,
): Promise<number> {
  try {
    const all = { ...flags, help: { text: 'this text', short: 'h' } }
    const { values, positionals } = parseFlags(args, all, hasArguments ?? false)
    if (!(values as { help?: boolean }).help) return await run(values as Parsed<F>['values'], positionals)
    stdout.write(`${before}\n${flagLines(all)}\n\n${after}`)
    return exitCodes.holds
  } catch (error) {
    const fileError = fileErrorText(error)
    if (fileError !== undefined) {
      stderr.write(`${name}: ${fileError}\n`)
      return exitCodes.unchecked
    }
    const isUsage = error instanceof UsageError
    if (!isUsage && !(error instanceof CommandError)) throw error
    stderr.write(`${name}: ${error.message}${isUsage ? ' (--help explains)' : ''}\n`)
    return isUsage ? exitCodes.usage : error.exitCode
  }
}
