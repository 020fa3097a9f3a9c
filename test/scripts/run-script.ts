import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../support/app'

export type Ended = { code: number | null; stdout: string; stderr: string }

const files = {
  contract: 'contract-check/command-line/cli.ts',
  record: 'scripts/record.ts',
  export: 'scripts/export.ts',
}
const pathOf = (script: keyof typeof files) => join(root, files[script])

/** Starts a script of `scripts/` without a parent process such as npm, so that signals reach the script itself. */
export function start(script: keyof typeof files, args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', pathOf(script), ...args], { cwd: root })
  return { child, finished: ended(child) }
}

/** Starts a script with mounts that only it sees. `mounts` are lines of a shell. Only root may do this. */
export function startWithMounts(mounts: readonly string[], script: keyof typeof files, args: string[]) {
  // `exec` and `unshare` without a fork give the script the process id of the child, so that signals reach it.
  const shell = `set -e\n${mounts.join('\n')}\nexec "$@"`
  const command = ['--mount', 'bash', '-c', shell, 'bash', process.execPath, '--import', 'tsx', pathOf(script), ...args]
  const child = spawn('unshare', command, { cwd: root })
  return { child, finished: ended(child) }
}

/** Runs a shell command in the repository's folder until it ends. */
export function runShell(line: string, env: Record<string, string>): Promise<Ended> {
  // Leaves out BASE_URL, because Vitest sets it to a value that is no address.
  const { BASE_URL: _, ...inherited } = process.env
  return ended(spawn(line, { cwd: root, shell: true, env: { ...inherited, ...env } }))
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const closed = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, stdout, stderr }
}
