import { once } from 'node:events'
import { connect } from 'node:net'

/** Opens a raw connection. `until` waits for text to arrive, `end` for the server to close it, and gives all that it has said. */
export async function dial(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  await once(socket, 'connect')
  let said = ''
  // The server may reset the connection after a refusal.
  socket.on('data', (text) => (said += text)).on('error', () => undefined)
  const end = new Promise<string>((resolve) => socket.on('close', () => resolve(said)))
  const until = async (part: string) => {
    while (!said.includes(part)) {
      await Promise.race([once(socket, 'data'), end])
      if (socket.destroyed) throw new Error(`hung up after: ${said.slice(0, 500)}`)
    }
  }
  return { socket, until, end }
}
