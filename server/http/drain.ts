import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Drain = ReturnType<typeof createDrain>

/** Tracks the answers in flight, so that closing and refusing can wait for them. */
export function createDrain() {
  const servers: Server[] = []
  const inFlight = new Set<ServerResponse>()
  return {
    /** Watches a server's requests, and gives it back. */
    watch: (server: Server) => {
      servers.push(server)
      return server.prependListener('request', (_, response) => {
        inFlight.add(response)
        response.once('close', () => inFlight.delete(response))
      })
    },
    /** An answer that a connection is busy with: to a request that has come whole, or begun already. */
    inFlightOn: (socket: Socket) =>
      [...inFlight].find(({ req, headersSent }) => req.socket === socket && (headersSent || req.complete)),
    /**
     * Waits until what is in flight now is answered, or for so many milliseconds, and ends all connections. Who comes meanwhile is
     * not waited for: that would never end.
     */
    settle: async (milliseconds: number) => {
      const answered = Promise.all([...inFlight].map((response) => once(response, 'close')))
      await Promise.race([answered, wait(milliseconds, undefined, { ref: false })])
      for (const server of servers) server.closeAllConnections()
    },
  }
}
