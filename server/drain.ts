import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches the requests of a server, whoever answers them. The function given waits until those that are under way when it is
 * called are answered, or for `milliseconds`, and then ends the connections that have never said anything, which closing would wait for.
 */
export function watchRequests(server: Server): (milliseconds: number) => Promise<void> {
  const sockets = new Set<Socket>()
  let underway = 0
  let isDraining = false
  let onQuiet: () => void = () => undefined
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_, response: ServerResponse) => {
    // Who comes now is only told that this is the end; waiting for them would never end where they keep coming.
    if (isDraining) return
    underway++
    response.once('close', () => {
      underway--
      if (underway === 0) onQuiet()
    })
  })
  return async (milliseconds) => {
    isDraining = true
    if (underway > 0) {
      await new Promise<void>((quiet) => {
        onQuiet = quiet
        setTimeout(quiet, milliseconds).unref()
      })
    }
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}
