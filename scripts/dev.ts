import { once } from 'node:events'
import { createServer } from 'node:net'
import concurrently from 'concurrently'
import { endWithNpm } from '../server/end-with-npm'

/** `npm run dev`: runs the API's server and Vite side by side. When one of them ends, the other is ended too. */
endWithNpm()
const port = await freePort('PORT', 3000)
const clientPort = await freePort('CLIENT_PORT', 5173, port)
const env = { ...process.env, PORT: String(port), CLIENT_PORT: String(clientPort) }
const { result } = concurrently(
  [
    { command: 'npm:dev:api', name: 'api', prefixColor: 'cyan', env },
    { command: 'npm:dev:client', name: 'client', prefixColor: 'magenta', env },
  ],
  { killOthersOn: ['success', 'failure'] },
)
await result.catch(() => {
  process.exitCode = 1
})

/**
 * Returns the port that a variable names, or the next free one, and says so. 0 means the next free port from the default on,
 * because both servers need the number before they start. An invalid value is left to its server's check.
 */
async function freePort(name: string, fallback: number, taken?: number | string): Promise<number | string> {
  const named = process.env[name] || '0'
  const wanted = named === '0' ? fallback : Number(named)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) return named
  let port = wanted
  while (port < 65_535 && (port === taken || !(await isFree(port)))) port++
  if (port !== wanted) process.stdout.write(`${name}: port ${wanted} is taken, so ${port} is used.\n`)
  return port
}

/** True if nothing listens on the port at this machine's loopback addresses, of which Vite and the API each use one, and at `HOST`. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', ...(process.env.HOST ? [process.env.HOST] : [])]) {
    const server = createServer().listen(port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      // A machine may have no IPv6, which is another error.
      if (['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    } finally {
      server.close()
    }
  }
  return true
}
