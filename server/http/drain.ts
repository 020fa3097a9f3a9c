import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Knows what is in flight, so that closing can wait for that. */
export type Drain = {
  /** Watches a server's connections and requests, and gives it back. */
  watch: (server: Server) => Server
  /**
   * Waits until what is in flight now is answered, or for so many milliseconds, and then ends the connections that have never
   * said anything, which closing would wait for.
   */
  settle: (milliseconds: number) => Promise<void>
}

export function createDrain(): Drain {
  const sockets = new Set<Socket>()
  let inFlight = 0
  let isDraining = false
  let onQuiet: () => void = () => undefined
  return {
    watch: (server) =>
      server
        .on('connection', (socket: Socket) => {
          sockets.add(socket)
          socket.once('close', () => sockets.delete(socket))
        })
        .prependListener('request', (_, response) => {
          // Who comes now is only told that this is the end; waiting for them would never end where they keep coming.
          if (isDraining) return
          inFlight++
          response.once('close', () => {
            inFlight--
            if (inFlight === 0) onQuiet()
          })
        }),
    settle: async (milliseconds) => {
      isDraining = true
      if (inFlight > 0) {
        await new Promise<void>((quiet) => {
          onQuiet = quiet
          setTimeout(quiet, milliseconds).unref()
        })
      }
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
