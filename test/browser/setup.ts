import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built site on the shipped content, without a trailing slash. */
    site: string
  }
}

/** Starts the production build once for all browser tests; `npm test` has built it just before. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer({})
  project.provide('site', server.address)
  return server.stop
}

/** Starts a build's `server/main.js` on a free port with the environment's changes; resolves when it listens. */
export async function startServer(
  env: Record<string, string>,
  distDir = resolve(import.meta.dirname, '../../dist'),
): Promise<{ address: string; stop: () => Promise<void>; process: ChildProcess }> {
  const main = join(distDir, 'server/main.js')
  const child = spawn(process.execPath, [main], {
    // Nothing of this process's environment: Vitest sets a BASE_URL of its own there.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', CACHE_DIR: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((found, failed) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const match = /The site is at (http:\/\/\S+?)\/?\n/.exec(output)
      if (match?.[1]) found(match[1])
    })
    child.once('exit', (code) => failed(new Error(`the server ended with code ${code}; is it built? ${output}`)))
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { address, stop, process: child }
}
