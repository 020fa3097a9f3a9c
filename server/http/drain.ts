import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Drain = ReturnType<typeof createDrain>

/** Tracks the responses in flight, so that closing the server or a connection can wait for them. */
export function createDrain() {
  const servers: Server[] = []
  const inFlight = new Set<ServerResponse>()
  return {
    /** Tracks a server's requests. Returns the server. */
    watch: (server: Server) => {
      servers.push(server)
      return server.prependListener('request', (_, response) => {
        inFlight.add(response)
        response.once('close', () => inFlight.delete(response))
      })
    },
    /** Returns a connection's response in flight: its request is complete or its headers are sent. */
    inFlightOn: (socket: Socket) =>
      [...inFlight].find(({ req, headersSent }) => req.socket === socket && (headersSent || req.complete)),
    /**
     * Waits for the current responses in flight, at most so many milliseconds, and closes all connections. Does not wait for later
     * requests, because those may never end.
     */
    settle: async (milliseconds: number) => {
      const answered = Promise.all([...inFlight].map((response) => once(response, 'close')))
      await Promise.race([answered, wait(milliseconds, undefined, { ref: false })])
      for (const server of servers) server.closeAllConnections()
    },
  }
}
