import { once } from 'node:events'
import { connect } from 'node:net'

/** Opens a raw connection. `until` waits for a text. `end` waits until the server closes, and resolves to all that it has sent. */
export async function dial(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  await once(socket, 'connect')
  let said = ''
  // Ignores errors, because the server may reset the connection after a refusal.
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
