import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const shipped = resolve(import.meta.dirname, '../dist')

export type BuiltServer = {
  url: string
  port: number
  child: ChildProcess
  /** Rejects when the process ends by itself; for racing against. */
  crashed: Promise<never>
  /** Ends it in order; gives its exit code. */
  stop: () => Promise<number | null>
}

/** Arguments of Node for a server whose heap is to be read: it collects its garbage when it is sent SIGUSR2, and says so. */
export const collecting: readonly string[] = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2", () => { gc(); process.stdout.write("collected\\n") })',
]

/**
 * Starts the production build, or another, as a process of its own on a free port, with the variables given and none of this
 * process's.
 */
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

/** The bytes of a server's heap that are in use, garbage collected; the server was started with `collecting`. */
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

/** A figure of a server's `/metrics`, such as `process_resident_memory_bytes`. */
export async function readFigure(url: string, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`${url}metrics has no ${name}`)
  return Number(value)
}
