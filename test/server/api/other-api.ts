import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import { freePort } from '../../support/free-port'

export type OtherAnswer = { status?: number; type?: string; text: string; headers?: Record<string, string> }
export type Respond = (path: string, payload: string) => OtherAnswer | undefined

/** A separate API that answers with `respond`, and hangs on `undefined`; closed after the test. `open` lists the calls in flight. */
export async function otherApi(respond: Respond) {
  const asked: string[] = []
  const open = new Set<string>()
  const server = createServer((request, response) => {
    void readBody(request).then((payload) => {
      const call = `${request.method} ${request.url} ${payload}`.trim()
      asked.push(call)
      open.add(call)
      response.on('close', () => open.delete(call))
      const answer = api.respond(request.url ?? '', payload)
      if (!answer) return
      const { status = 200, type = 'application/json', text, headers = {} } = answer
      response.writeHead(status, { 'content-type': type, ...headers }).end(text)
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const port = await freePort()
  await listen(port)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  const api = { url: `http://127.0.0.1:${port}`, asked, open, respond, stop, restart: () => listen(port) }
  return api
}

/** The answer of a server that follows the contract. */
export function envelope(data: unknown, more: Partial<OtherAnswer> = {}): OtherAnswer {
  return { text: JSON.stringify({ data }), ...more }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
