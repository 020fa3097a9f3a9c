import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Runs a server as a separate process on a free port, with the given arguments. The server gets the variables of `env`, and of this
 * process's variables only PATH. `exit` resolves when the server has ended.
 */
export function runServer(args: readonly string[], env: Record<string, string>, program = process.execPath) {
  const { PATH } = process.env
  const child = spawn(program, args, { cwd: root, env: { PATH, PORT: '0', CACHE_DIR: 'off', ...env } })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] = (said[name] + text).slice(-20_000)))
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  const listening = new Promise<{ url: string; port: number }>((resolve, reject) => {
    const look = () => {
      const [, url] = /The (?:site|API) is at (http:\/\/\S+)/.exec(said.stdout) ?? []
      if (!url) return
      child.stdout.off('data', look)
      resolve({ url, port: Number(new URL(url).port) })
    }
    child.stdout.on('data', look)
    void exit.then(({ code, stderr }) => reject(new Error(`the server ended with the exit code ${code}: ${stderr}`)))
  })
  listening.catch(() => undefined)
  return { child, exit, listening, said }
}

/** Node arguments for `readHeap`. On SIGUSR2 the server collects garbage and prints that it has done so. */
export const collecting: readonly string[] = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2", () => { gc(); process.stdout.write("collected\\n") })',
]

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>

/** Starts a production build. `stop` shuts it down gracefully and returns its exit code. */
export async function startBuiltServer(
  env: Record<string, string> = {},
  nodeArguments: readonly string[] = [],
  distDir = join(root, 'dist'),
) {
  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'error', ...env }
  const { child, exit, listening } = runServer([...nodeArguments, join(distDir, 'server/main.js')], settings)
  child.stderr.pipe(process.stderr)
  const stop = async () => {
    child.kill('SIGTERM')
    return (await exit).code
  }
  return { ...(await listening), child, stop }
}

/** Returns a server's used heap in bytes after garbage collection. The server must have been started with `collecting`. */
export async function readHeap({ url, child }: BuiltServer): Promise<number> {
  const collected = once(child.stdout, 'data')
  child.kill('SIGUSR2')
  await collected
  return readFigure(url, 'nodejs_heap_size_used_bytes')
}

/** Reads a value from a server's `/metrics`, such as `process_resident_memory_bytes`. */
export async function readFigure(url: string, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`${url}metrics has no ${name}`)
  return Number(value)
}
