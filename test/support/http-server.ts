import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server on this machine, at a given or a free port. `stop` cuts open connections. */
export async function startHttpServer(respond: RequestListener, at = 0) {
  const server = createServer(respond).listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { url: `http://127.0.0.1:${port}`, port, stop }
}
