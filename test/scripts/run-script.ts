import { spawn } from 'node:child_process'
import { fixturesCommand } from '../../scripts/fixtures/check-command'
import { newCommand } from '../../scripts/fixtures/new-command'
import { root } from '../helper'

export type Ended = { code: number | null; stdout: string; stderr: string }

const commands = { fixtures: fixturesCommand, new: newCommand }

/** Runs a command in this process: starting one takes longer than most of them. */
export async function runCommand(
  name: keyof typeof commands,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  const writer = (stream: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      ended[stream] += text
    },
  })
  ended.code = await commands[name](args, env, { stdout: writer('stdout'), stderr: writer('stderr') })
  return ended
}

/** Runs a command line of the shell in the repository's folder to its end. */
export function runShell(line: string, env: Record<string, string>): Promise<Ended> {
  // Vitest sets a BASE_URL of its own, which is no address.
  const { BASE_URL: _, ...inherited } = process.env
  const child = spawn(line, { cwd: root, shell: true, env: { ...inherited, ...env } })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}
