import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/free-port'
import type { Side } from './sides'

const sources = join(import.meta.dirname, 'peers')

/** The commands that serve the built peers. */
const commands: Record<string, (port: number) => [command: string, ...options: string[]]> = {
  next: (port) => ['next', 'start', '--hostname', '127.0.0.1', '--port', String(port)],
  astro: (port) => ['astro', 'preview', '--host', '127.0.0.1', '--port', String(port)],
}

/**
 * Installs, builds and starts the same pages by other frameworks, in a temporary folder. They get their content and pictures from
 * our server at `site`, which must keep running.
 */
export async function startPeers(site: string): Promise<{ sides: Side[]; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-peers-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const ownFiles = (path: string) => !/[\\/](?:node_modules|dist|\.next|\.astro)$/.test(path)
    await cp(sources, folder, { recursive: true, filter: ownFiles })
    const sides: Side[] = []
    for (const [name, commandOf] of Object.entries(commands)) {
      const run = (command: string, ...options: string[]) => start(join(folder, name), site, command, options)
      await succeed(run('npm', 'ci', '--include=dev', '--no-audit', '--no-fund'))
      await succeed(run('npm', 'run', 'build'))
      const port = await freePort()
      const child = run(...commandOf(port))
      children.push(child)
      sides.push({ name, address: `http://localhost:${port}` })
      await listening(`http://127.0.0.1:${port}`, child)
    }
    return { sides, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a command in a peer's folder, whose commands come first in PATH, as in an npm script. Astro brings its own Node.js. */
function start(cwd: string, site: string, command: string, options: string[]): ChildProcess {
  const PATH = [join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const telemetry = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' }
  const env = { ...process.env, ...telemetry, PATH, NODE_ENV: 'production' as const, API: site }
  return spawn(command, options, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function succeed(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with exit code ${code}`)
}

async function listening(url: string, child: ChildProcess): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (hasEnded(child)) throw new Error(`${child.spawnargs.join(' ')} ended before it listened`)
    await wait(100)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
