import type { TestProject } from 'vitest/node'
import { startBuiltServer } from '../support/built-server'
import { freePort } from '../support/free-port'

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

/** Starts a build's server on a free port with changes to the environment; resolves when it listens. */
export async function startServer(
  env: Record<string, string>,
  distDir?: string,
): Promise<{ address: string; stop: () => Promise<void> }> {
  // Tests start a second server on the same port.
  const port = String(await freePort())
  const { url, stop } = await startBuiltServer({ LOG_LEVEL: 'warn', PORT: port, ...env }, [], distDir)
  // Until React has loaded, which takes a while on a busy machine, pages may be bare.
  while ((await fetch(new URL('/contact-us', url))).headers.get('x-page') === 'bare');
  return { address: url.replace(/\/$/, ''), stop: () => stop().then(() => undefined) }
}
