import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type OperationName, operationAt } from '#contract/operations'

export type HttpServer = { url: string; port: number; stop: () => Promise<void> }

/** Starts a server of this machine, on a free port unless one is given. `stop` cuts open connections. */
export async function startHttpServer(respond: RequestListener, at = 0): Promise<HttpServer> {
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

/** Starts an API that wraps the data of `dataOf` in the contract's envelope, whatever they are, for pages of any origin. */
export function startDataApi(dataOf: (name: OperationName, slug: string) => unknown): Promise<HttpServer> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  return startHttpServer(async (request, response) => {
    const { slug = '' } = JSON.parse((await text(request)) || '{}') as { slug?: string }
    const name = operationAt(request.url)
    if (!name) return void response.writeHead(404).end()
    response.writeHead(200, { ...headers, 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: dataOf(name, slug) }))
  })
}
