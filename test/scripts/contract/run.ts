import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readServerOptions } from '../../../scripts/command-line/options'
import { contractCommand } from '../../../scripts/contract/command-line/command'
import { checkImages } from '../../../scripts/contract/images'
import { makeReport, type Report } from '../../../scripts/contract/report'
import { type WalkOptions, walk } from '../../../scripts/contract/walk'
import { recordCommand } from '../../../scripts/record/command'
import { root } from '../../support/app'
import { type Hooks, type Running, type Site, startServer } from './drifting-server'

export type Finished = { code: number | null; stdout: string; stderr: string }

/** Starts a server that is gone after the test. */
export async function serve(hooks: Hooks = {}, site?: Site): Promise<Running> {
  const server = await startServer(hooks, site)
  onTestFinished(server.close)
  return server
}

/** Checks a server as the command does, in this process. */
export async function check(url: string, more: Partial<WalkOptions> = {}): Promise<Report> {
  const options: WalkOptions = {
    ...readServerOptions([url], {}),
    sample: 50,
    checkPictures: (session, home) => checkImages(session, home, 200),
    ...more,
  }
  return makeReport(await walk(options))
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
