import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const shipped = resolve(import.meta.dirname, '../../dist')

export type BuiltServer = {
  url: string
  port: number
  child: ChildProcess
  /** Rejects when the process ends unexpectedly; meant for Promise.race. */
  crashed: Promise<never>
  /** Shuts the server down in order; returns its exit code. */
  stop: () => Promise<number | null>
}

/** Node arguments for reading a server's heap: it collects garbage on SIGUSR2 and logs that. */
export const collecting: readonly string[] = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2", () => { gc(); process.stdout.write("collected\\n") })',
]

/** Starts a production build as a separate process on a free port. It gets the given variables and none of this process's. */
export async function startBuiltServer(
  env: Record<string, string> = {},
  nodeArguments: readonly string[] = [],
  distDir = shipped,
): Promise<BuiltServer> {
  const main = join(distDir, 'server/main.js')
  if (!existsSync(main)) throw new Error(`The site is not built: ${main} is missing. Run "npm run build" first.`)
  const child = spawn(process.execPath, [...nodeArguments, main], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'error', CACHE_DIR: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let isWanted = true
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const crashed = ended.then(([code, signal]): never => {
    throw new Error(
      isWanted ? `the server ended by itself: ${signal ?? `exit code ${code}`}` : 'the server was stopped',
    )
  })
  crashed.catch(() => undefined)
  const url = await Promise.race([crashed, address(child)])
  const stop = async () => {
    isWanted = false
    child.kill('SIGTERM')
    return (await ended)[0]
  }
  return { url, port: Number(new URL(url).port), child, crashed, stop }
}

function address({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((found) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      const [, url] = /The site is at (http:\/\/\S+)/.exec(output) ?? []
      if (url) found(url)
    })
  })
}

/** The used heap of a server in bytes after garbage collection; the server must be started with `collecting`. */
export async function readHeap({ url, child }: BuiltServer): Promise<number> {
  const collected = new Promise<void>((done) => {
    const onText = (text: string) => {
      if (!text.includes('collected')) return
      child.stdout?.off('data', onText)
      done()
    }
    child.stdout?.on('data', onText)
  })
  child.kill('SIGUSR2')
  await collected
  return readFigure(url, 'nodejs_heap_size_used_bytes')
}

/** A figure from a server's `/metrics`, such as `process_resident_memory_bytes`. */
export async function readFigure(url: string, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`${url}metrics has no ${name}`)
  return Number(value)
}
