import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type CheckOptions, check as checkEvents } from '../../../scripts/contract/check'
import { contractCommand } from '../../../scripts/contract/command-line/command'
import type { Report } from '../../../scripts/contract/report'
import { recordCommand } from '../../../scripts/record/command'
import { root } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { type Hooks, type Running, type Site, startServer } from './drifting-server'

export type Finished = { code: number | null; stdout: string; stderr: string }

/** Starts a server that is gone after the test. */
export async function serve(hooks: Hooks = {}, site?: Site): Promise<Running> {
  const server = await startServer(hooks, site)
  onTestFinished(server.close)
  return server
}

/** Checks a server as the command does, in this process. */
export async function check(url: string, more: Partial<CheckOptions> = {}): Promise<Report> {
  for await (const event of checkEvents({ url, ...more })) if (event.type === 'report') return event.report
  throw new Error('a check ended without a report')
}

/** Starts a script of `scripts/` as one process, so that a signal sent to it reaches it. */
export function start(script: 'contract' | 'record', args: string[]) {
  const path = join(root, 'scripts', `${script}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const finished = new Promise<Finished>((resolve) => {
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk
    })
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, finished }
}

/** Runs the check with a report file of each format, and gives the texts of the files as well. */
export async function runWithReports<Format extends string>(formats: readonly Format[], args: string[]) {
  const folder = await emptyFolder()
  const files = formats.map((format) => join(folder, 'deep', format))
  const options = formats.flatMap((format, index) => [`--${format}`, files[index] ?? ''])
  const finished = await run('contract', [...args, ...options])
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const reports = Object.fromEntries(formats.map((format, index) => [format, texts[index]])) as Record<Format, string>
  return { ...finished, reports }
}

/** Runs the check and gives its report. */
export async function reportOf(...args: string[]): Promise<{ report: Report; code: number | null }> {
  const { code, stdout } = await run('contract', [...args, '--json', '-'])
  return { code, report: JSON.parse(stdout) as Report }
}

/** Writes a JSON file into a folder of its own and gives its path. */
export async function jsonFile(content: unknown): Promise<string> {
  const path = join(await emptyFolder(), 'file.json')
  await writeFile(path, JSON.stringify(content))
  return path
}

const commands = { contract: contractCommand, record: recordCommand }

/** Runs a command in this process: starting one takes longer than most of them. */
export async function run(script: keyof typeof commands, args: string[]): Promise<Finished> {
  const said = { stdout: '', stderr: '' }
  const writerOf = (stream: keyof typeof said) => ({
    write: (text: string) => {
      said[stream] += text
    },
  })
  const code = await commands[script](args, { stdout: writerOf('stdout'), stderr: writerOf('stderr') })
  return { code, ...said }
}
