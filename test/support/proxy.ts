import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { listen } from '../contract-check/run'

/** Starts a proxy for tunnels (CONNECT) and for plain http, which closes after the test. `asked` lists what it was asked for. */
export async function startProxy() {
  const asked: string[] = []
  const proxy = createServer((incoming, response) => {
    const { url = '', method = '', headers } = incoming
    asked.push(`${method} ${url}`)
    const passed = request(url, { method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    incoming.pipe(passed)
  })
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(`CONNECT ${url}`)
    const { hostname, port } = new URL(`http://${url}`)
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    for (const end of [target, socket]) end.on('error', () => end.destroy())
  })
  return { address: `http://${await listen(proxy)}`, asked }
}
