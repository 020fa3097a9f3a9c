import { resolve } from 'node:path'
import {
  exitCodes,
  type Flags,
  type Output,
  readServerAddress,
  readServerOptions,
  serverFlags,
  UsageError,
} from '../../contract-check/command-line/options'
import { createProgress } from '../../contract-check/command-line/progress'
import { runCommand } from '../../contract-check/command-line/run-command'
import { createPaint } from '../../contract-check/reports/text'
import { plural } from '../../contract-check/reports/words'
import { project } from './next-steps'
import { RecordError, record, recordingText } from './record'

const flags = {
  out: { value: 'DIR', text: 'where to (default: this project, or with the packed archive the current folder)' },
  ...serverFlags,
  prune: { text: 'deletes pictures that nothing names any more' },
  lenient: { text: 'records also what the API gets wrong, errors included' },
} as const satisfies Flags

const command = {
  name: 'record',
  flags,
  hasArguments: true,
  before: `Fetches all content of the API at URL, checks it by the contract, and replaces DIR/fixtures and DIR/images with it. Errors
stop it, warnings don't: legacy formats, as numbers that are text, are written in the contract's own form.
`,
  after: `Killed at any moment, the old content is whole; run again to go on. Mounted folders, and folders with links in them, are
replaced file by file: killed then, some files are old and some new. Exit code: 0 recorded, 1 drift (nothing replaced), 2 could
not be read or written, 64 wrong usage.
`,
}

/**
 * `npm run record`: records a server's content as fixtures and pictures. Returns the exit code. `packed` is the name of the packed
 * archive's command if that runs.
 */
export function recordCommand(args: string[], output: Output, packed?: string): Promise<number> {
  const { stdout, stderr } = output
  const called = packed === undefined ? 'npm run record --' : `${packed} record`
  const explained = { ...command, before: `${called} URL [options]\n\n${command.before}` }
  return runCommand(explained, args, output, async (values, positionals) => {
    const server = { url: readServerAddress(positionals), ...readServerOptions(values) }
    if (values.out === '') throw new UsageError('--out takes a folder; found ""')
    const out = resolve(values.out ?? (packed === undefined ? project : '.'))
    const { prune: isPruning = false, lenient: isLenient = false } = values
    const progress = createProgress('record', output)
    const recording = await record({ ...server, out, isPruning, isLenient, progress, packed }).catch(
      (error: unknown) => {
        if (error instanceof RecordError) stderr.write(recordingText(error, createPaint(stderr)))
        throw error
      },
    )
    stderr.write(recordingText(recording, createPaint(stderr)))
    const counts = Object.entries(recording.counts).map(([key, count]) => `${count} ${key}`)
    const { named, fetched, deleted } = recording.pictures
    const pictures = `${plural(named, 'picture')} (${fetched} fetched, ${deleted} deleted)`
    const changed = recording.isChanged ? '' : '; nothing had changed'
    stdout.write(
      `Recorded ${recording.report.url} into ${out}: ${counts.join(', ')}, ${pictures}${changed}\n${recording.next}\n`,
    )
    return exitCodes.holds
  })
}
