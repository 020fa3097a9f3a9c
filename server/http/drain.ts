import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Knows the answers in flight, so that closing and refusing can wait for them. */
export type Drain = {
  /** Watches a server's connections and requests, and gives it back. */
  watch: (server: Server) => Server
  /** An answer that a connection is busy with: to a request that has come whole, or begun already. */
  inFlightOn: (socket: Socket) => ServerResponse | undefined
  /**
   * Waits until what is in flight now is answered, or for so many milliseconds, and then ends the connections that have never
   * said anything, which closing would wait for. Who comes meanwhile is not waited for: that would never end.
   */
  settle: (milliseconds: number) => Promise<void>
}

export function createDrain(): Drain {
  const sockets = new Set<Socket>()
  const inFlight = new Set<ServerResponse>()
  return {
    watch: (server) =>
      server
        .on('connection', (socket: Socket) => {
          sockets.add(socket)
          socket.once('close', () => sockets.delete(socket))
        })
        .prependListener('request', (_, response) => {
          inFlight.add(response)
          response.once('close', () => inFlight.delete(response))
        }),
    inFlightOn: (socket) =>
      [...inFlight].find(({ req, headersSent }) => req.socket === socket && (headersSent || req.complete)),
    settle: async (milliseconds) => {
      const answered = Promise.all([...inFlight].map((response) => once(response, 'close')))
      await Promise.race([answered, wait(milliseconds, undefined, { ref: false })])
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
